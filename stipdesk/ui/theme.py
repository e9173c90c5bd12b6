"""The look, applied to the whole program at once: Fusion, one family of type, one style sheet made from a palette.

Widgets say what they are (`role`, `tone`, `kind`, `state` properties), never how they look. Painters that draw by
themselves ask `palette_now`, so that a change of theme reaches them at the next paint.
"""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from stipdesk.paths import resource
from stipdesk.settings import TEXT_SCALES, Settings, Theme
from stipdesk.ui.palette import DARK, LIGHT, Palette, Tone

FAMILY = "Source Sans Pro"
_FONT_FILES = ("Regular", "Semibold", "Bold", "It")
_BASE_PIXELS = 16
SCALE_STEP = 10


def apply(application: QApplication, settings: Settings) -> None:
    """Dresses every window, present and future, as `settings` say; may be called again at any time."""
    chosen = {Theme.LIGHT: Qt.ColorScheme.Light, Theme.DARK: Qt.ColorScheme.Dark}
    scheme = chosen.get(settings.theme, Qt.ColorScheme.Unknown)
    hints = QGuiApplication.styleHints()
    hints.setColorScheme(scheme)  # the frame that the system draws follows too
    if scheme == Qt.ColorScheme.Unknown:
        scheme = hints.colorScheme()
    palette = DARK if scheme == Qt.ColorScheme.Dark else LIGHT
    _load_fonts()
    font = QFont(FAMILY)
    font.setPixelSize(_scaled(_BASE_PIXELS, settings.text_scale))
    application.setStyle("Fusion")
    application.setFont(font)
    application.setPalette(_qt_palette(palette))
    application.setStyleSheet(style_sheet(palette, settings.text_scale))


def palette_now() -> Palette:
    """The palette the program is dressed in at this moment."""
    return DARK if QApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def larger(text_scale: int) -> int:
    """The next text size up, in per cent; the largest stays."""
    return min(text_scale + SCALE_STEP, TEXT_SCALES[-1])


def smaller(text_scale: int) -> int:
    """The next text size down, in per cent; the smallest stays."""
    return max(text_scale - SCALE_STEP, TEXT_SCALES[0])


def set_property(widget: QWidget, name: str, value: str | bool) -> None:
    """Changes a property the style sheet selects by, and dresses the widget again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def _scaled(pixels: float, text_scale: int) -> int:
    return round(pixels * text_scale / 100)


def _load_fonts() -> None:
    if FAMILY in QFontDatabase.families():
        return
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        return  # the system's font serves; the papers carry their own
    folder = Path(package.origin).parent / "files"
    for name in _FONT_FILES:
        QFontDatabase.addApplicationFont(str(folder / f"SourceSansPro-{name}.ttf"))


def _qt_palette(palette: Palette) -> QPalette:
    roles = QPalette.ColorRole
    colours = {
        roles.Window: palette.ground,
        roles.WindowText: palette.text,
        roles.Base: palette.card,
        roles.AlternateBase: palette.ground,
        roles.Text: palette.text,
        roles.Button: palette.card,
        roles.ButtonText: palette.text,
        roles.BrightText: palette.stop,
        roles.ToolTipBase: palette.card,
        roles.ToolTipText: palette.text,
        roles.PlaceholderText: palette.soft,
        roles.Highlight: palette.accent,
        roles.HighlightedText: palette.on_accent,
        roles.Link: palette.accent,
        roles.LinkVisited: palette.accent,
        roles.Light: palette.card,
        roles.Midlight: palette.line,
        roles.Mid: palette.line,
        roles.Dark: palette.field_line,
        roles.Shadow: palette.field_line,
        roles.Accent: palette.accent,
    }
    made = QPalette()
    for role, name in colours.items():
        made.setColor(role, QColor(name))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(palette.soft))
    return made


def style_sheet(palette: Palette, text_scale: int) -> str:
    """The style sheet of the whole program, its sizes in pixels for this text size."""
    p = palette

    def px(pixels: float) -> str:
        return f"{_scaled(pixels, text_scale)}px"

    parts = (_plain(p, px), _buttons(p, px), _fields(p, px), _lists(p, px), _frames(p), _tones(p))
    return "\n".join(parts)


_Px = Callable[[float], str]


def _picture(name: str, palette: Palette) -> str:
    """A drawing for the style sheet, in the colour of what it stands on."""
    return resource("icons", f"{name}-{'dark' if palette.dark else 'light'}.svg").as_posix()


def _plain(p: Palette, px: _Px) -> str:
    return f"""
QMainWindow, QDialog, QWidget[role="ground"] {{ background: {p.ground}; }}
QToolTip {{ background: {p.card}; color: {p.text}; border: 1px solid {p.field_line}; padding: 4px 6px; }}
QAbstractScrollArea {{ background: transparent; border: none; }}
QLabel {{ background: transparent; }}
QLabel[role="title"] {{ font-size: {px(28)}; font-weight: 600; }}
QLabel[role="heading"] {{ font-size: {px(20)}; font-weight: 600; }}
QLabel[role="section"] {{ font-size: {px(14)}; font-weight: 600; color: {p.soft}; }}
QLabel[role="label"] {{ font-size: {px(15)}; font-weight: 600; }}
QLabel[role="strong"] {{ font-weight: 600; }}
QLabel[role="soft"] {{ color: {p.soft}; }}
QLabel[role="small"] {{ font-size: {px(14)}; color: {p.soft}; }}
QLabel[role="message"] {{ font-size: {px(14)}; }}
QLabel[role="mark"] {{ font-size: {px(20)}; font-weight: 700; color: {p.accent}; }}
QLabel[role="plate"] {{ font-size: {px(24)}; font-weight: 700; border: 2px solid {p.text}; border-radius: 6px;
    padding: 2px {px(18)}; }}
QLabel[role="badge"], QLabel[role="bigbadge"] {{ border-radius: 8px; font-weight: 600; padding: 2px {px(12)}; }}
QLabel[role="bigbadge"] {{ font-size: {px(18)}; padding: 3px {px(20)}; }}
QStatusBar {{ background: {p.card}; border-top: 1px solid {p.line}; font-size: {px(14)}; }}
QStatusBar QLabel {{ color: {p.soft}; font-size: {px(14)}; padding: 0 6px; }}
QStatusBar::item {{ border: none; }}
QMenu {{ background: {p.card}; border: 1px solid {p.field_line}; padding: 4px; }}
QMenu::item {{ padding: {px(6)} {px(24)}; border-radius: 4px; }}
QMenu::item:selected {{ background: {p.selection}; }}
QMenu::item:disabled {{ color: {p.soft}; }}
QMenu::separator {{ height: 1px; background: {p.line}; margin: 4px 6px; }}
QProgressBar {{ border: 1px solid {p.line}; border-radius: 4px; background: {p.card}; text-align: center; }}
QProgressBar::chunk {{ background: {p.accent}; border-radius: 3px; }}
"""


def _buttons(p: Palette, px: _Px) -> str:
    return f"""
QPushButton, QToolButton[kind="button"] {{ background: {p.card}; border: 1px solid {p.field_line}; border-radius: 7px;
    padding: {px(7)} {px(16)}; }}
QPushButton:hover, QToolButton[kind="button"]:hover {{ background: {p.hover}; }}
QPushButton:pressed, QToolButton[kind="button"]:pressed {{ background: {p.selection}; }}
QPushButton:focus, QToolButton[kind="button"]:focus {{ border-color: {p.accent}; }}
QPushButton:disabled, QToolButton[kind="button"]:disabled {{ color: {p.soft}; background: {p.hover};
    border-color: {p.line}; }}
QPushButton[kind="primary"] {{ background: {p.accent}; color: {p.on_accent}; border-color: {p.accent};
    font-weight: 600; }}
QPushButton[kind="primary"]:hover, QPushButton[kind="primary"]:pressed {{ background: {p.accent_pressed};
    border-color: {p.accent_pressed}; }}
QPushButton[kind="primary"]:disabled {{ color: {p.soft}; background: {p.hover}; border-color: {p.line}; }}
QPushButton[kind="danger"] {{ color: {p.stop}; border-color: {p.stop}; }}
QPushButton[kind="danger"]:hover, QPushButton[kind="danger"]:pressed {{ background: {p.stop_ground}; }}
QPushButton[kind="danger"]:disabled {{ color: {p.soft}; border-color: {p.line}; }}
QPushButton[kind="link"], QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 5px;
    padding: {px(3)} {px(6)}; }}
QPushButton[kind="link"] {{ color: {p.accent}; text-align: left; }}
QPushButton[kind="link"][small="true"] {{ font-size: {px(14)}; padding: 0 {px(4)}; }}
QPushButton[kind="link"][flush="true"] {{ padding: {px(3)} 0; }}
QPushButton[kind="link"]:hover, QToolButton:hover {{ background: {p.hover}; }}
QPushButton[kind="link"]:focus, QToolButton:focus {{ border-color: {p.accent}; }}
QPushButton[kind="link"]:disabled, QToolButton:disabled {{ color: {p.soft}; }}
QToolButton:checked {{ background: {p.selection}; }}
QToolButton::menu-indicator {{ image: none; }}
QCheckBox, QRadioButton {{ spacing: {px(8)}; padding: 3px; border: 1px solid transparent; border-radius: 5px; }}
QCheckBox:focus, QRadioButton:focus {{ border-color: {p.accent}; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {p.soft}; }}
QCheckBox::indicator, QRadioButton::indicator, QListView::indicator {{ width: {px(16)}; height: {px(16)};
    background: {p.card}; border: 1px solid {p.field_line}; border-radius: 4px; }}
QRadioButton::indicator {{ border-radius: {px(8)}; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ border-color: {p.accent}; }}
QCheckBox::indicator:checked, QListView::indicator:checked {{ background: {p.accent}; border-color: {p.accent};
    image: url("{_picture("check", p)}"); }}
QRadioButton::indicator:checked {{ background: {p.accent}; border-color: {p.accent};
    image: url("{_picture("dot", p)}"); }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ background: {p.hover}; border-color: {p.line}; }}
QTabBar {{ background: {p.ground}; }}
QTabBar::tab {{ background: transparent; color: {p.soft}; border: none; border-bottom: 3px solid transparent;
    padding: {px(8)} {px(16)}; margin-right: 2px; }}
QTabBar::tab:hover {{ color: {p.text}; background: {p.hover}; }}
QTabBar::tab:selected {{ color: {p.text}; font-weight: 600; border-bottom-color: {p.accent}; }}
QTabBar QToolButton {{ background: {p.card}; border: 1px solid {p.line}; border-radius: 0; }}
QTabBar QToolButton::left-arrow {{ image: url("{_picture("left", p)}"); }}
QTabBar QToolButton::right-arrow {{ image: url("{_picture("right", p)}"); }}
QTabBar::scroller {{ width: {px(64)}; }}
QTabBar:focus {{ outline: none; }}
QTabBar::tab:focus {{ background: {p.selection}; }}
"""


def _fields(p: Palette, px: _Px) -> str:
    fields = ("QLineEdit", "QComboBox", "QPlainTextEdit", "QTextEdit", "QSpinBox")

    def each(suffix: str) -> str:
        return ", ".join(field + suffix for field in fields)

    return f"""
{each("")} {{ background: {p.card}; border: 1px solid {p.field_line}; border-radius: 6px; padding: {px(6)} {px(9)};
    selection-background-color: {p.accent}; selection-color: {p.on_accent}; }}
{each(":focus")} {{ border: 2px solid {p.accent}; padding: {px(5)} {px(8)}; }}
{each('[state="stop"]')} {{ border: 2px solid {p.stop}; padding: {px(5)} {px(8)}; }}
{each('[state="care"]')} {{ border: 2px solid {p.care}; padding: {px(5)} {px(8)}; }}
{each(":disabled")}, {each('[readOnly="true"]')} {{ background: {p.ground}; color: {p.soft}; border-color: {p.line}; }}
QLineEdit[role="search"] {{ padding: {px(8)} {px(10)} {px(8)} {px(40)}; }}
QLineEdit[role="search"]:focus {{ padding: {px(7)} {px(9)} {px(7)} {px(39)}; }}
QComboBox::drop-down {{ border: none; width: {px(28)}; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{ background: {p.card}; border: 1px solid {p.field_line}; outline: none;
    selection-background-color: {p.selection}; selection-color: {p.text}; }}
QComboBox QAbstractItemView::item {{ padding: {px(5)} {px(8)}; }}
"""


def _lists(p: Palette, px: _Px) -> str:
    return f"""
QTableView, QListView, QTreeView {{ background: {p.card}; outline: none; selection-background-color: {p.selection};
    selection-color: {p.text}; }}
QTableView[role="list"], QListView[role="list"] {{ border: 1px solid {p.line}; border-radius: 8px; }}
QTableView[role="list"]:focus, QListView[role="list"]:focus {{ border: 1px solid {p.accent}; }}
QTableView[role="list"]::item {{ padding: 0 {px(8)}; border: none; }}
QTableView[role="list"]::item:selected {{ background: {p.selection}; color: {p.text}; }}
QListView[role="navigation"] {{ background: transparent; border: 1px solid transparent; border-radius: 8px; }}
QListView[role="navigation"]:focus {{ border-color: {p.accent}; }}
QListView[role="navigation"]::item {{ padding: {px(8)} {px(12)}; border: none; border-radius: 6px; }}
QListView[role="navigation"]::item:hover {{ background: {p.hover}; }}
QListView[role="navigation"]::item:selected {{ background: {p.selection}; color: {p.text}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{ background: {p.card}; color: {p.soft}; border: none; border-bottom: 1px solid {p.line};
    padding: {px(7)} {px(8)} {px(7)} {px(11)}; font-size: {px(14)}; font-weight: 600; }}
QTableCornerButton::section {{ background: {p.card}; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 14px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: 14px; margin: 2px; }}
QScrollBar::handle {{ background: {p.field_line}; border-radius: 4px; min-height: 36px; min-width: 36px; margin: 1px; }}
QScrollBar::handle:hover {{ background: {p.soft}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QCalendarWidget QWidget#qt_calendar_navigationbar {{ background: {p.card}; border-bottom: 1px solid {p.line}; }}
QCalendarWidget QAbstractItemView {{ background: {p.card}; color: {p.text}; border: none; border-radius: 0;
    selection-background-color: {p.accent}; selection-color: {p.on_accent}; }}
QCalendarWidget QToolButton {{ color: {p.text}; font-weight: 600; }}
QCalendarWidget QSpinBox {{ padding: 1px 2px; }}
"""


def _frames(p: Palette) -> str:
    return f"""
QFrame[role="card"] {{ background: {p.card}; border: 1px solid {p.line}; border-radius: 8px; }}
QFrame[role="header"] {{ background: {p.card}; border: none; border-bottom: 1px solid {p.line}; }}
QFrame[role="footer"] {{ background: {p.card}; border: none; border-top: 1px solid {p.line}; }}
QFrame[role="line"] {{ background: {p.line}; border: none; max-height: 1px; min-height: 1px; }}
QSplitter::handle {{ background: transparent; }}
QFrame[role="side"] {{ background: {p.card}; border: none; border-right: 1px solid {p.line}; }}
QFrame[role="cover"] {{ background: {p.ground}; border: none; }}
QFrame[role="popup"] {{ background: {p.card}; border: 1px solid {p.field_line}; }}
QFrame[role="notice"] {{ border-radius: 8px; }}
QFrame[role="notice"] QLabel {{ color: {p.text}; }}
"""


def _tones(p: Palette) -> str:
    rules = []
    for tone in Tone:
        words, ground = p.tone(tone)
        rules.append(f"""
QLabel[role="badge"][tone="{tone}"], QLabel[role="bigbadge"][tone="{tone}"] {{ color: {words}; background: {ground}; }}
QFrame[role="notice"][tone="{tone}"] {{ background: {ground}; border: 1px solid {words}; }}
QLabel[role="message"][tone="{tone}"], QLabel[role="strong"][tone="{tone}"] {{ color: {words}; }}
""")
    return "".join(rules)
