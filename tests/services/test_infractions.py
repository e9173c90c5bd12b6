"""The auto de infração: its seven or six items, to whom it goes, the term that is counted once, its number."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.calendar import HolidayKind
from stipdesk.domain.clock import FixedClock, at_office
from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.errors import FieldErrors, FieldProblem, NotAllowed, Refused
from stipdesk.domain.infraction import InfractionFacts, notice_problems
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import Addressee
from stipdesk.services import documents, drivers, infractions, operators, registers, vehicles
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.services.infractions import DrawUpInfraction
from stipdesk.services.office import NewHoliday
from tests import office
from tests.cases.loading import Case, cases
from tests.stored import broken_links, refusal

WHEN = datetime(2026, 12, 1, 12, 15, tzinfo=UTC)
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


def to_driver(desk: Desk) -> DrawUpInfraction:
    """A whole auto to the driver of the walk-in, identified, served on the spot."""
    _, driver_id, vehicle_id = office.walk_in(desk)
    return DrawUpInfraction(
        Addressee.DRIVER,
        "A-a",
        WHEN,
        "Avenida Cuiabá, 100",
        "Trafegava sem o selo no para-brisa.",
        driver_id=driver_id,
        vehicle_id=vehicle_id,
        served=True,
    )


def to_operator(desk: Desk) -> DrawUpInfraction:
    operator_id, *_ = office.walk_in(desk)
    return DrawUpInfraction(
        Addressee.OPERATOR, "C-a", WHEN, "Sede da empresa", "Não entregou os dados pedidos.", operator_id=operator_id
    )


def problems(desk: Desk, command: DrawUpInfraction) -> set[tuple[str, str]]:
    """The field and article of everything the auto lacks; nothing is written."""
    with refusal(desk, FieldErrors) as raised:
        infractions.draw_up(desk, command)
    return {(each.field, each.article) for each in raised.value.problems}


def test_a_whole_auto_is_numbered_and_frozen(desk: Desk) -> None:
    command = to_driver(desk)
    drawn = infractions.draw_up(desk, command)
    assert drawn.number == "000001/2026-01"
    card = infractions.card(desk, drawn.infraction_id)
    assert (card.line.number, card.line.conduct, card.line.plate) == (drawn.number, "A-a", "ABC1D23")
    assert (card.addressee_name, card.addressee_id) == ("Ana Beatriz de Souza", command.driver_id)
    assert (card.agent_name, card.agent_registration) == ("Helena Prado", "0457")
    assert (card.line.occurred_at, card.served_on) == (WHEN, date(2026, 12, 1))
    view = documents.view(desk, drawn.document_id)
    assert (view.line.kind, view.line.number) == (DocumentKind.INFRACTION_NOTICE, drawn.number)
    assert [line.number for line in drivers.card(desk, card.addressee_id).infractions] == [drawn.number]
    assert command.vehicle_id is not None
    assert [line.number for line in vehicles.card(desk, command.vehicle_id).infractions] == [drawn.number]
    total, (row,) = infractions.page(desk, ListRequest())
    assert (total, row.number, row.addressee_name, row.group_label) == (1, drawn.number, "Ana Beatriz de Souza", "leve")
    assert broken_links(desk.database) == []


def test_an_auto_to_an_operator_names_no_car(desk: Desk) -> None:
    drawn = infractions.draw_up(desk, to_operator(desk))
    card = infractions.card(desk, drawn.infraction_id)
    assert (card.addressee, card.addressee_name, card.line.plate, card.vehicle_text) == (
        Addressee.OPERATOR, "Cerrado Mobilidade Ltda.", "", "",
    )  # fmt: skip
    assert [line.number for line in operators.card(desk, card.addressee_id).infractions] == [drawn.number]


# The items, one by one. The articles of the seven are of art. 37 § 1º, those of the six of § 5º.


@sqlite_only
@pytest.mark.parametrize(
    ("changes", "field", "article"),
    [
        ({"conduct": "Z-z"}, "conduct", "art. 37, § 1º, I"),
        ({"place": " "}, "place", "art. 37, § 1º, II"),
        ({"place": "-"}, "place", "art. 37, § 1º, II"),
        ({"occurred_at": WHEN + timedelta(hours=1)}, "occurred_at", "art. 37, § 1º, II"),
        ({"vehicle_id": None}, "plate", "art. 37, § 1º, III"),
        ({"driver_id": None}, "unidentified_reason", "art. 37, § 3º"),
        ({"facts": "..."}, "facts", "art. 37, § 1º, V"),
    ],
)
def test_an_auto_to_a_driver_lacks_one_item(desk: Desk, changes: dict[str, object], field: str, article: str) -> None:
    whole = to_driver(desk)
    found = problems(desk, _changed(whole, changes))
    assert (field, article) in found
    assert {each for each, _ in found} <= {field, "vehicle"}


@sqlite_only
@pytest.mark.parametrize(
    ("changes", "field", "article"),
    [
        ({"conduct": ""}, "conduct", "art. 37"),
        ({"place": ""}, "place", "art. 37, § 5º, II"),
        ({"occurred_at": WHEN + timedelta(days=1)}, "occurred_at", "art. 37, § 5º, II"),
        ({"operator_id": None}, "addressed_to", "art. 37, § 5º, III"),
        ({"facts": ""}, "facts", "art. 37, § 5º, IV"),
    ],
)
def test_an_auto_to_an_operator_lacks_one_item(
    desk: Desk, changes: dict[str, object], field: str, article: str
) -> None:
    whole = to_operator(desk)
    found = problems(desk, _changed(whole, changes))
    assert field in {each for each, _ in found}
    assert any(each == field and told.startswith(article) for each, told in found)


def _changed(command: DrawUpInfraction, changes: dict[str, object]) -> DrawUpInfraction:
    values = {name: getattr(command, name) for name in DrawUpInfraction.__slots__}
    return DrawUpInfraction(**(values | changes))


@sqlite_only
@pytest.mark.parametrize(("kind", "article"), [("driver", "art. 37, § 1º, VII"), ("operator", "art. 37, § 5º, VI")])
def test_an_agent_without_registration_signs_nothing(desk: Desk, kind: str, article: str) -> None:
    command = to_driver(desk) if kind == "driver" else to_operator(desk)
    assert desk.actor is not None
    desk.actor = replace(desk.actor, registration="")
    assert problems(desk, command) == {("agent_registration", article)}


@pytest.mark.parametrize(
    ("addressee", "article"), [(Addressee.DRIVER, "art. 37, § 1º, VI"), (Addressee.OPERATOR, "art. 37, § 5º, V")]
)
def test_an_auto_says_the_term_for_the_defence(addressee: Addressee, article: str) -> None:
    found = notice_problems(InfractionFacts(addressee), WHEN)
    assert article in {problem.article for problem in found}
    assert all(isinstance(problem, FieldProblem) and problem.article for problem in found)
    assert len({problem.article for problem in found}) == (7 if addressee is Addressee.DRIVER else 6)


def test_a_driver_not_identified_makes_it_go_to_the_registrant(desk: Desk) -> None:
    whole = to_driver(desk)
    command = replace(whole, driver_id=None, unidentified_reason="Evadiu-se ao ver a viatura.", served=False)
    card = infractions.card(desk, infractions.draw_up(desk, command).infraction_id)
    assert (card.addressee_id, card.driver_id) == (whole.driver_id, None)
    assert card.unidentified_reason == "Evadiu-se ao ver a viatura."
    # Once the registrant has left the car nobody answers for it, and the auto says so.
    (link,) = drivers.card(desk, card.addressee_id).vehicles
    drivers.unlink_vehicle(desk, link.link_id, desk.today)
    assert problems(desk, command) == {("addressed_to", "art. 37, § 4º")}


@sqlite_only
def test_a_conduct_with_a_twin_needs_a_reason(desk: Desk) -> None:
    command = replace(to_driver(desk), conduct="A-b")
    assert problems(desk, command) == {("twin_reason", "art. 59")}
    assert problems(desk, replace(command, twin_reason="  ")) == {("twin_reason", "art. 59")}
    drawn = infractions.draw_up(desk, replace(command, twin_reason="CAA vencido há três dias."))
    assert infractions.card(desk, drawn.infraction_id).twin_reason == "CAA vencido há três dias."


# The term


def test_the_term_runs_from_the_knowledge_on_the_spot(desk: Desk) -> None:
    served = infractions.draw_up(desk, to_driver(desk))
    # 15 days from 1 December: Wednesday the 16th.
    assert served.defense_due_on == date(2026, 12, 16)
    card = infractions.card(desk, served.infraction_id)
    assert card.reckoning == infractions.preview_deadline(desk, date(2026, 12, 1)).steps


@sqlite_only
def test_without_knowledge_no_term_runs(desk: Desk) -> None:
    drawn = infractions.draw_up(desk, replace(to_driver(desk), served=False))
    assert drawn.defense_due_on is None
    assert infractions.card(desk, drawn.infraction_id).reckoning == ()


@pytest.mark.parametrize("case", cases("Z023"))
def test_a_moved_holiday_does_not_move_a_term_that_runs(desk: Desk, case: Case) -> None:
    start = date.fromisoformat(case.input["start"])
    # The same day of the next year, because the office has no signing key of the case's own.
    command = replace(to_driver(desk), occurred_at=at_office(start.replace(year=2026), time(10, 30)))
    first = infractions.draw_up(desk, command)
    reckoning = infractions.card(desk, first.infraction_id).reckoning
    assert first.defense_due_on == date(2026, 5, 14), "13 May is the city's holiday"
    before = infractions.preview_deadline(desk, start)
    assert before.due == date(2025, 5, 14)
    for year in (2025, 2026):
        moved = NewHoliday(date(year, 5, 16), "Aniversário da cidade", HolidayKind.MUNICIPAL, False, f"Decreto {year}")
        office_service.change_calendar(desk, replace(moved, day=date(year, 5, 13), working=True))
        office_service.change_calendar(desk, moved)
    card = infractions.card(desk, first.infraction_id)
    assert (card.line.defense_due_on, card.reckoning) == (first.defense_due_on, reckoning)
    assert infractions.preview_deadline(desk, start).due == date.fromisoformat(case.expected["due"])
    second = infractions.draw_up(desk, command)
    assert second.defense_due_on == date(2026, 5, 13)


# Numbers


def test_numbers_follow_one_another_and_a_failure_leaves_no_hole(desk: Desk) -> None:
    command = to_driver(desk)
    assert infractions.draw_up(desk, command).number == "000001/2026-01"
    problems(desk, replace(command, facts=""))
    key, desk.signing_key = desk.signing_key, None
    with refusal(desk, Refused):
        infractions.draw_up(desk, command)
    desk.signing_key = key
    assert infractions.draw_up(desk, command).number == "000002/2026-01"


def test_a_cancelled_auto_keeps_its_number(desk: Desk) -> None:
    command = to_driver(desk)
    drawn = infractions.draw_up(desk, command)
    with refusal(desk, Refused):
        infractions.cancel(desk, drawn.infraction_id, " ")
    infractions.cancel(desk, drawn.infraction_id, "placa trocada")
    with refusal(desk, Refused) as raised:
        infractions.cancel(desk, drawn.infraction_id, "de novo")
    assert "01/12/2026" in str(raised.value)
    card = infractions.card(desk, drawn.infraction_id)
    assert (card.line.cancelled_on, card.cancel_reason) == (desk.today, "placa trocada")
    assert documents.view(desk, drawn.document_id).void_reason == "placa trocada"
    assert infractions.draw_up(desk, command).number == "000002/2026-01"
    (cancelled, *_) = registers.history(desk, [drawn.infraction_id])
    assert (cancelled.act, cancelled.reason) == ("cancel_infraction", "placa trocada")


def test_who_draws_up_does_not_cancel(desk: Desk) -> None:
    drawn = infractions.draw_up(desk, to_driver(desk))
    office.sign_in_as(desk, Role.AGENT)
    with refusal(desk, NotAllowed):
        infractions.cancel(desk, drawn.infraction_id, "x")


@sqlite_only
def test_the_number_is_of_the_year_of_the_fact(desk: Desk, clock: FixedClock) -> None:
    command = to_driver(desk)
    clock.moment = datetime(2027, 1, 1, 5, 0, tzinfo=UTC)
    late = replace(command, occurred_at=datetime(2027, 1, 1, 3, 30, tzinfo=UTC))
    assert infractions.draw_up(desk, late).number == "000001/2026-01"
    early = replace(command, occurred_at=datetime(2027, 1, 1, 4, 30, tzinfo=UTC))
    assert infractions.draw_up(desk, early).number == "000001/2027-01"


@sqlite_only
def test_an_auto_that_does_not_exist_is_told(desk: Desk) -> None:
    with pytest.raises(Refused):
        infractions.card(desk, UUID(int=1))
