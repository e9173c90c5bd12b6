"""The items of an auto (art. 37 §§ 1º-5º) and what the agent is told about the conduct."""

from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta

import pytest

from stipdesk.domain.calendar import DeadlineUnit
from stipdesk.domain.infraction import (
    InfractionFacts,
    conduct_warnings,
    fine_problems,
    notice_problems,
)
from stipdesk.domain.legal import Conduct, InfractionGroup, Twin
from stipdesk.domain.measures import bar_until
from stipdesk.domain.registers import Addressee

NOW = datetime(2025, 3, 10, 18, 0, tzinfo=UTC)
DRIVER = InfractionFacts(
    addressee=Addressee.DRIVER,
    conduct_code="A-a",
    conduct_text="fumar ou permitir que os passageiros fumem no interior do veículo",
    legal_basis="art. 59, I, a",
    occurred_at=NOW - timedelta(hours=1),
    place="Av. Primavera, 300",
    plate="ABC1D23",
    vehicle="Fiat Argo",
    addressed_to="Ana Souza",
    addressee_document="***.456.789-**",
    facts="Fumava com passageiro a bordo.",
    defense_text="15 dias corridos da ciência",
    agent_name="Bruno Lima",
    agent_registration="1234",
)
OPERATOR = replace(
    DRIVER,
    addressee=Addressee.OPERATOR,
    plate="",
    vehicle="",
    addressed_to="Leva Já Ltda.",
    addressee_document="12.ABC.345/01DE-35",
)


def problems(notice: InfractionFacts) -> list[tuple[str, str]]:
    return [(problem.field, problem.article) for problem in notice_problems(notice, NOW)]


def test_a_complete_auto_has_no_problem() -> None:
    assert problems(DRIVER) == []
    assert problems(OPERATOR) == []


def test_an_empty_auto_lacks_the_seven_items_of_a_driver() -> None:
    articles = {article for _, article in problems(InfractionFacts(Addressee.DRIVER))}
    assert articles == {f"art. 37, § 1º, {item}" for item in ("I", "II", "III", "IV", "V", "VI", "VII")}


def test_an_empty_auto_lacks_the_six_items_of_an_operator() -> None:
    articles = {article for _, article in problems(InfractionFacts(Addressee.OPERATOR))}
    assert articles == {f"art. 37, § 5º, {item}" for item in ("I", "II", "III", "IV", "V", "VI")}


@pytest.mark.parametrize(
    ("field", "reported", "driver_article", "operator_article"),
    [
        ("conduct_code", "conduct_code", "art. 37, § 1º, I", "art. 37, § 5º, I"),
        ("conduct_text", "conduct_code", "art. 37, § 1º, I", "art. 37, § 5º, I"),
        ("legal_basis", "conduct_code", "art. 37, § 1º, I", "art. 37, § 5º, I"),
        ("place", "place", "art. 37, § 1º, II", "art. 37, § 5º, II"),
        ("addressed_to", "addressed_to", "art. 37, § 1º, IV", "art. 37, § 5º, III"),
        ("addressee_document", "addressee_document", "art. 37, § 1º, IV", "art. 37, § 5º, III"),
        ("facts", "facts", "art. 37, § 1º, V", "art. 37, § 5º, IV"),
        ("defense_text", "defense_text", "art. 37, § 1º, VI", "art. 37, § 5º, V"),
        ("agent_name", "agent_name", "art. 37, § 1º, VII", "art. 37, § 5º, VI"),
        ("agent_registration", "agent_registration", "art. 37, § 1º, VII", "art. 37, § 5º, VI"),
    ],
)
def test_each_item_is_missed(field: str, reported: str, driver_article: str, operator_article: str) -> None:
    for notice, article in ((DRIVER, driver_article), (OPERATOR, operator_article)):
        assert problems(InfractionFacts(**{**asdict(notice), field: " "})) == [(reported, article)]


def test_plate_and_model_are_of_a_drivers_auto_only() -> None:
    assert problems(replace(DRIVER, plate="", vehicle="")) == [
        ("plate", "art. 37, § 1º, III"),
        ("vehicle", "art. 37, § 1º, III"),
    ]


def test_a_dash_is_not_a_description() -> None:
    assert problems(replace(DRIVER, facts=" -- ")) == [("facts", "art. 37, § 1º, V")]


def test_when_it_happened() -> None:
    assert problems(replace(DRIVER, occurred_at=None)) == [("occurred_at", "art. 37, § 1º, II")]
    assert problems(replace(DRIVER, occurred_at=NOW)) == []
    (future,) = notice_problems(replace(DRIVER, occurred_at=NOW + timedelta(minutes=1)), NOW)
    assert "futuro" in future.message
    # 4 March 2022 began in Primavera do Leste at 4:00 of Greenwich.
    assert problems(replace(DRIVER, occurred_at=datetime(2022, 3, 4, 4, 0, tzinfo=UTC))) == []
    for before in (datetime(2022, 3, 4, 3, 59, tzinfo=UTC), datetime(1999, 3, 10, tzinfo=UTC)):
        (early,) = notice_problems(replace(DRIVER, occurred_at=before), NOW)
        assert "ainda não estava em vigor" in early.message


def test_an_unidentified_driver_needs_the_reason_and_the_registrant() -> None:
    unidentified = replace(DRIVER, driver_identified=False, addressee_document="")
    assert problems(unidentified) == [("unidentified_reason", "art. 37, § 3º")]
    assert problems(replace(unidentified, unidentified_reason="Fugiu a pé.")) == []
    assert problems(replace(unidentified, unidentified_reason="Fugiu a pé.", addressed_to="")) == [
        ("addressed_to", "art. 37, § 4º")
    ]


CONDUCT = Conduct(
    "A-d", "A", "prestar serviços sem o dístico", "art. 59, I, d", (), (Addressee.DRIVER,), (Twin("A-e", "é outra."),)
)


def test_warnings_name_the_twin_and_the_wrong_addressee_without_blocking() -> None:
    assert conduct_warnings(CONDUCT, Addressee.DRIVER) == ("Compare com A-e: é outra.",)
    wrong, twin = conduct_warnings(CONDUCT, Addressee.OPERATOR)
    assert "é do prestador" in wrong
    assert twin == "Compare com A-e: é outra."


GROUP = InfractionGroup("B", "média", "art. 30, II", 70, 150)


@pytest.mark.parametrize(
    ("upf", "reasons", "field"),
    [(70, "", None), (69, "x", "upf"), (151, "x", "upf"), (71, "", "reasons"), (150, "Reincidência.", None)],
)
def test_fines(upf: int, reasons: str, field: str | None) -> None:
    assert [problem.field for problem in fine_problems(GROUP, upf, reasons)] == ([field] if field else [])


def test_bars() -> None:
    assert bar_until(date(2025, 3, 10), 180, DeadlineUnit.DAYS) == date(2025, 9, 6)
    assert bar_until(date(2025, 3, 10), 2, DeadlineUnit.YEARS) == date(2027, 3, 10)
    assert bar_until(date(2025, 3, 10), 6, DeadlineUnit.MONTHS) == date(2025, 9, 10)
    with pytest.raises(ValueError, match="days, months or years"):
        bar_until(date(2025, 3, 10), 180, DeadlineUnit.BUSINESS_DAYS)
