"""The cases of `cases/*.toml`, written so that a lawyer can read and add to them.

Each has the article, the situation, the rule it tries, the data and the result, on both sides of every boundary.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from stipdesk.domain.authorization import (
    Evidence,
    accepts_license_category,
    is_timely,
    is_valid_on,
    missing_requirements,
    renewed_from,
    validity_end,
)
from stipdesk.domain.calendar import Deadline, DeadlineUnit, reckon
from stipdesk.domain.infraction import (
    CaaSituation,
    conduct_for_situation,
    debt_referral_from,
    fine_problems,
)
from stipdesk.domain.legal import is_article
from stipdesk.domain.measures import bar_until
from stipdesk.domain.registers import Addressee
from stipdesk.domain.vehicle import PassengerPolicy, VehicleFacts, policy_problems, vehicle_problems
from stipdesk.law.loader import load_law

Data = Mapping[str, Any]
LAW = load_law()
CALENDAR = LAW.calendar()


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


def _deadline(code: str, start: date) -> Deadline:
    return reckon(LAW.deadline_rule(code, start), start, CALENDAR)


def _number(code: str, on: date) -> int:
    return LAW.parameter(code, on).number


def _prazo(dados: Data) -> Data:
    return {"vencimento": _deadline(dados["prazo"], dados["inicio"]).due}


def _em_tempo(dados: Data) -> Data:
    return {"em_tempo": not _deadline(dados["prazo"], dados["inicio"]).is_over(dados["praticado_em"])}


def _validade(dados: Data) -> Data:
    return {"ate": _deadline(dados["papel"], dados["de"]).due}


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
}


def _cases() -> list[LawCase]:
    return [
        LawCase(path.stem, **case)
        for path in sorted((Path(__file__).parent / "cases").glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["caso"]
    ]


@pytest.mark.parametrize("case", _cases())
def test_case(case: LawCase) -> None:
    assert is_article(case.artigo)
    assert RULES[case.regra](case.dados) == case.resultado


def test_every_rule_has_cases() -> None:
    assert {case.regra for case in _cases()} == RULES.keys()
