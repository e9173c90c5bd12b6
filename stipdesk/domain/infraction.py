"""The auto de infração (art. 37), the choice of conduct (art. 59), the fine (arts. 30-31), the debt (art. 58)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from stipdesk.domain.clock import local_date
from stipdesk.domain.errors import FieldProblem
from stipdesk.domain.legal import Conduct, InfractionGroup
from stipdesk.domain.registers import Addressee

# Art. 63: in force on its publication, not before its date.
LAW_IN_FORCE = date(2022, 3, 4)


@dataclass(frozen=True, slots=True)
class InfractionFacts:
    """What an agent writes on an auto before it is numbered; "" and None are what is still empty.

    `conduct_text` and `legal_basis` come from the conduct chosen. When the driver could not be identified,
    `unidentified_reason` says why (art. 37 §3) and `addressed_to` is the vehicle's registrant (§4). `defense_text` says
    the term for the defence. `plate` and `vehicle` are not part of an auto against an operator.
    """

    addressee: Addressee
    conduct_code: str = ""
    conduct_text: str = ""
    legal_basis: str = ""
    occurred_at: datetime | None = None
    place: str = ""
    plate: str = ""
    vehicle: str = ""
    addressed_to: str = ""
    addressee_document: str = ""
    driver_identified: bool = True
    unidentified_reason: str = ""
    facts: str = ""
    defense_text: str = ""
    agent_name: str = ""
    agent_registration: str = ""


def notice_problems(notice: InfractionFacts, now: datetime) -> tuple[FieldProblem, ...]:
    """What the auto lacks of the seven items for a driver (art. 37 §1) or the six for an operator (§5)."""
    if notice.addressee is Addressee.DRIVER:
        return (
            *_typification(notice, "art. 37, § 1º, I"),
            *_place_and_time(notice, now, "art. 37, § 1º, II"),
            *_vehicle(notice),
            *_driver(notice),
            *_description(notice, "art. 37, § 1º, V"),
            *_defense(notice, "art. 37, § 1º, VI"),
            *_authority(notice, "art. 37, § 1º, VII"),
        )
    return (
        *_typification(notice, "art. 37, § 5º, I"),
        *_place_and_time(notice, now, "art. 37, § 5º, II"),
        *_operator(notice),
        *_description(notice, "art. 37, § 5º, IV"),
        *_defense(notice, "art. 37, § 5º, V"),
        *_authority(notice, "art. 37, § 5º, VI"),
    )


def _missing(field: str, value: str, message: str, remedy: str, article: str) -> list[FieldProblem]:
    # A dash or a dot typed to get past the field says nothing either.
    return [] if any(char.isalnum() for char in value) else [FieldProblem(field, message, remedy, article)]


def _typification(notice: InfractionFacts, article: str) -> list[FieldProblem]:
    if all(text.strip() for text in (notice.conduct_code, notice.conduct_text, notice.legal_basis)):
        return []
    return [FieldProblem("conduct_code", "Falta a conduta com o enquadramento.", "Escolha uma do art. 59.", article)]


def _place_and_time(notice: InfractionFacts, now: datetime, article: str) -> list[FieldProblem]:
    problems = _missing(
        "place", notice.place, "Falta o local da infração.", "Escreva a rua, o número ou o ponto.", article
    )
    if notice.occurred_at is None:
        problems.append(
            FieldProblem("occurred_at", "Falta a data e a hora da infração.", "Informe quando ocorreu.", article)
        )
    elif local_date(notice.occurred_at) < LAW_IN_FORCE:
        text = f"Em {local_date(notice.occurred_at):%d/%m/%Y} a Lei 2.054/2022 ainda não estava em vigor."
        problems.append(FieldProblem("occurred_at", text, "Confira o ano.", article))
    elif notice.occurred_at > now:
        problems.append(FieldProblem("occurred_at", "A infração está no futuro.", "Confira a data e a hora.", article))
    return problems


def _vehicle(notice: InfractionFacts) -> list[FieldProblem]:
    article = "art. 37, § 1º, III"
    return [
        *_missing("plate", notice.plate, "Falta a placa do veículo.", "Copie-a do veículo.", article),
        *_missing("vehicle", notice.vehicle, "Falta o modelo do veículo.", "Escreva a marca e o modelo.", article),
    ]


def _driver(notice: InfractionFacts) -> list[FieldProblem]:
    if notice.driver_identified:
        article = "art. 37, § 1º, IV"
        return [
            *_missing(
                "addressed_to",
                notice.addressed_to,
                "Falta a identificação do prestador.",
                "Escolha o prestador ou diga por que não foi identificado.",
                article,
            ),
            *_missing("addressee_document", notice.addressee_document, "Falta o CPF do prestador.", "", article),
        ]
    return [
        *_missing(
            "unidentified_reason",
            notice.unidentified_reason,
            "Falta a razão de o prestador não ter sido identificado.",
            "Escreva o que impediu a identificação.",
            "art. 37, § 3º",
        ),
        *_missing(
            "addressed_to",
            notice.addressed_to,
            "Falta o responsável pelo cadastro do veículo, a quem o auto se dirige.",
            "Confira a placa ou identifique o prestador.",
            "art. 37, § 4º",
        ),
    ]


def _operator(notice: InfractionFacts) -> list[FieldProblem]:
    article = "art. 37, § 5º, III"
    return [
        *_missing("addressed_to", notice.addressed_to, "Falta a empresa operadora.", "Escolha a empresa.", article),
        *_missing("addressee_document", notice.addressee_document, "Falta o CNPJ da empresa.", "", article),
    ]


def _description(notice: InfractionFacts, article: str) -> list[FieldProblem]:
    return _missing("facts", notice.facts, "Falta a descrição da infração.", "Conte o que foi visto.", article)


def _defense(notice: InfractionFacts, article: str) -> list[FieldProblem]:
    return _missing("defense_text", notice.defense_text, "Falta o prazo da defesa prévia.", "", article)


def _authority(notice: InfractionFacts, article: str) -> list[FieldProblem]:
    return [
        *_missing("agent_name", notice.agent_name, "Falta o nome da autoridade.", "", article),
        *_missing("agent_registration", notice.agent_registration, "Falta a matrícula da autoridade.", "", article),
    ]


def conduct_warnings(conduct: Conduct, addressee: Addressee) -> tuple[str, ...]:
    """In Portuguese, what the agent should weigh before using the conduct; none of it blocks."""
    warnings = [f"Compare com {twin.code}: {twin.advice}" for twin in conduct.twins]
    if addressee not in conduct.addressees:
        other = "da empresa operadora" if addressee is Addressee.DRIVER else "do prestador"
        warnings.insert(0, f"A redação da conduta {conduct.code} é {other}. Confira a quem o auto se dirige.")
    return tuple(warnings)


class CaaSituation(StrEnum):
    """Where a CAA stands on the day of the fact. EXTENDED: expired with a timely renewal pending (art. 17 §2)."""

    VALID = "valid"
    EXTENDED = "extended"
    EXPIRED = "expired"
    NEVER_ISSUED = "never_issued"
    SUSPENDED = "suspended"
    REVOKED = "revoked"


def conduct_for_situation(addressee: Addressee, situation: CaaSituation) -> str | None:
    """The code of the conduct of whoever serves in that situation; None when there is no infraction.

    Art. 59 punishes the expired CAA twice, I-b and IV-c. Adopted reading: a driver merely expired falls in I-b, whose
    verb is the specific one and which is milder; IV-c is for the rest and for the operator.
    """
    if situation in {CaaSituation.VALID, CaaSituation.EXTENDED}:
        return None
    return "A-b" if addressee is Addressee.DRIVER and situation is CaaSituation.EXPIRED else "D-c"


def fine_problems(group: InfractionGroup, upf: int, reasons: str) -> tuple[FieldProblem, ...]:
    """Whether a fine of `upf` units fits its group (arts. 30-31); above the minimum it must be reasoned."""
    if not group.upf_minimum <= upf <= group.upf_maximum:
        return (
            FieldProblem(
                "upf",
                f"A multa do grupo {group.code} vai de {group.upf_minimum} a {group.upf_maximum} UPF.",
                "Escolha um valor dessa faixa.",
                group.article,
            ),
        )
    if upf > group.upf_minimum and not any(char.isalnum() for char in reasons):
        return (
            FieldProblem(
                "reasons",
                f"Multa acima do mínimo de {group.upf_minimum} UPF sem motivo.",
                "Escreva por que o mínimo não basta.",
                group.article,
            ),
        )
    return ()


def debt_referral_from(payment_due: date, days: int) -> date:
    """The first day an unpaid fine may go to the dívida ativa: all `days` after the due date have run (art. 58)."""
    return payment_due + timedelta(days=days + 1)
