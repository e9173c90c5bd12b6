"""The search: what it must find, in what order, the same on both engines; and the index that follows every change."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, text
from sqlalchemy.engine import URL

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.ids import new_id
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.domain.text import search_terms, search_text, sort_key
from stipdesk.models import Driver, SearchEntry
from stipdesk.services import authorizations, drivers, infractions, inspections, registers, vehicle_changes, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.vehicle_changes import ChangePlate
from stipdesk.store import search
from stipdesk.store.engine import Database, Session
from stipdesk.store.queries import registers as queries
from stipdesk.store.queries.applications import applications_of
from stipdesk.store.queries.checking import search_state
from tests import conftest, office
from tests.cases.loading import Case, cases

_ids = itertools.count(1)


def stored(session: Session, names: Sequence[str], kind: SubjectKind = SubjectKind.DRIVER) -> list[UUID]:
    """Entries of these names, written as the unit of work writes them; their ids, in the order given."""
    made = [new_id(0, next(_ids) << 4) for _ in names]
    for subject_id, name in zip(made, names, strict=True):
        entry = {"subject_kind": kind, "subject_id": subject_id, "text": search_text(name), "sort_key": sort_key(name)}
        entry_id = session.execute(insert(SearchEntry).values(entry).returning(SearchEntry.id)).scalar_one()
        if session.get_bind().dialect.name == "sqlite":
            session.execute(
                text("INSERT INTO search_index (rowid, text) VALUES (:id, :text)"),
                {"id": entry_id, "text": entry["text"]},
            )
    return made


def found(session: Session, query: str, limit: int = 50) -> list[UUID]:
    return [subject.subject_id for subject in search.find(session, query, limit=limit)]


@pytest.mark.parametrize("case", cases("search"))
def test_case(case: Case, database: Database) -> None:
    with database.writing() as session:
        stored(session, case.input["stored"])
        assert len(found(session, case.input["query"])) == case.expected["hits"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("s", ["Ana Silva", "Santiago"]),
        ("si", ["Ana Silva"]),
        ("li", []),
        ("lva", ["Ana Silva"]),
        ("ana si", ["Ana Silva"]),
        ("si ana", ["Ana Silva"]),
        ("ana x", []),
        ("SANTIÁGO", ["Santiago"]),
        ("111.444", ["Rui 11144477735"]),
        ("11144477735", ["Rui 11144477735"]),
        ("%", []),
        ("_", []),
        ("''", []),
        ('"', []),
        ("", []),
        ("   ", []),
        ("ana OR rui", []),
        ("ana*", ["Ana Silva"]),
        ("\\", []),
    ],
)
def test_terms(database: Database, query: str, names: list[str]) -> None:
    everybody = ["Santiago", "Ana Silva", "Rui 11144477735"]
    with database.writing() as session:
        ids = dict(zip(stored(session, everybody), everybody, strict=True))
        assert [ids[subject_id] for subject_id in found(session, query)] == names


def test_the_order_is_that_of_names_in_portuguese(database: Database) -> None:
    names = ["Zélia", "Álvaro", "alvaro", "Alvaro", "Ávila", "Bruno"]
    with database.writing() as session:
        ids = dict(zip(stored(session, [f"{name} comum" for name in names]), names, strict=True))
        order = [ids[subject_id] for subject_id in found(session, "comum")]
    assert order == ["alvaro", "Alvaro", "Álvaro", "Ávila", "Bruno", "Zélia"]


def test_records_of_one_name_stand_as_they_came_in(database: Database) -> None:
    with database.writing() as session:
        ids = stored(session, ["Ana Silva"] * 5)
        assert found(session, "silva") == ids


def test_only_the_asked_kind_and_no_more_than_the_limit(database: Database) -> None:
    with database.writing() as session:
        people = stored(session, [f"Ana {letter}" for letter in "abc"])
        stored(session, ["Ana"], SubjectKind.OPERATOR)
        assert [hit.subject_id for hit in search.find(session, "ana", kind=SubjectKind.DRIVER)] == people
        assert found(session, "ana b", limit=1) == [people[1]]
        assert len(found(session, "ana", limit=2)) == 2


_WORDS = st.sampled_from(["ana", "anastácia", "d'ávila", "łukasz", "silva", "si", "s", "11144477735", "abc1d23", "ñ"])
_NAMES = st.lists(st.lists(_WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=12)
_QUERIES = st.lists(
    st.one_of(_WORDS, st.sampled_from(["na", "lva", "114", "c1d", "%", '"', "a*", "z"])), min_size=1, max_size=3
).map(" ".join)


def expected(names: Sequence[str], query: str) -> list[int]:
    """The rule itself, name by name: every term anywhere, the short ones at the beginning of a word."""
    needles = [term if len(term) > 2 else f" {term}" for term in search_terms(query)]
    answers = [place for place, name in enumerate(names) if all(needle in search_text(name) for needle in needles)]
    return sorted(answers, key=lambda place: (sort_key(names[place]).encode(), place)) if needles else []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=_NAMES, query=_QUERIES)
@pytest.mark.parametrize("few", [10_000, 1])
def test_it_answers_as_the_rule_says(
    database: Database, monkeypatch: pytest.MonkeyPatch, few: int, names: list[str], query: str
) -> None:
    """By both roads: sorting few candidates, and walking the records in order when there are many."""
    monkeypatch.setattr(search, "_FEW", few)
    with database.reading() as session:
        ids = stored(session, names)  # rolled back at the end of the reading
        assert found(session, query) == [ids[place] for place in expected(names, query)]


@pytest.fixture
def both(
    tmp_path: Path, clock: FixedClock, postgres_server: URL, postgres_template: str
) -> Iterator[tuple[Desk, Desk]]:
    """The same office on both engines."""
    urls = (
        f"sqlite:///{tmp_path / 'search.db'}",
        conftest.new_postgres_database(postgres_server, template=postgres_template),
    )
    desks = [open_desk(url, tmp_path / "keys", clock) for url in urls]
    for desk in desks:
        office.set_up(desk)
    yield desks[0], desks[1]
    for desk in desks:
        desk.database.close()


def test_both_engines_give_the_same_answers_in_the_same_order(both: tuple[Desk, Desk]) -> None:
    names = ["Ana Souza", "Ânia Souza", "ana souza", "Zuleica Souza", "Łukasz Souza", "João D’Ávila", "José Souza Lima"]
    answers = []
    for desk in both:
        for number, name in enumerate(names):
            drivers.register(desk, office.another_driver(number, name))
            vehicles.register(desk, office.another_vehicle(number))
        typed = ["souza", "a", "an", "ana", "s z", "l s", "qbx", "qbx1", "onix", "joao davila", "lukasz", "222", "%"]
        with desk.reading() as session:
            answers.append([_titles(session, search.find(session, query)) for query in typed])
    assert answers[0] == answers[1]
    assert answers[0][0] == ["ana souza", "Ana Souza", "Ânia Souza", "José Souza Lima", "Łukasz Souza", "Zuleica Souza"]


def _titles(session: Session, subjects: list[search.Subject]) -> list[str]:
    titles = []
    for subject in subjects:
        row = session.get(queries.MODELS[subject.kind], subject.subject_id)
        assert row is not None
        titles.append(registers.label_of(row))
    return titles


def test_every_number_and_both_forms_of_a_plate_find_their_owner(desk: Desk) -> None:
    operator_id, driver_id, vehicle_id = office.walk_in(desk)
    office.ready(desk, driver_id)
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "Oficina"))
    auto = infractions.draw_up(desk, office_auto(desk, driver_id, vehicle_id))
    with desk.reading() as session:
        assert found(session, "ABC-1323") == found(session, "abc1d23") == [vehicle_id, driver_id, auto.infraction_id]
        (request,) = applications_of(session, SubjectKind.DRIVER, driver_id)
        assert found(session, "000001/2026-01") == [vehicle_id, driver_id, auto.infraction_id, request.id]
        assert found(session, office.OPERATOR.cnpj) == [operator_id]
        assert found(session, "12.345.678/0001") == [operator_id]
        assert found(session, "ana beatriz") == [driver_id, auto.infraction_id]


def office_auto(desk: Desk, driver_id: UUID, vehicle_id: UUID) -> infractions.DrawUpInfraction:
    return infractions.DrawUpInfraction(
        Addressee.DRIVER, "A-f", desk.clock.now(), "Rua A", "Foi rude.", driver_id, None, vehicle_id
    )


def test_a_new_name_or_plate_is_found_wherever_it_is_quoted(desk: Desk) -> None:
    _operator_id, driver_id, vehicle_id = office.walk_in(desk)
    auto = infractions.draw_up(desk, office_auto(desk, driver_id, vehicle_id))
    drivers.edit(desk, driver_id, 1, office.DRIVER, replace(office.DRIVER, full_name="Zenaide Prado"))
    vehicle_changes.change_plate(desk, ChangePlate(vehicle_id, office.VEHICLE.plate, "XYZ9K99", "Nova placa"))
    with desk.reading() as session:
        assert found(session, "zenaide") == [driver_id, auto.infraction_id]
        assert found(session, "xyz9k99") == [vehicle_id, driver_id]
        # The plate it had still finds the vehicle, and the auto keeps the plate it was drawn up with.
        assert found(session, "abc1d23") == [vehicle_id, auto.infraction_id]
        state = search_state(session)
        assert (state.wrong, state.surplus, state.index_whole) == (0, 0, True)


def test_a_driver_is_not_found_by_a_car_that_is_no_longer_used(desk: Desk) -> None:
    _operator_id, driver_id, vehicle_id = office.walk_in(desk)
    (link,) = drivers.card(desk, driver_id).vehicles
    drivers.unlink_vehicle(desk, link.link_id, desk.today)
    with desk.reading() as session:
        assert found(session, "abc1d23") == [vehicle_id]


def test_rebuilding_changes_nothing(desk: Desk) -> None:
    office.walk_in(desk)

    def answers(database: Database) -> list[list[UUID]]:
        with database.reading() as session:
            return [found(session, query) for query in ("ana", "abc1d23", "cerrado", "a")]

    before = answers(desk.database)
    with desk.database.writing() as session:
        search.rebuild(session)
    assert answers(desk.database) == before


def test_a_failed_act_leaves_no_trace_in_the_index(desk: Desk) -> None:
    office.walk_in(desk)

    def register_and_fail() -> None:
        with desk.open_work(Act.REGISTER_DRIVER, None) as work:
            work.get(Driver, drivers.page(desk, ListRequest())[1][0].driver_id).full_name = "Bruno Sumido"
            work.finish()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        register_and_fail()
    with desk.reading() as session:
        assert found(session, "sumido") == []
        assert search_state(session).index_whole
