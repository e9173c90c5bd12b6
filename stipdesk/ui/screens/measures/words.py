"""How a measure is called in the window: its state, its colour, its next term."""

from stipdesk.domain.measures import MeasureEnding, MeasureKind, MeasureState
from stipdesk.domain.text import format_date
from stipdesk.services.measure_cards import MeasureLine
from stipdesk.ui.palette import Tone
from stipdesk.ui.strings import label_of

_TONES = {
    MeasureState.OPENED: Tone.CARE,
    MeasureState.SCHEDULED: Tone.CARE,
    MeasureState.IN_FORCE: Tone.STOP,
    MeasureState.AWAITING_REVERSAL: Tone.STOP,
    MeasureState.REVERSAL_REQUESTED: Tone.STOP,
    MeasureState.TO_REVOKE: Tone.STOP,
    MeasureState.COMPLETED: Tone.NEUTRAL,
    MeasureState.ENDED: Tone.NEUTRAL,
}
# What each institute is for, where one chooses between them.
PURPOSES = {
    MeasureKind.CONDITIONS_SUSPENSION: "Condições perdidas; com defesa, decisão e prazo para a reversão.",
    MeasureKind.PRECAUTIONARY_SUSPENSION: "Risco iminente; vale até a conclusão do processo de suspensão.",
    MeasureKind.PUNITIVE_SUSPENSION: "Sanção com trânsito em julgado; até 60 dias, termina sozinha.",
    MeasureKind.CASSATION: "Sanção com trânsito em julgado; extingue o CAA e impede novo pedido por 2 anos.",
    MeasureKind.DISCRETIONARY_REVOCATION: "Ato unilateral do Poder Público; a Lei não fixa impedimento.",
}


def state_badge(line: MeasureLine) -> tuple[str, Tone]:
    """The word and colour of a measure in a list; the term to ask for the reversal has a column of its own."""
    if line.state is MeasureState.ENDED and line.ending is not None:
        return label_of(line.ending), Tone.NEUTRAL
    if line.waiting:
        return "Aguarda decisão", Tone.CARE
    word = "Em vigor" if line.state is MeasureState.AWAITING_REVERSAL else label_of(line.state)
    return word, _TONES[line.state]


def headline(line: MeasureLine) -> tuple[str, Tone]:
    """The one state of the card, with its date."""
    match line.state:
        case MeasureState.OPENED:
            return "EM PROCESSO", Tone.CARE
        case MeasureState.SCHEDULED if line.effective_from is not None:
            return f"COMEÇA EM {format_date(line.effective_from)}", Tone.CARE
        case MeasureState.TO_REVOKE:
            return "A REVOGAR", Tone.STOP
        case MeasureState.REVERSAL_REQUESTED:
            return "REVERSÃO PEDIDA", Tone.STOP
        case MeasureState.IN_FORCE | MeasureState.AWAITING_REVERSAL:
            return "EM VIGOR" + (f" até {format_date(line.until)}" if line.until is not None else ""), Tone.STOP
        case MeasureState.ENDED if line.ending is not None:
            return label_of(line.ending).upper(), _ending_tone(line.ending)
        case state:
            return label_of(state).upper(), Tone.NEUTRAL


def _ending_tone(ending: MeasureEnding) -> Tone:
    return Tone.STOP if ending is MeasureEnding.REVOKED else Tone.NEUTRAL


def term_badge(line: MeasureLine) -> tuple[str, Tone]:
    """The next day to watch."""
    if line.next_term is None:
        return "–", Tone.NEUTRAL
    tone = Tone.STOP if line.next_term.over else Tone.CARE
    return f"{line.next_term.text} {format_date(line.next_term.day)}", tone


def dates_text(line: MeasureLine) -> str:
    """Since when, and until when, in one line."""
    if line.effective_from is None:
        return f"Aberto em {format_date(line.opened_on)}"
    since = f"Efeito desde {format_date(line.effective_from)}"
    return f"{since}, até {format_date(line.until)}" if line.until is not None else since
