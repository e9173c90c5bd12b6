"""The facts of a case, as a lawyer writes them in Portuguese, turned into what the program asks about."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from stipdesk.domain.calendar import Deadline, reckon
from stipdesk.domain.measures import BarTerms, Measure, MeasureEnding, MeasureKind, MeasureState, MeasureStep
from stipdesk.domain.registers import SubjectKind, UseTitleKind
from stipdesk.domain.standing import (
    CAA_RULES,
    OPERATOR_CAA_RULES,
    SEAL_RULES,
    Condition,
    ConditionalTerm,
    HolderFacts,
    RenewalRequest,
    Standing,
    StandingRules,
    StandingState,
    Term,
    VehicleStandingFacts,
    holder_standing,
    vehicle_standing,
)
from stipdesk.domain.vehicle import vehicle_age_limit
from stipdesk.law.loader import load_law
from stipdesk.services.access import Rules
from stipdesk.services.holders import bar_terms, is_timely_renewal

Data = Mapping[str, Any]
LAW = load_law()
RULES = Rules(LAW, (), (), ())

SITUATIONS = {
    StandingState.REGULAR: "regular",
    StandingState.ATTENTION: "regular, com aviso",
    StandingState.EXTENDED: "em vigor por prorrogação legal",
    StandingState.PROVISIONAL: "provisório",
    StandingState.CONDITIONAL: "condicional",
    StandingState.SUSPENDED: "suspenso",
    StandingState.CASSATED: "cassado",
    StandingState.REVOKED: "revogado",
    StandingState.UNPAID: "sem pagamento",
    StandingState.EXPIRED: "vencido",
    StandingState.BLOCKED: "bloqueado",
    StandingState.NEVER_AUTHORIZED: "nunca autorizado",
    StandingState.WITHDRAWN: "baixado",
}
MEASURES = {
    "suspensão-sanção": MeasureKind.PUNITIVE_SUSPENSION,
    "suspensão por perda de condições": MeasureKind.CONDITIONS_SUSPENSION,
    "suspensão cautelar": MeasureKind.PRECAUTIONARY_SUSPENSION,
    "cassação": MeasureKind.CASSATION,
    "revogação": MeasureKind.REVOCATION,
    "revogação discricionária": MeasureKind.DISCRETIONARY_REVOCATION,
}
MEASURE_STATES = {
    MeasureState.OPENED: "processo aberto",
    MeasureState.SCHEDULED: "decidida para depois",
    MeasureState.IN_FORCE: "em vigor",
    MeasureState.AWAITING_REVERSAL: "à espera do pedido de reversão",
    MeasureState.REVERSAL_REQUESTED: "reversão pedida",
    MeasureState.TO_REVOKE: "a revogar",
    MeasureState.COMPLETED: "cumprida",
    MeasureState.ENDED: "encerrada",
}
STEPS = {
    MeasureStep.RECORD_NOTICE: "notificar da abertura",
    MeasureStep.RECORD_DEFENSE: "receber defesa",
    MeasureStep.IMPOSE: "impor",
    MeasureStep.DISMISS: "arquivar",
    MeasureStep.RECORD_SERVICE: "dar ciência",
    MeasureStep.REQUEST_REVERSAL: "pedir reversão",
    MeasureStep.GRANT_REVERSAL: "deferir reversão",
    MeasureStep.DENY_REVERSAL: "indeferir reversão",
    MeasureStep.REVOKE: "revogar",
    MeasureStep.LIFT: "levantar",
    MeasureStep.ANNUL: "anular por ordem judicial",
}
CONDITIONS = {
    "CNH": "driver.license_validity",
    "EAR": "driver.paid_activity",
    "e-mail": "driver.email",
    "título de uso": "driver.use_title",
    "inscrição municipal": "operator.municipal_registration",
    "seguro": "vehicle.insurance",
    "CRLV": "vehicle.registration",
    "vistoria": "vehicle.inspection",
}
# What the register says, by the lawyer's word: the field, and what it holds when nothing was filled in.
FIELDS: Mapping[str, tuple[str, object]] = {
    "CNPJ": ("cnpj", ""),
    "inscrição municipal": ("municipal_registration", ""),
    "aplicativo": ("app_name", ""),
    "e-mail corporativo": ("corporate_email", ""),
    "categoria da CNH": ("license_category", ""),
    "validade da CNH": ("license_valid_until", None),
    "EAR": ("has_paid_activity_endorsement", False),
    "INSS": ("nit", ""),
    "consentimento do e-mail": ("email_consent_on", None),
    "Estado de nascimento": ("birth_state", ""),
}
PAPERS = {
    "contrato social": "operator.purpose",
    "certidão da Junta Comercial": "operator.commercial_registry",
    "modelo do dístico": "operator.emblem",
    "acessibilidade do aplicativo": "operator.app_accessibility",
    "mapas do aplicativo": "operator.app_maps",
    "dispositivo de segurança do aplicativo": "operator.app_safety_device",
    "destino antes do aceite": "operator.app_destination",
    "certidão criminal": "driver.criminal_certificate",
    "certidão criminal de outro Estado": "driver.criminal_certificate_other_state",
}
TITLES = {
    "proprietário": UseTitleKind.OWNER,
    "procuração": UseTitleKind.POWER_OF_ATTORNEY,
    "declaração do proprietário": UseTitleKind.OWNER_DECLARATION,
    "arrendamento": UseTitleKind.LEASING,
    "locadora": UseTitleKind.RENTAL,
}
HOLDER_RULES = {
    "prestador": (SubjectKind.DRIVER, CAA_RULES),
    "empresa": (SubjectKind.OPERATOR, OPERATOR_CAA_RULES),
}
FACTS = {
    "prestador": {"caa", "renovacoes", "medidas", "condicoes", "baixado_em"},
    "empresa": {"caa", "renovacoes", "medidas", "condicoes", "baixado_em"},
    "veículo": {"selos", "cadastro_condicional_em", "fabricacao", "hibrido", "condicoes", "baixado_em"},
}


def deadline(code: str, start: date) -> Deadline:
    return reckon(LAW.deadline_rule(code, start), start, RULES.calendar)


def bars(on: date) -> BarTerms:
    return bar_terms(RULES, on)


def standing(who: str, facts: Data, on: date) -> Standing:
    """The standing on `on` of a driver, an operator or a vehicle about whom only these facts are known."""
    unknown = facts.keys() - FACTS[who]
    assert not unknown, f"fatos desconhecidos: {sorted(unknown)}"
    if who == "veículo":
        return vehicle_standing(_vehicle(facts, on), SEAL_RULES, _alert(SEAL_RULES, on), on)
    kind, rules = HOLDER_RULES[who]
    asked = [
        RenewalRequest(f"{number:06d}/{each['pedida'].year}-01", each["pedida"], each["caa_ate"], each.get("decidida"))
        for number, each in enumerate(facts.get("renovacoes", ()), 1)
    ]
    holder = HolderFacts(
        [_authorization(number, each) for number, each in enumerate(facts.get("caa", ()), 1)],
        _conditions(kind, facts, on),
        [request for request in asked if is_timely_renewal(RULES, request)],
        measures(facts),
        facts.get("baixado_em"),
        "a pedido",
    )
    return holder_standing(holder, rules, bars(on), _alert(rules, on), on)


def measures(facts: Data) -> list[Measure]:
    return [measure(each, number) for number, each in enumerate(facts.get("medidas", ()), 1)]


def measure(data: Data, number: int = 1) -> Measure:
    """A measure whose term to ask for the reversal is reckoned from the day the holder knew."""
    served = data.get("ciencia")
    decided = data.get("decisao")
    made = Measure(
        MEASURES[data["tipo"]],
        f"{number:06d}/2025-01",
        data.get("motivo", "Motivo"),
        data.get("aberta", decided),
        decided,
        data.get("efeito", decided),
        data.get("ultimo_dia"),
        data.get("transito"),
        served,
        deadline("reversal_request", served).due if served else None,
        data.get("reversao_pedida"),
        data.get("reversao_decidida"),
        data.get("reversao_deferida"),
    )
    return replace(made, ended_on=data["fim"], ending=MeasureEnding.LIFTED) if "fim" in data else made


def vehicle_age_end(facts: Data, on: date) -> date | None:
    if "fabricacao" not in facts:
        return None
    return vehicle_age_limit(facts["fabricacao"], facts.get("hibrido", False), LAW.vehicle_limits(on))


def _alert(rules: StandingRules, on: date) -> int:
    return LAW.parameter(rules.alert, on).number


def _authorization(number: int, data: Data) -> Term:
    return Term(
        f"{number:06d}/{data['emitido'].year}-01",
        data.get("de", data["emitido"]),
        data["ate"],
        data["emitido"],
        data.get("provisorio", False),
        data.get("anulado"),
        data.get("estornado"),
    )


def _vehicle(facts: Data, on: date) -> VehicleStandingFacts:
    asked = facts.get("cadastro_condicional_em")
    last_day = vehicle_age_end(facts, on)
    age = [] if last_day is None else [_condition(SubjectKind.VEHICLE, "vehicle.age", {"ate": last_day}, on)]
    return VehicleStandingFacts(
        [_seal(number, each) for number, each in enumerate(facts.get("selos", ()), 1)],
        [*age, *_conditions(SubjectKind.VEHICLE, facts, on)],
        ConditionalTerm(asked, deadline("vehicle_inspection_proof", asked).due) if asked else None,
        last_day,
        facts.get("baixado_em"),
        "a pedido",
    )


def _seal(number: int, data: Data) -> Term:
    inspected = data["vistoria"]
    until = deadline("seal_validity", inspected).due
    return Term(f"{number:06d}/{inspected.year}-01", inspected, until, inspected, voided_on=data.get("anulado"))


def _conditions(kind: SubjectKind, facts: Data, on: date) -> list[Condition]:
    return [_condition(kind, CONDITIONS[each["qual"]], each, on) for each in facts.get("condicoes", ())]


def _condition(kind: SubjectKind, code: str, data: Data, on: date) -> Condition:
    (requirement,) = (each for each in LAW.requirements(kind, on) if each.code == code)
    met = not data.get("falta", False)
    return Condition(code, requirement.text, requirement.article, requirement.cure, met, data.get("ate"))
