"""The cases of `cases/*.toml`, written so that a lawyer can read and add to them.

Each has the article, the situation, the rule it tries, the data and the result, on both sides of every boundary.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from stipdesk.domain.applications import Pause, issue_clock
from stipdesk.domain.authorization import (
    Evidence,
    accepts_license_category,
    is_timely,
    is_valid_on,
    missing_requirements,
    renewed_from,
    validity_end,
)
from stipdesk.domain.calendar import DeadlineUnit
from stipdesk.domain.infraction import (
    CaaSituation,
    conduct_for_situation,
    debt_referral_from,
    fine_problems,
)
from stipdesk.domain.legal import ParameterOverride, is_article
from stipdesk.domain.measures import bar_until, imposition_problems, measure_state, possible_steps
from stipdesk.domain.pair import PairLink, pair_standing
from stipdesk.domain.registers import Addressee, SubjectKind, UseTitleFields
from stipdesk.domain.requirements import checklist, driver_evidence, operator_evidence
from stipdesk.domain.vehicle import PassengerPolicy, VehicleFacts, policy_problems, vehicle_problems
from stipdesk.domain.warning_sanction import Penalty, WarningTerms, warning_problems
from tests import office
from tests.law import facts
from tests.law.facts import LAW, Data

CALENDAR = facts.RULES.calendar


@dataclass(frozen=True)
class LawCase:
    file: str
    artigo: str
    situacao: str
    regra: str
    dados: Data
    resultado: Data

    @property
    def __name__(self) -> str:
        """pytest names a parameter by its `__name__`, when it has one."""
        return f"{self.file}: {self.artigo}: {self.situacao}"


def _number(code: str, on: date) -> int:
    return LAW.parameter(code, on).number


def _prazo(dados: Data) -> Data:
    return {"vencimento": facts.deadline(dados["prazo"], dados["inicio"]).due}


def _em_tempo(dados: Data) -> Data:
    return {"em_tempo": not facts.deadline(dados["prazo"], dados["inicio"]).is_over(dados["praticado_em"])}


def _validade(dados: Data) -> Data:
    return {"ate": facts.deadline(dados["papel"], dados["de"]).due}


def _vale_em(dados: Data) -> Data:
    return {"vale": is_valid_on(dados["ate"], dados["em"])}


def _renovacao(dados: Data) -> Data:
    days = _number("renewal_antecedence_days", dados["pedida_em"])
    calendar = None if dados.get("leitura_estrita") else CALENDAR
    return {"a_tempo": is_timely(dados["pedida_em"], dados["caa_ate"], days, calendar)}


def _novo_periodo(dados: Data) -> Data:
    start = renewed_from(dados["caa_ate"], dados["decidida_em"], timely=dados["a_tempo"])
    return {"ate": validity_end(start, _number("authorization_validity_years", start))}


def _certidao(dados: Data) -> Data:
    (certificate,) = (
        requirement
        for requirement in LAW.requirements("driver", dados["em"])
        if requirement.code == "driver.criminal_certificate"
    )
    evidence = {certificate.code: Evidence(met=True, issued_on=dados["emitida_em"])}
    return {"serve": not missing_requirements([certificate], evidence, dados["em"])}


def _categoria(dados: Data) -> Data:
    accepted = LAW.parameter("driver_license_categories", date(2025, 1, 1)).text
    return {"serve": accepts_license_category(dados["categoria"], accepted)}


def _veiculo(dados: Data) -> Data:
    facts = VehicleFacts(
        manufacture_year=dados.get("fabricacao"),
        hybrid=dados.get("hibrido", False),
        electric=dados.get("eletrico", False),
        doors=dados.get("portas", 4),
        seats=dados.get("lugares", 5),
        has_air_conditioning=dados.get("ar_condicionado", True),
    )
    reasons = vehicle_problems(facts, LAW.vehicle_limits(dados["em"]), dados["em"])
    return {"falta": [reason.code for reason in reasons]}


def _seguro(dados: Data) -> Data:
    policy = PassengerPolicy(dados["de"], dados["ate"], dados["cobertos"])
    return {"falta": [reason.code for reason in policy_problems(policy, dados["lugares"], dados["em"])]}


def _impedimento_revogacao(dados: Data) -> Data:
    start = dados["revogado_em"]
    free_on = bar_until(start, _number("bar_after_revocation_days", start), DeadlineUnit.DAYS)
    return {"impedido": dados["em"] < free_on}


def _impedimento_cassacao(dados: Data) -> Data:
    start = dados["transito_em"]
    free_on = bar_until(start, _number("bar_after_cassation_years", start), DeadlineUnit.YEARS)
    return {"impedido": dados["em"] < free_on}


def _divida_ativa(dados: Data) -> Data:
    due = dados["vencimento"]
    return {"pode": dados["em"] >= debt_referral_from(due, _number("debt_referral_days", due))}


def _conduta_do_caa(dados: Data) -> Data:
    code = conduct_for_situation(Addressee(dados["autuado"]), CaaSituation(dados["situacao_do_caa"]))
    return {"conduta": code or "nenhuma"}


def _multa(dados: Data) -> Data:
    return {"aceita": not fine_problems(LAW.group(dados["grupo"]), dados["upf"], dados["motivo"])}


def _passos(dados: Data) -> Data:
    measure, on = facts.measure(dados), dados["em"]
    steps = sorted(facts.STEPS[step] for step in possible_steps(measure, on))
    return {"estado": facts.MEASURE_STATES[measure_state(measure, on)], "pode": steps}


def _decisao(dados: Data) -> Data:
    measure = facts.measure(dados)
    problems = imposition_problems(measure, _number("suspension_maximum_days", dados["decisao"]))
    return {"falta": [problem.article for problem in problems]}


def _relogio(dados: Data) -> Data:
    code = f"{dados['de_quem']}_authorization_issue".replace("empresa", "operator").replace("prestador", "driver")
    completed = dados.get("completo_em")
    clock = issue_clock(
        facts.deadline(code, dados["protocolo"]),
        facts.deadline(code, completed) if completed else None,
        [Pause(each["de"], each.get("cumprida")) for each in dados.get("exigencias", ())],
        pauses_count=dados.get("exigencia_para_o_prazo", True),
        on=dados["em"],
    )
    told = {
        "do_protocolo_ate": clock.filing_due_on,
        "dias_parados": clock.paused_days,
        "parado": clock.is_paused,
        "vincula_ate": clock.due_on,
        "atraso": clock.days_late(dados["em"]),
    }
    return {name: value for name, value in told.items() if value is not None}


def _requisitos(kind: SubjectKind, dados: Data, register: Mapping[str, Evidence]) -> Data:
    """Every paper seen today, but those of `sem`; `register` is what the program sees by itself."""
    on = dados["em"]
    off = [
        ParameterOverride(f"{facts.PAPERS[name]}.enabled", False, on, "Decreto") for name in dados.get("desligado", ())
    ]
    orders = {facts.PAPERS[name]: "Mandado de Segurança" for name in dados.get("ordem_judicial", ())}
    absent = {facts.PAPERS[name] for name in dados.get("sem", ()) if name in facts.PAPERS}
    required = LAW.requirements(kind, on, off)
    papers = {
        each.code: Evidence(met=each.code not in absent, issued_on=on) for each in required if each.code not in register
    }
    lines = checklist(required, {**register, **papers}, on, (), orders)
    return {"falta": [line.requirement.article for line in lines if line.state.is_missing]}


def _cadastro(dados: Data) -> dict[str, Any]:
    """The fields of the register that the case says are empty, or has as told."""
    empty = [facts.FIELDS[name] for name in dados.get("sem", ()) if name in facts.FIELDS]
    unknown = set(dados.get("sem", ())) - facts.FIELDS.keys() - facts.PAPERS.keys() - {"taxa"}
    assert not unknown, f"palavras desconhecidas: {sorted(unknown)}"
    return dict(empty) | {facts.FIELDS[name][0]: value for name, value in dados.get("cadastro", {}).items()}


def _requisitos_da_empresa(dados: Data) -> Data:
    city = dados.get("estabelecimento_em", "Primavera do Leste")
    fields = replace(office.OPERATOR, address=replace(office.ADDRESS, city=city), **_cadastro(dados))
    paid = "taxa" not in dados.get("sem", ())
    return _requisitos(SubjectKind.OPERATOR, dados, operator_evidence(fields, office.PROFILE.municipality, [], paid))


def _requisitos_do_prestador(dados: Data) -> Data:
    on = dados["em"]
    titles = [
        UseTitleFields(facts.TITLES[each["tipo"]], each.get("referencia", ""), each.get("ate"))
        for each in dados.get("titulos", ())
    ]
    fields = replace(office.DRIVER, **_cadastro(dados))
    categories = LAW.parameter("driver_license_categories", on).text
    paid = "taxa" not in dados.get("sem", ())
    return _requisitos(SubjectKind.DRIVER, dados, driver_evidence(fields, categories, [], titles, paid))


def _dupla(dados: Data) -> Data:
    on = dados["em"]
    links = [PairLink(each["desde"], each.get("ate"), each.get("titulo_ate")) for each in dados.get("vinculos", ())]
    answer = pair_standing(
        facts.standing("prestador", dados.get("prestador", {}), on),
        facts.standing("veículo", dados.get("veiculo", {}), on),
        links,
        [facts.standing("empresa", each, on) for each in dados.get("empresas", ())],
        on,
    )
    return {"serve": answer.may_serve, "motivos": [finding.article for finding in answer.findings]}


def _advertencia(dados: Data) -> Data:
    on = dados["pedida_em"]
    terms = WarningTerms(
        _number("warning_clean_record_months", on),
        _number("warning_request_interval_months", on),
    )
    penalties = [Penalty(each["grupo"], each["definitiva_em"]) for each in dados.get("penalidades", ())]
    due = facts.deadline("prior_defense", dados["ciencia"]).due
    problems = warning_problems(dados["grupo"], on, due, penalties, dados.get("pedidos_anteriores", ()), terms)
    return {"falta": [problem.article for problem in problems]}


def _dever(dados: Data) -> Data:
    return {"condutas": [each.code for each in LAW.conducts if dados["dever"] in each.duties]}


RULES: Mapping[str, Callable[[Data], Data]] = {
    "prazo": _prazo,
    "em_tempo": _em_tempo,
    "validade": _validade,
    "vale_em": _vale_em,
    "renovacao": _renovacao,
    "novo_periodo": _novo_periodo,
    "certidao": _certidao,
    "categoria": _categoria,
    "veiculo": _veiculo,
    "seguro": _seguro,
    "impedimento_revogacao": _impedimento_revogacao,
    "impedimento_cassacao": _impedimento_cassacao,
    "divida_ativa": _divida_ativa,
    "conduta_do_caa": _conduta_do_caa,
    "multa": _multa,
    "passos": _passos,
    "decisao": _decisao,
    "relogio": _relogio,
    "requisitos_da_empresa": _requisitos_da_empresa,
    "requisitos_do_prestador": _requisitos_do_prestador,
    "dupla": _dupla,
    "advertencia": _advertencia,
    "dever": _dever,
}


def _cases() -> list[LawCase]:
    return [
        LawCase(path.stem, **case)
        for path in sorted((Path(__file__).parent / "cases").glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("caso", ())
    ]


@pytest.mark.parametrize("case", _cases())
def test_case(case: LawCase) -> None:
    assert is_article(case.artigo)
    assert RULES[case.regra](case.dados) == case.resultado


def test_every_rule_has_cases() -> None:
    assert {case.regra for case in _cases()} == RULES.keys()
