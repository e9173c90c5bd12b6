"""What became of a signed paper after it was signed: annulled, suspended, extinguished, extended, or no longer so.

A CAA or a seal is worth what the standing by that paper alone says today (`services.holders`): there is no second
reading of the law here.
"""

from datetime import date

from stipdesk.domain.clock import local_date
from stipdesk.domain.standing import Finding, Standing, StandingState
from stipdesk.domain.text import format_date
from stipdesk.models import Authorization, InfractionNotice, Letter, Seal
from stipdesk.services import holders
from stipdesk.services.access import Desk
from stipdesk.signing.payload import LetterPayload, StatementAbout, parse
from stipdesk.signing.verification import PaperStatus, StatusEntry
from stipdesk.store.engine import Session
from stipdesk.store.queries import verification as queries
from stipdesk.store.queries.papers import number_of
from stipdesk.store.queries.verification import SignedPaper

_WORDS = {
    StandingState.SUSPENDED: "Suspenso",
    StandingState.CASSATED: "Autorização cassada",
    StandingState.REVOKED: "Autorização revogada",
    StandingState.UNPAID: "Pagamento da taxa estornado",
    StandingState.EXPIRED: "Vencido",
    StandingState.BLOCKED: "Veículo bloqueado",
    StandingState.NEVER_AUTHORIZED: "Sem autorização em vigor",
    StandingState.WITHDRAWN: "Cadastro baixado",
}
_ENDED = frozenset(
    {
        StandingState.CASSATED, StandingState.REVOKED, StandingState.UNPAID, StandingState.BLOCKED,
        StandingState.WITHDRAWN,
    }
)  # fmt: skip


def status_of(desk: Desk, session: Session, paper: SignedPaper) -> StatusEntry | None:
    """What to say of it beyond its own dates; None when they are all there is to say."""
    match paper:
        case InfractionNotice():
            day = paper.cancelled_on
            return StatusEntry(PaperStatus.REVOKED, day, f"Cancelado em {format_date(day)}.") if day else None
        case Letter():
            return _letter(desk, session, paper)
        case Seal() | Authorization():
            return _of_standing(desk, session, paper)


def _of_standing(desk: Desk, session: Session, paper: Seal | Authorization) -> StatusEntry | None:
    if paper.voided_on is not None:
        return _voided(paper.voided_on)
    holder_id = paper.vehicle_id if isinstance(paper, Seal) else paper.operator_id or paper.driver_id
    assert holder_id is not None, "a CAA is an operator's or a driver's"
    row = queries.holder(session, holder_id)
    assert row is not None, "a paper is about somebody"
    return _entry(holders.standing_by_paper(desk, session, row, str(number_of(paper))))


def _voided(day: date) -> StatusEntry:
    return StatusEntry(PaperStatus.REVOKED, day, f"Anulado em {format_date(day)}.")


def _entry(standing: Standing) -> StatusEntry | None:
    codes = {finding.code for finding in standing.findings}
    if standing.state is StandingState.EXTENDED:
        return StatusEntry(PaperStatus.EXTENDED, standing.findings[0].since)
    if standing.state in _ENDED:
        return StatusEntry(PaperStatus.REVOKED, _since(standing), _note(standing))
    if "unpaid" in codes:  # under a suspension, which is not what ended it
        return StatusEntry(PaperStatus.REVOKED, None, f"{_WORDS[StandingState.UNPAID]}.")
    # Suspended, and over by its own date: it is the date that nobody can cure.
    if standing.state is StandingState.SUSPENDED and "expired" not in codes:
        last = f"até {format_date(standing.until)}" if standing.until is not None else "sem data de fim"
        note = f"Suspenso {last} ({_blocking(standing)[0].article})."
        return StatusEntry(PaperStatus.SUSPENDED, standing.until, note)
    return None


def _letter(desk: Desk, session: Session, letter: Letter) -> StatusEntry | None:
    paper = queries.document(session, letter.document_id)
    if letter.voided_on is not None or paper.voided_at is not None:
        return _voided(letter.voided_on or local_date(paper.voided_at or paper.issued_at))
    about = _about(letter)
    if about is None:
        return None
    row = queries.holder(session, paper.subject_id)
    assert row is not None, "a statement is about somebody"
    standing = holders.standings(desk, session, [row])[row.id]
    if about is StatementAbout.IRREGULAR:
        return _outdated("Hoje pode servir.") if standing.state.may_serve else None
    if not standing.state.may_serve:
        return _outdated(_note(standing), _since(standing))
    request = queries.application(session, paper.process_id) if about is StatementAbout.EXTENDED else None
    # It holds on the day of the decision too (arts. 12 §2 and 17 §2: "até a manifestação definitiva").
    if request is not None and request.decided_on is not None and request.decided_on < desk.today:
        return _outdated(f"A renovação foi decidida em {format_date(request.decided_on)}.", request.decided_on)
    return None


def _about(letter: Letter) -> StatementAbout | None:
    if not letter.qr_text:  # the number of a letter that proves nothing, in a code that nobody signed
        return None
    payload = parse(letter.qr_text.rpartition("#")[2]).payload
    assert isinstance(payload, LetterPayload)
    return next((each for each in StatementAbout if each == payload.about), None)


def _outdated(note: str, since: date | None = None) -> StatusEntry:
    return StatusEntry(PaperStatus.OUTDATED, since, note)


def _note(standing: Standing) -> str:
    """In a few words: what a decision says about somebody is not for whoever reads a code."""
    finding = _blocking(standing)[0]
    since = f" desde {format_date(finding.since)}" if finding.since is not None else ""
    return f"{_WORDS[standing.state]}{since} ({finding.article})."


def _since(standing: Standing) -> date | None:
    return _blocking(standing)[0].since


def _blocking(standing: Standing) -> list[Finding]:
    return [finding for finding in standing.findings if finding.blocks]
