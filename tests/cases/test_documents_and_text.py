"""Cases D (documents, plates, chassis, addresses, telephones) and T (names, words, money, dates)."""

from collections.abc import Mapping
from decimal import Decimal

import pytest

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import (
    Chassis,
    Cnpj,
    Cpf,
    DriverLicenseNumber,
    Identifier,
    Nit,
    Phone,
    Plate,
    PostalCode,
    Renavam,
)
from stipdesk.domain.money import parse_money
from stipdesk.domain.text import looks_garbled, name_case, parse_date, search_terms, search_text, sort_key
from tests.cases.loading import Case, cases

_KINDS: Mapping[str, type[Identifier]] = {
    "cpf": Cpf,
    "cnpj": Cnpj,
    "cnh": DriverLicenseNumber,
    "renavam": Renavam,
    "pis": Nit,
    "vin": Chassis,
    "plate": Plate,
    "cep": PostalCode,
    "phone": Phone,
}


def _outcome(kind: type[Identifier], typed: str) -> dict[str, object]:
    try:
        value = kind.parse(typed)
    except InvalidValue as refusal:
        return {"valid": False, "suggest": refusal.suggestion}
    outcome: dict[str, object] = {"valid": True, "stored": str(value), "shown": value.shown}
    if isinstance(value, Plate):
        outcome["kind"] = value.kind
    if isinstance(value, Chassis):
        outcome["remarcado"] = Chassis.was_restamped(typed)
    return outcome


def _is_right(outcome: Mapping[str, object], expected: Mapping[str, object]) -> bool:
    alternatives = expected.get("any_of", [expected])
    assert isinstance(alternatives, list)
    return any(outcome | right == outcome for right in alternatives)


@pytest.mark.parametrize("case", cases("cpf", "cnpj", "cnh", "renavam", "pis", "vin", "plate", "cep", "phone"))
def test_identifiers(case: Case) -> None:
    outcome = _outcome(_KINDS[case.check], case.input["value"])
    assert _is_right(outcome, case.expected), outcome


@pytest.mark.parametrize("case", cases("D044"))
def test_number_without_its_leading_zeros(case: Case) -> None:
    outcome = _outcome(_KINDS[case.input["column"]], str(case.input["value"]))
    assert _is_right(outcome, case.expected), outcome


@pytest.mark.parametrize("case", cases("cpf_no_crash"))
def test_nonsense_is_refused_and_nothing_else_is_raised(case: Case) -> None:
    for typed in case.input["value"]:
        with pytest.raises(InvalidValue):
            Cpf.parse(typed)


@pytest.mark.parametrize("case", cases("duplicate", "plate_distinct"))
def test_one_document_however_it_is_written(case: Case) -> None:
    kind = _KINDS[case.input.get("kind", "plate")]
    assert len({kind.parse(typed) for typed in case.input["value"]}) == case.expected["distinct"]


@pytest.mark.parametrize("case", cases("cnh_not_blocked"))
def test_disputed_licences_are_accepted_with_a_doubt(case: Case) -> None:
    for typed in case.input["value"]:
        assert DriverLicenseNumber.parse(typed).doubt


@pytest.mark.parametrize("case", cases("cross_check"))
def test_which_kinds_accept_the_same_digits(case: Case) -> None:
    for kind, accepted in case.expected.items():
        assert _outcome(_KINDS[kind], case.input["value"])["valid"] is accepted


@pytest.mark.parametrize("case", cases("plate_to_old"))
def test_old_plate(case: Case) -> None:
    assert Plate.parse(case.input["value"]).old_form == case.expected["result"]


@pytest.mark.parametrize("case", cases("search"))
def test_search(case: Case) -> None:
    terms = search_terms(case.input["query"])
    hits = [stored for stored in case.input["stored"] if terms and all(term in search_text(stored) for term in terms)]
    assert len(hits) == case.expected["hits"]


@pytest.mark.parametrize("case", cases("name_case"))
def test_name_case(case: Case) -> None:
    assert name_case(case.input["value"]) == case.expected["result"]


@pytest.mark.parametrize("case", cases("sort"))
def test_order(case: Case) -> None:
    assert sorted(case.input["values"], key=lambda name: sort_key(name).encode()) == case.expected["result"]


@pytest.mark.parametrize("case", cases("mojibake"))
def test_exchanged_accents(case: Case) -> None:
    repaired = looks_garbled(case.input["value"])
    assert (repaired is not None) is case.expected["suspect"]
    assert repaired == case.expected["repaired"]


@pytest.mark.parametrize("case", cases("money"))
def test_money(case: Case) -> None:
    if case.expected.get("error"):
        with pytest.raises(InvalidValue):
            parse_money(case.input["value"])
    else:
        assert Decimal(parse_money(case.input["value"])) / 100 == Decimal(case.expected["result"])


@pytest.mark.parametrize("case", cases("date"))
def test_dates(case: Case) -> None:
    outcome: dict[str, object]
    try:
        outcome = {"result": parse_date(case.input["value"]).isoformat()}
    except InvalidValue:
        outcome = {"error": True}
    assert _is_right(outcome, case.expected), outcome
