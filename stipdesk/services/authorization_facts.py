"""Whether a CAA may be issued today, and why not: for the act that issues it and for the button that offers it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from stipdesk.domain.applications import ApplicationChannel, ApplicationDecision, ApplicationKind
from stipdesk.domain.authorization import renewed_from, validity_end
from stipdesk.domain.errors import DeskError, Reason, Refused
from stipdesk.domain.legal import EvidenceKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import RenewalRequest, StandingState
from stipdesk.domain.text import format_date
from stipdesk.models import Application, Authorization, Driver, FeePayment
from stipdesk.models.base import RegisterRow
from stipdesk.services import holders, registers
from stipdesk.services.access import Desk, Rules
from stipdesk.services.application_facts import bar_of_holder, holder_of, renewable
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import papers

_PROVISIONAL = "art. 16, § 1º"
_EXTINCT = frozenset({StandingState.CASSATED, StandingState.REVOKED})


@dataclass(frozen=True, slots=True)
class IssueOutlook:
    """Why each act is not possible today, in a sentence for its button; "" when it is."""

    annual: str
    provisional: str


@dataclass(frozen=True, slots=True)
class ProvisionalGrounds:
    """What a provisional CAA stands on: the request an operator sent and the payment from which its days count."""

    application: Application
    payment: FeePayment
    valid_until: date


def outlook(desk: Desk, session: Session, row: RegisterRow, lines: Sequence[RequirementLine]) -> IssueOutlook:
    """What the card of an operator or driver says on its buttons; `lines` is the checklist it already read."""

    def annual() -> None:
        payment_for_issue(desk, session, row, lines)

    def provisional() -> None:
        provisional_grounds(desk, session, row, lines)

    return IssueOutlook(_why_not(annual), _why_not(provisional))


def payment_for_issue(desk: Desk, session: Session, row: RegisterRow, lines: Sequence[RequirementLine]) -> FeePayment:
    """The payment on which the annual CAA can be issued today.

    Raises `Refused`: withdrawn, barred (arts. 34 §1 and 41, with the day it ends), too early to renew, or with every
    requirement not met.
    """
    registers.refuse_withdrawn(row)
    _refuse_barred(desk, session, row)
    _refuse_early(desk, session, row)
    _refuse_missing("O CAA não pode ser emitido ainda. Falta:", lines)
    kind = holders.kind_of(row)
    payment = papers.unspent_payment(session, kind, row.id)
    if payment is None:  # a court took the requirement away, or the office switched it off
        article = "art. 9º, VII" if kind is SubjectKind.OPERATOR else "art. 16, § 2º"
        cure = "Proponha a dispensa da taxa, com a decisão que a afastou; outra pessoa a registra."
        raise Refused(
            "O CAA não pode ser emitido ainda.", Reason("fee", "A dispensa da taxa não foi registrada", article, cure)
        )
    return payment


def provisional_grounds(
    desk: Desk, session: Session, row: RegisterRow, lines: Sequence[RequirementLine]
) -> ProvisionalGrounds:
    """What the provisional CAA of art. 16 §1 can be issued on today.

    Raises `Refused`: not a first request sent by an operator, barred, given before, without the data it needs or the
    fee, or when its days, counted from the payment, are over.
    """
    registers.refuse_withdrawn(row)
    _refuse_barred(desk, session, row)
    kind = holders.kind_of(row)
    application = queries.open_authorization_request(session, kind, row.id) if isinstance(row, Driver) else None
    _refuse_own_request(application)
    assert application is not None, "refused above"
    _refuse_second(session, application)
    # The papers may still be on their way; what the operator's file itself brings may not.
    _refuse_missing(
        "O CAA provisório não pode ser emitido ainda. Falta:",
        [line for line in lines if line.requirement.evidence in {EvidenceKind.DATA, EvidenceKind.PAYMENT}],
    )
    payment = papers.unspent_payment(session, kind, row.id)
    if payment is None:
        cure = "Registre o pagamento da taxa: os dias do CAA provisório contam dele."
        raise _no_provisional("A taxa não foi paga", cure, "art. 16, § 2º")
    days = desk.rules(session).parameter("provisional_authorization_days", payment.paid_on).number
    until = payment.paid_on + timedelta(days=days)
    if until < desk.today:
        text = f"Os {days} dias contados do pagamento, de {format_date(payment.paid_on)}, terminaram"
        raise _no_provisional(f"{text} em {format_date(until)}", "Emita o CAA definitivo quando nada mais faltar.")
    return ProvisionalGrounds(application, payment, until)


def next_term(desk: Desk, session: Session, rules: Rules, row: RegisterRow, request: Application) -> tuple[date, date]:
    """The first and the last day of the CAA that answers a request today (arts. 12 and 17).

    A renewal asked in time follows the term it renews, even when that is over and extended, unless the new one would be
    over too; asked late, or of a CAA that was lost meanwhile, it begins today.
    """
    today = desk.today
    years = rules.parameter("authorization_validity_years", today).number
    anew = today, validity_end(today, years)
    previous = session.get(Authorization, request.renews_id) if request.renews_id is not None else None
    if previous is None or not _stands(desk, session, row, previous):
        return anew
    asked = RenewalRequest(str(queries.number_of(request)), _asked_on(session, request), previous.valid_until)
    timely = holders.is_timely_renewal(rules, asked)
    follows = rules.parameter("renewal_term_follows_previous", today).flag
    start = renewed_from(previous.valid_until, today, timely=timely, follows_previous=follows)
    until = validity_end(start, years)
    if until < today:
        return anew
    return (start + timedelta(days=1) if timely and follows else start), until


def _stands(desk: Desk, session: Session, row: RegisterRow, caa: Authorization) -> bool:
    """Whether the CAA to be renewed was neither annulled, nor left unpaid, nor extinguished."""
    payment = session.get(FeePayment, caa.payment_id)
    if caa.voided_on is not None or payment is None or payment.reversed_on is not None:
        return False
    return holders.standings(desk, session, [row])[row.id].state not in _EXTINCT


def _asked_on(session: Session, request: Application) -> date:
    """The day the renewal of this CAA was first asked for.

    One granted by a CAA that was annulled as a mistake of the office still counts: the citizen asked in time.
    """
    kind, holder_id = holder_of(request)
    return min(
        each.filed_on
        for each in queries.applications_of(session, kind, holder_id)
        if each.renews_id == request.renews_id and each.decision in {None, ApplicationDecision.GRANTED}
    )


def _refuse_barred(desk: Desk, session: Session, row: RegisterRow) -> None:
    bar = bar_of_holder(desk, session, row)
    if bar is not None:
        text = f"Impedido desde {format_date(bar.since)} pela decisão {bar.measure.number}"
        cure = f"Novo CAA pode ser pedido a partir de {format_date(bar.free_on)}."
        raise Refused("O CAA não pode ser emitido.", Reason("bar", text, bar.article, cure))


def _refuse_early(desk: Desk, session: Session, row: RegisterRow) -> None:
    """One CAA at a time: while one is in force and nobody asked in its last days, there is nothing to issue."""
    kind = holders.kind_of(row)
    if queries.open_authorization_request(session, kind, row.id) is not None:
        return
    current = renewable(desk, session, kind, row.id)
    if current is None:
        return
    days = desk.rules(session).parameter("renewal_opens_days", desk.today).number
    opens = current.valid_until - timedelta(days=days)
    if desk.today < opens:
        raise Refused(
            f"O CAA {papers.number_of(current)} está em vigor até {format_date(current.valid_until)}. "
            f"A renovação pode ser emitida a partir de {format_date(opens)}."
        )


def _refuse_missing(message: str, lines: Sequence[RequirementLine]) -> None:
    missing = [line for line in lines if line.state.is_missing]
    if missing:
        reasons = (
            Reason(line.requirement.code, line.problem, line.requirement.article, line.requirement.cure)
            for line in missing
        )
        raise Refused(message, *reasons)


def _refuse_own_request(application: Application | None) -> None:
    if application is None or application.kind is not ApplicationKind.FIRST_AUTHORIZATION:
        cure = "Protocole o pedido do primeiro CAA que a operadora enviou."
        raise _no_provisional("Não há pedido de primeiro CAA aguardando decisão", cure)
    if application.channel is not ApplicationChannel.OPERATOR:
        number = queries.number_of(application)
        text = f"O requerimento {number} veio ao balcão, e o CAA provisório é só de quem uma operadora apresenta"
        raise _no_provisional(text, "Emita o CAA definitivo quando nada mais faltar.")


def _refuse_second(session: Session, application: Application) -> None:
    given = session.get(Authorization, application.provisional_id) if application.provisional_id is not None else None
    if given is not None and given.voided_on is None:
        text = f"O CAA provisório {papers.number_of(given)}, até {format_date(given.valid_until)}, já foi dado"
        raise _no_provisional(text, "O provisório não se prorroga: emita o definitivo quando nada mais faltar.")


def _no_provisional(text: str, cure: str, article: str = _PROVISIONAL) -> Refused:
    return Refused("O CAA provisório não pode ser emitido.", Reason("provisional", text, article, cure))


def _why_not(act: Callable[[], None]) -> str:
    try:
        act()
    except Refused as refused:
        reasons = "; ".join(f"{reason.text} ({reason.article})" for reason in refused.reasons)
        return f"{refused.message} {reasons}".strip()
    except DeskError as error:  # a value the office has yet to set
        return str(error)
    return ""
