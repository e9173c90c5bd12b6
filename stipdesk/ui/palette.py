"""The colours of the window, light and dark. Words reach 4.5:1 on every ground they are put on (a test computes it)."""

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """What a coloured word or box says, always together with the word itself: colour alone tells nothing."""

    NEUTRAL = "neutral"
    INFORMATION = "information"
    GOOD = "good"
    CARE = "care"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#RRGGBB`. `field_line` is the border of what can be typed in: darker than a mere `line`."""

    dark: bool
    ground: str
    card: str
    line: str
    field_line: str
    text: str
    soft: str
    accent: str
    accent_pressed: str
    on_accent: str
    selection: str
    hover: str
    good: str
    good_ground: str
    care: str
    care_ground: str
    stop: str
    stop_ground: str

    def tone(self, tone: Tone) -> tuple[str, str]:
        """The colour of the words and that of the ground of a badge or notice."""
        return {
            Tone.NEUTRAL: (self.soft, self.hover),
            Tone.INFORMATION: (self.accent, self.selection),
            Tone.GOOD: (self.good, self.good_ground),
            Tone.CARE: (self.care, self.care_ground),
            Tone.STOP: (self.stop, self.stop_ground),
        }[tone]


LIGHT = Palette(
    dark=False,
    ground="#F4F6F8",
    card="#FFFFFF",
    line="#D8DEE5",
    field_line="#7F8D9C",
    text="#17212B",
    soft="#52606D",
    accent="#0B5FA5",
    accent_pressed="#094C84",
    on_accent="#FFFFFF",
    selection="#DCEAF8",
    hover="#EAEFF4",
    good="#17703F",
    good_ground="#E3F4EA",
    care="#9A5B00",
    care_ground="#FFF1D6",
    stop="#B3261E",
    stop_ground="#FCE8E6",
)

DARK = Palette(
    dark=True,
    ground="#12181F",
    card="#1B232C",
    line="#33404D",
    field_line="#6B7C8E",
    text="#E6EDF3",
    soft="#9FB0C0",
    accent="#6CB2F5",
    accent_pressed="#93C8F9",
    on_accent="#12181F",
    selection="#223A52",
    hover="#26313C",
    good="#6FD39B",
    good_ground="#17382A",
    care="#F2BE5C",
    care_ground="#3B2E12",
    stop="#FF8A80",
    stop_ground="#43201E",
)

# (words, ground), by the names of the fields: every combination the style sheet and the painters use.
WORDS_ON_GROUNDS = (
    ("text", "ground"), ("text", "card"), ("text", "selection"), ("text", "hover"), ("text", "care_ground"),
    ("text", "stop_ground"), ("text", "good_ground"), ("soft", "ground"), ("soft", "card"), ("soft", "selection"),
    ("soft", "hover"), ("accent", "ground"), ("accent", "card"), ("accent", "selection"), ("accent", "hover"),
    ("accent_pressed", "card"), ("on_accent", "accent"), ("on_accent", "accent_pressed"), ("good", "good_ground"),
    ("good", "card"), ("care", "care_ground"), ("care", "card"), ("stop", "stop_ground"), ("stop", "card"),
    ("stop", "ground"), ("stop", "hover"),
)  # fmt: skip

# What must be seen without being read (WCAG 2.2, 1.4.11: 3:1): borders of fields and the ring of the keyboard focus.
SHAPES_ON_GROUNDS = (
    ("field_line", "card"), ("accent", "card"), ("accent", "ground"), ("stop", "card"), ("care", "card"),
    ("on_accent", "accent"),
)  # fmt: skip


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, relative luminance)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
