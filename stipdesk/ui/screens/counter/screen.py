"""Balcão: the walk-in. Search, the card, what is missing today, do it, print; the keyboard never leaves the window."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QSplitter, QStackedWidget, QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import office, search
from stipdesk.services.office import OfficeProfile
from stipdesk.services.search import Hit
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.applications.card import ApplicationCardView
from stipdesk.ui.screens.base import SearchableScreen
from stipdesk.ui.screens.drivers.card import DriverCard
from stipdesk.ui.screens.drivers.dialogs import open_new_driver
from stipdesk.ui.screens.infractions.card import InfractionCardView
from stipdesk.ui.screens.operators.card import OperatorCard
from stipdesk.ui.screens.operators.dialogs import open_new_operator
from stipdesk.ui.screens.parts.acts import NEW_KEYS
from stipdesk.ui.screens.parts.states import state_word, why_not
from stipdesk.ui.screens.vehicles.card import VehicleCard
from stipdesk.ui.screens.vehicles.dialogs import open_new_vehicle
from stipdesk.ui.strings import count, tone_of
from stipdesk.ui.tables.result_list import ResultItem, ResultList
from stipdesk.ui.widgets.basics import column, heading, label
from stipdesk.ui.widgets.buttons import ActButton, because, button

_MOST = 50
_WELCOME = (
    "Busque por nome, CPF, CNPJ, placa ou número de CAA, selo, auto ou protocolo.\n"
    "Setas escolhem, Enter abre. F3 volta à busca."
)
AnyCard = OperatorCard | DriverCard | VehicleCard | InfractionCardView | ApplicationCardView
_CARDS: dict[SubjectKind, Callable[[UiContext], AnyCard]] = {
    SubjectKind.OPERATOR: OperatorCard,
    SubjectKind.DRIVER: DriverCard,
    SubjectKind.VEHICLE: VehicleCard,
    SubjectKind.INFRACTION: InfractionCardView,
    SubjectKind.APPLICATION: ApplicationCardView,
}


class CounterScreen(SearchableScreen):
    """The answers of the search box at the left, the same cards as in the tabs at the right."""

    shows = ~Changes.NOTHING
    subjects = frozenset()

    def __init__(self, context: UiContext) -> None:
        super().__init__(context)
        self._text = ""
        self._cards: dict[SubjectKind, AnyCard] = {}
        self._summary = label("", "small")
        self.results = ResultList("Resultados da busca")
        self.results.chosen.connect(self._chosen)
        self.results.opened.connect(lambda _hit: self.accept())
        self.new_driver = self._new("Novo prestador", self.register_driver, Act.REGISTER_DRIVER, NEW_KEYS)
        self.new_vehicle = self._new("Novo veículo", self.register_vehicle, Act.REGISTER_VEHICLE)
        self.new_operator = self._new("Nova operadora", self.register_operator, Act.REGISTER_OPERATOR)
        left = QWidget()
        new = column(self.new_driver, self.new_vehicle, self.new_operator, spacing=8)
        inside = column(self._summary, self.results, new, spacing=10)
        inside.setStretchFactor(self.results, 1)
        inside.addStretch(0)
        left.setLayout(inside)
        self._cards_stack = QStackedWidget()
        self._cards_stack.addWidget(self._welcome())
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(16)
        split.addWidget(left)
        split.addWidget(self._cards_stack)
        split.setStretchFactor(1, 1)
        split.setSizes([330, 980])
        self.setLayout(column(split))
        self._show_summary(None)

    @property
    def card(self) -> AnyCard | None:
        """The card shown, if any."""
        shown = self._cards_stack.currentWidget()
        return shown if isinstance(shown, AnyCard) else None

    def search(self, text: str) -> None:
        self._text = text
        if not text.strip():
            self._answered([])
            self._show_summary(None)
            return
        job = partial(search.find, self.context.desk, text, limit=_MOST)
        self.context.tasks.run(job, self._answered, owner=self, latest=(id(self), "search"))

    def step(self, lines: int) -> None:
        self.results.step(lines)

    def accept(self) -> None:
        if self.card is not None:
            self.card.take_focus()

    def reload(self, _changes: Changes) -> None:
        if self._text.strip():
            job = partial(search.find, self.context.desk, self._text, limit=_MOST)
            self.context.tasks.run(job, self._refreshed, owner=self, latest=(id(self), "search"))
        if self.card is not None:
            self.card.reload()

    def open_subject(self, kind: SubjectKind, subject_id: UUID) -> None:
        if kind not in self._cards:
            self._cards[kind] = _CARDS[kind](self.context)
            self._cards_stack.addWidget(self._cards[kind])
        self._cards_stack.setCurrentWidget(self._cards[kind])
        self._cards[kind].open(subject_id)

    def register_driver(self) -> None:
        """The form of a new driver; his card opens when he is registered."""
        self._with_municipality(self.new_driver, SubjectKind.DRIVER, open_new_driver)

    def register_operator(self) -> None:
        self._with_municipality(self.new_operator, SubjectKind.OPERATOR, open_new_operator)

    def register_vehicle(self) -> None:
        self._follow(open_new_vehicle(self.context, self), SubjectKind.VEHICLE)

    def _with_municipality(
        self, busy: ActButton, kind: SubjectKind, form: Callable[[UiContext, QWidget, str], FormDialog]
    ) -> None:
        def opened(answer: tuple[OfficeProfile, int]) -> None:
            self._follow(form(self.context, self, answer[0].municipality), kind)

        self.context.tasks.run(partial(office.profile, self.context.desk), opened, owner=self, busy=busy)

    def _follow(self, dialog: FormDialog, kind: SubjectKind) -> None:
        dialog.saved.connect(partial(self.open_subject, kind))

    def _new(self, text: str, clicked: Callable[[], object], act: Act, shortcut: str = "") -> ActButton:
        made = button(text, clicked, icon_name="plus", shortcut=shortcut)
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        because(made, why_not(self.context.desk, act))
        return made

    def _answered(self, hits: Sequence[Hit]) -> None:
        self._show_hits(hits)
        if not hits:
            self._cards_stack.setCurrentIndex(0)

    def _refreshed(self, hits: Sequence[Hit]) -> None:
        """After an act: the states at the left are new, the choice stays."""
        chosen = self.card.subject_id if self.card is not None else None
        self.results.blockSignals(True)
        self._show_hits(hits)
        place = next((place for place, hit in enumerate(hits) if hit.subject_id == chosen), None)
        if place is not None:
            self.results.step(place)
        self.results.blockSignals(False)

    def _show_hits(self, hits: Sequence[Hit]) -> None:
        self.results.show_items([_item(hit) for hit in hits])
        self._show_summary(len(hits))

    def _show_summary(self, hits: int | None) -> None:
        self.results.setVisible(bool(hits))
        if hits is None:
            self._summary.setText("Quem chega pela primeira vez")
        elif hits == 0:
            self._summary.setText(f"Nada encontrado para “{self._text.strip()}”")
        else:
            more = "primeiros " if hits == _MOST else ""
            self._summary.setText(more + count(hits, "resultado", "resultados"))

    def _chosen(self, hit: object) -> None:
        if isinstance(hit, Hit):
            self.open_subject(hit.kind, hit.subject_id)

    def _welcome(self) -> QWidget:
        made = QWidget()
        words = heading("Quem está no balcão?")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        how = label(_WELCOME, "soft", wrap=True)
        how.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = column(words, how, spacing=10)
        layout.insertStretch(0, 2)
        layout.addStretch(3)
        made.setLayout(layout)
        return made


def _item(hit: Hit) -> ResultItem:
    if hit.standing is None:
        return ResultItem(hit.title, hit.subtitle, "", Tone.NEUTRAL, hit)
    return ResultItem(hit.title, hit.subtitle, state_word(hit.kind, hit.standing), tone_of(hit.standing.state), hit)
