"""How a state is called on a card: the big words of a standing, and the word of each line of a checklist."""

from datetime import date, timedelta

from stipdesk.domain.permissions import PERMISSIONS, Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine, RequirementState
from stipdesk.domain.standing import Finding, Standing, StandingState
from stipdesk.domain.text import format_date
from stipdesk.services.access import Desk
from stipdesk.ui.palette import Tone
from stipdesk.ui.strings import label_of, roles_text, tone_of

# Only the colour of a date: what is warned of, and when, is the standing's to say.
_SOON = timedelta(days=60)


def headline(kind: SubjectKind, standing: Standing) -> tuple[str, Tone]:
    """The one state a card is about, with its date. Who may serve is told so, whatever warnings there are."""
    paper = "Selo" if kind is SubjectKind.VEHICLE else "CAA"
    match standing.state:
        case StandingState.REGULAR | StandingState.ATTENTION:
            return f"REGULAR até {format_date(standing.until)}" if standing.until else "REGULAR", Tone.GOOD
        case StandingState.EXTENDED:
            return "EM VIGOR por prorrogação legal", Tone.GOOD
        case StandingState.PROVISIONAL | StandingState.CONDITIONAL:
            until = f" até {format_date(standing.until)}" if standing.until else ""
            return label_of(standing.state).upper() + until, Tone.CARE
        case StandingState.SUSPENDED:
            return "CAA SUSPENSO" + (f" até {format_date(standing.until)}" if standing.until else ""), Tone.STOP
        case StandingState.CASSATED | StandingState.REVOKED | StandingState.UNPAID:
            return f"CAA {label_of(standing.state).upper()}", Tone.STOP
        case StandingState.BLOCKED:
            return label_of(standing.state).upper(), Tone.STOP
        case StandingState.EXPIRED:
            since = next((finding.since for finding in standing.findings if finding.since is not None), None)
            return f"{paper.upper()} VENCIDO" + (f" desde {format_date(since)}" if since else ""), Tone.STOP
        case StandingState.NEVER_AUTHORIZED:
            return f"SEM {paper.upper()}", Tone.STOP
        case StandingState.WITHDRAWN:
            return ("BAIXADA" if kind is SubjectKind.OPERATOR else "BAIXADO"), tone_of(standing.state)


def state_word(kind: SubjectKind, standing: Standing) -> str:
    """The state in a list: short, and of the paper that decides it."""
    paper = "selo" if kind is SubjectKind.VEHICLE else "CAA"
    match standing.state:
        case StandingState.EXPIRED:
            return f"{paper[0].upper()}{paper[1:]} vencido"
        case StandingState.NEVER_AUTHORIZED:
            return f"Sem {paper}"
        case StandingState.WITHDRAWN if kind is SubjectKind.OPERATOR:
            return "Baixada"
        case state:
            return label_of(state)


def finding_tone(finding: Finding) -> Tone:
    """A reason that forbids stops; any other asks for care."""
    return Tone.STOP if finding.blocks else Tone.CARE


def requirement_state(line: RequirementLine, today: date) -> tuple[str, Tone]:
    """The word and colour of one line of the checklist."""
    until = line.valid_until
    match line.state:
        case RequirementState.MISSING:
            return "Falta", Tone.STOP
        case RequirementState.REFUSED:
            return "Recusado", Tone.STOP
        case RequirementState.EXEMPT:
            return "Dispensado por ordem judicial", Tone.NEUTRAL
        case RequirementState.LAPSED:
            return (f"Venceu em {format_date(until)}" if until else "Vencido"), Tone.STOP
        case RequirementState.NOT_APPLICABLE:
            return "Não é o caso", Tone.NEUTRAL
        case RequirementState.MET:
            if until is None:
                return "Em ordem", Tone.GOOD
            if until - today <= _SOON:
                return f"Vence em {format_date(until)}", Tone.CARE
            return f"Em ordem até {format_date(until)}", Tone.GOOD


def validity_state(valid_from: date, valid_until: date, voided_on: date | None, today: date) -> tuple[str, Tone]:
    """The word and colour of a CAA, a seal or a policy."""
    if voided_on is not None:
        return "Anulado", Tone.NEUTRAL
    if today < valid_from:
        return "Ainda não vale", Tone.INFORMATION
    if valid_until < today:
        return "Vencido", Tone.STOP
    return ("Vence logo", Tone.CARE) if valid_until - today <= _SOON else ("Em vigor", Tone.GOOD)


def caa_state(
    valid_from: date,
    valid_until: date,
    issued_on: date,
    voided_on: date | None,
    standing: Standing,
    extinguished_on: date | None,
) -> tuple[str, Tone]:
    """The word and colour of one CAA of a holder: what happened to the holder happened to the paper in force."""
    today = standing.as_of
    if voided_on is not None:
        return "Anulado", Tone.NEUTRAL
    if extinguished_on is not None and issued_on <= extinguished_on:
        return "Extinto", Tone.STOP if today <= valid_until else Tone.NEUTRAL
    if valid_from <= today <= valid_until and standing.state in _OVER_THE_PAPER:
        return label_of(standing.state), Tone.STOP
    if valid_until < today and standing.state is StandingState.EXTENDED and valid_until >= today - _EXTENDED_AT_MOST:
        return "Prorrogado por lei", Tone.GOOD
    return validity_state(valid_from, valid_until, voided_on, today)


_OVER_THE_PAPER = frozenset({StandingState.SUSPENDED, StandingState.UNPAID, StandingState.WITHDRAWN})
_EXTENDED_AT_MOST = timedelta(days=365)


def why_not(desk: Desk, act: Act, withdrawn_on: date | None = None) -> str:
    """Why the signed-in user cannot do this act on a record, or ''; who can is named."""
    if withdrawn_on is not None:
        return f"Cadastro baixado em {format_date(withdrawn_on)}."
    if not desk.may(act):
        return f"Ato de: {roles_text(PERMISSIONS[act])}."
    return ""
