"""The three registers: what may be stored, who is told of whom, and what two people do to one record."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import QueuePool

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import Conflict, Duplicate, FieldConflict, FieldErrors, Refused
from stipdesk.domain.identifiers import Cnpj, Cpf, Nit, Plate, Renavam
from stipdesk.domain.registers import (
    Address,
    DriverFields,
    Fuel,
    OperatorFields,
    PolicyFields,
    SubjectKind,
    UseTitleFields,
    UseTitleKind,
    VehicleFields,
)
from stipdesk.services import checking, drivers, operators, registers, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.drivers import DriverCard
from stipdesk.services.operators import OperatorCard
from stipdesk.services.vehicles import VehicleCard
from tests import office
from tests.cases.loading import Case, cases
from tests.stored import broken_links, contents, refusal

Fields = OperatorFields | DriverFields | VehicleFields
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


@dataclass(frozen=True)
class Register:
    """One register with four versions of a record: as first stored, all changed, and one field changed by each."""

    kind: SubjectKind
    register: Callable[..., UUID]
    edit: Callable[..., None]
    card: Callable[[Desk, UUID], OperatorCard | DriverCard | VehicleCard]
    fields: Fields
    changed: Fields
    theirs: Fields
    mine: Fields
    clash: Fields
    """`clash` changes the field of `theirs` to yet another value."""

    @property
    def __name__(self) -> str:
        return self.kind.value


_MOVED = Address("Rua Canário", "7", "fundos", "Centro", "Poxoréu", "MT", "78800000")
OPERATORS = Register(
    SubjectKind.OPERATOR,
    operators.register,
    operators.edit,
    operators.card,
    office.OPERATOR,
    OperatorFields(
        Cnpj.with_check_digits("987654320001"), "Pantanal Viagens S.A.", "Pantanal", "Pantanal Já",
        office.OPERATOR.establishment, "51200000002", "998877", "ola@pantanal.example", "6633330000", "Íris Lobo",
        Cpf.with_check_digits("987654321"), _MOVED, "nova direção",
    ),
    replace(office.OPERATOR, phone="6633330000"),
    replace(office.OPERATOR, trade_name="Cerrado Leste"),
    replace(office.OPERATOR, phone="6634441111"),
)  # fmt: skip
DRIVERS = Register(
    SubjectKind.DRIVER,
    drivers.register,
    drivers.edit,
    drivers.card,
    office.DRIVER,
    replace(
        office.another_driver(5, "João D'Ávila Łukasz"), birth_state="GO", license_category="B", email="j@example.com",
        has_paid_activity_endorsement=False, license_valid_until=date(2030, 1, 31), email_consent_on=date(2026, 12, 1),
        phone="66988887777", address=_MOVED, notes="mudou-se",
    ),
    replace(office.DRIVER, phone="66988887777"),
    replace(office.DRIVER, notes="prefere ser chamada de Bia"),
    replace(office.DRIVER, phone="66911112222"),
)  # fmt: skip
VEHICLES = Register(
    SubjectKind.VEHICLE,
    vehicles.register,
    vehicles.edit,
    vehicles.card,
    office.VEHICLE,
    replace(
        office.another_vehicle(5), plate=office.VEHICLE.plate, chassis_restamped=True, make="Fiat",
        model="Cronos", color="Azul",
        manufacture_year=2024, model_year=2024, fuel=Fuel.HYBRID, is_hybrid=True, doors=5, seats=7,
        has_air_conditioning=False, is_adapted=True, categories=(), registration_year=None, owner_name="Locadora",
        owner_document="", notes="adaptado",
    ),
    replace(office.VEHICLE, color="Preta"),
    replace(office.VEHICLE, notes="banco rasgado"),
    replace(office.VEHICLE, color="Branca"),
)  # fmt: skip
every_register = pytest.mark.parametrize("book", [OPERATORS, DRIVERS, VEHICLES])


@contextmanager
def problem(desk: Desk, field: str, article: str = "") -> Iterator[None]:
    """The block is refused for that field, with that article, and writes nothing."""
    with refusal(desk, FieldErrors) as raised:
        yield
    found = {each.field: each for each in raised.value.problems}
    assert field in found, str(raised.value)
    assert article in found[field].article
    assert found[field].message


# Registering


@every_register
def test_a_record_reads_back_as_it_was_typed(desk: Desk, book: Register) -> None:
    subject_id = book.register(desk, book.fields)
    card = book.card(desk, subject_id)
    assert (card.fields, card.version, card.registered_at) == (book.fields, 1, desk.clock.now())
    book.edit(desk, subject_id, 1, book.fields, book.changed)
    card = book.card(desk, subject_id)
    assert (card.fields, card.version) == (book.changed, 2)
    (edited, registered) = registers.history(desk, [subject_id])
    assert (registered.author, registered.act) == ("Helena Prado", f"register_{book.kind}")
    assert {name for name, _, _ in edited.changes} >= {"notes"}
    assert broken_links(desk.database) == []


@sqlite_only
@every_register
def test_saving_without_a_change_writes_nothing(desk: Desk, book: Register) -> None:
    subject_id = book.register(desk, book.fields)
    before = contents(desk.database)
    book.edit(desk, subject_id, 1, book.fields, book.fields)
    assert contents(desk.database) == before


_NEEDED = [
    (OPERATORS, "cnpj", "art. 9º, IV"),
    (OPERATORS, "legal_name", "art. 9º, II"),
    (OPERATORS, "app_name", "art. 9º, VI"),
    (OPERATORS, "corporate_email", "art. 10, IV"),
    (OPERATORS, "address.street", ""),
    (DRIVERS, "cpf", "art. 14"),
    (DRIVERS, "full_name", "art. 14"),
    (DRIVERS, "birth_date", ""),
    (DRIVERS, "address.city", ""),
    (DRIVERS, "address.state", ""),
    (VEHICLES, "plate", "art. 19, I"),
    (VEHICLES, "renavam", "art. 19, I"),
    (VEHICLES, "chassis", "art. 19, I"),
    (VEHICLES, "make", "art. 19, I"),
    (VEHICLES, "model", "art. 19, I"),
]


@sqlite_only
@pytest.mark.parametrize(("book", "field", "article"), _NEEDED)
def test_what_is_needed_is_named(desk: Desk, book: Register, field: str, article: str) -> None:
    subject_id = book.register(desk, book.changed)
    without = _without(book.fields, field)
    with problem(desk, field, article):
        book.register(desk, without)
    with problem(desk, field, article):
        book.edit(desk, subject_id, 1, book.changed, without)


def _without(fields: Fields, field: str) -> Fields:
    if field.startswith("address."):
        assert not isinstance(fields, VehicleFields)
        return replace(fields, address=replace(fields.address, **{field.removeprefix("address."): ""}))
    empty: dict[str, None] | dict[str, str] = {field: None} if field == "birth_date" else {field: ""}
    return replace(fields, **empty)


@sqlite_only
@pytest.mark.parametrize(
    ("fields", "field"),
    [
        (replace(office.VEHICLE, manufacture_year=1949, model_year=1949), "manufacture_year"),
        (replace(office.VEHICLE, manufacture_year=2027, model_year=2027), "manufacture_year"),
        (replace(office.VEHICLE, manufacture_year=2023, model_year=2022), "model_year"),
        (replace(office.VEHICLE, manufacture_year=2022, model_year=2024), "model_year"),
        (replace(office.VEHICLE, doors=0), "doors"),
        (replace(office.VEHICLE, seats=10), "seats"),
        (replace(office.VEHICLE, fuel=Fuel.HYBRID), "is_hybrid"),
    ],
)
def test_a_car_that_cannot_be(desk: Desk, fields: VehicleFields, field: str) -> None:
    with problem(desk, field):
        vehicles.register(desk, fields)


@sqlite_only
@pytest.mark.parametrize(
    ("today", "born", "adult"),
    [
        (date(2026, 12, 31), date(2008, 12, 31), True),
        (date(2026, 12, 31), date(2008, 12, 29), True),
        (date(2026, 12, 30), date(2008, 12, 31), False),
        (date(2027, 3, 1), date(2009, 2, 28), True),
        (date(2028, 2, 29), date(2010, 3, 1), False),
        (date(2030, 3, 1), date(2012, 2, 29), True),
        (date(2030, 2, 28), date(2012, 2, 29), False),
        (date(2026, 12, 1), date(1899, 12, 31), False),
    ],
)
def test_a_driver_is_of_age_on_the_birthday(
    desk: Desk, clock: FixedClock, today: date, born: date, adult: bool
) -> None:
    clock.moment = datetime(today.year, today.month, today.day, 13, tzinfo=UTC)
    fields = replace(office.DRIVER, birth_date=born, email_consent_on=today)
    if adult:
        drivers.register(desk, fields)
    else:
        with problem(desk, "birth_date"):
            drivers.register(desk, fields)


@sqlite_only
def test_consent_needs_an_address_and_a_day_that_came(desk: Desk) -> None:
    with problem(desk, "email", "art. 15, IV"):
        drivers.register(desk, replace(office.DRIVER, email=""))
    with problem(desk, "email_consent_on"):
        drivers.register(desk, replace(office.DRIVER, email_consent_on=desk.today + timedelta(days=1)))


# Doubles


@pytest.mark.parametrize("case", cases("D013"))
def test_one_company_however_its_cnpj_is_written(desk: Desk, case: Case) -> None:
    first, *others = (replace(office.OPERATOR, cnpj=Cnpj.parse(typed)) for typed in case.input["value"])
    operator_id = operators.register(desk, first)
    for other in others:
        with refusal(desk, Duplicate) as raised:
            operators.register(desk, replace(other, legal_name="Outro Nome Ltda."))
        assert (raised.value.field, raised.value.subject_id) == ("cnpj", operator_id)
        assert office.OPERATOR.legal_name in str(raised.value)


def test_an_empty_number_never_equals_an_empty_number(desk: Desk) -> None:
    # Case D014.
    for number in (1, 2):
        drivers.register(desk, replace(office.another_driver(number), license_number="", nit=""))
        cnpj = Cnpj.with_check_digits(f"11222333000{number}")
        operators.register(
            desk, replace(office.OPERATOR, cnpj=cnpj, municipal_registration="", legal_name=f"Empresa {number}")
        )
    typed = {"license_number": "", "nit": "", "cpf": "", "municipal_registration": "", "cnpj": "", "plate": ""}
    for kind in (SubjectKind.DRIVER, SubjectKind.OPERATOR, SubjectKind.VEHICLE):
        assert registers.similar(desk, kind, dict(typed)) == []


def test_both_forms_of_a_plate_are_one_car(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, replace(office.VEHICLE, plate=Plate("ABC1323")))
    other = replace(office.another_vehicle(1), plate=Plate("ABC1D23"))
    with refusal(desk, Duplicate) as raised:
        vehicles.register(desk, other)
    assert (raised.value.field, raised.value.subject_id) == ("plate", vehicle_id)
    (found,) = registers.similar(desk, SubjectKind.VEHICLE, {"plate": "ABC1D23"})
    assert (found.subject_id, found.certain) == (vehicle_id, True)
    # The same car may take its Mercosul plate.
    vehicles.edit(desk, vehicle_id, 1, replace(office.VEHICLE, plate=Plate("ABC1323")), office.VEHICLE)
    assert vehicles.card(desk, vehicle_id).fields.plate == "ABC1D23"


@pytest.mark.parametrize("book", [OPERATORS, DRIVERS])  # a plate is changed by an act of its own: test_vehicle_changes
def test_an_edit_into_the_number_of_another_is_refused(desk: Desk, book: Register) -> None:
    first = book.register(desk, book.fields)
    second = book.register(desk, book.changed)
    unique = "cnpj" if book.kind is SubjectKind.OPERATOR else "cpf"
    taken = replace(book.changed, **{unique: getattr(book.fields, unique)})
    with refusal(desk, Duplicate) as raised:
        book.edit(desk, second, 1, book.changed, taken)
    assert (raised.value.field, raised.value.subject_id) == (unique, first)


@pytest.mark.parametrize("case", cases("reregister_deleted"))
def test_a_withdrawn_driver_can_be_registered_again(desk: Desk, case: Case) -> None:
    fields = replace(office.DRIVER, cpf=Cpf.parse(case.input["cpf"]))
    first = drivers.register(desk, fields)
    registers.withdraw(desk, SubjectKind.DRIVER, first, "encerrou a atividade")
    (gone,) = registers.similar(desk, SubjectKind.DRIVER, {"cpf": fields.cpf})
    assert (gone.subject_id, gone.certain, gone.why) == (first, False, "baixado em 01/12/2026")
    assert drivers.register(desk, fields) != first
    with refusal(desk, Duplicate):
        drivers.register(desk, fields)


@sqlite_only
@every_register
def test_every_register_takes_back_what_was_withdrawn(desk: Desk, book: Register) -> None:
    first = book.register(desk, book.fields)
    registers.withdraw(desk, book.kind, first, "engano")
    second = book.register(desk, book.fields)
    assert book.card(desk, first).withdrawn_on == desk.today
    assert book.card(desk, second).withdrawn_on is None


def test_a_similar_name_born_on_the_same_day_is_told(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    typed: dict[str, object] = {"full_name": "ANA BEATRIZ SOUZA", "birth_date": office.DRIVER.birth_date}
    (found,) = registers.similar(desk, SubjectKind.DRIVER, typed)
    assert (found.subject_id, found.certain) == (driver_id, False)
    assert office.DRIVER.cpf not in found.label
    assert registers.similar(desk, SubjectKind.DRIVER, typed, exclude=driver_id) == []
    assert registers.similar(desk, SubjectKind.DRIVER, typed | {"birth_date": date(1990, 5, 18)}) == []
    assert registers.similar(desk, SubjectKind.DRIVER, typed | {"full_name": "Carlos Nunes"}) == []
    by_document = registers.similar(desk, SubjectKind.DRIVER, typed | {"cpf": office.DRIVER.cpf})
    assert [(each.subject_id, each.certain) for each in by_document] == [(driver_id, True)]


@sqlite_only
def test_the_same_company_name_is_told(desk: Desk) -> None:
    operator_id = operators.register(desk, office.OPERATOR)
    (found,) = registers.similar(desk, SubjectKind.OPERATOR, {"legal_name": office.OPERATOR.legal_name})
    assert (found.subject_id, found.certain) == (operator_id, False)


@pytest.mark.parametrize("case", cases("D046"))
def test_a_renavam_that_is_somebodys_nit_is_told(desk: Desk, case: Case) -> None:
    number = case.input["value"]
    driver_id = drivers.register(desk, replace(office.DRIVER, nit=Nit.parse(number)))
    (found,) = registers.similar(desk, SubjectKind.VEHICLE, {"renavam": number})
    assert (found.kind, found.subject_id, found.certain) == (SubjectKind.DRIVER, driver_id, False)
    assert "NIT" in found.why
    vehicle_id = vehicles.register(desk, replace(office.VEHICLE, renavam=Renavam.parse(number)))
    hits = registers.similar(desk, SubjectKind.DRIVER, {"nit": number}, exclude=driver_id)
    assert [(hit.kind, hit.subject_id) for hit in hits] == [(SubjectKind.VEHICLE, vehicle_id)]


# Two editors


@pytest.mark.parametrize("case", cases("two_editors"))
@every_register
def test_the_second_editor_is_told_and_nothing_is_lost(
    desk: Desk, other_desk: Desk, book: Register, case: Case
) -> None:
    assert case.expected == {"second_save": "conflict", "lost": 0}
    subject_id = book.register(desk, book.fields)
    book.edit(other_desk, subject_id, 1, book.fields, book.theirs)
    with refusal(desk, Conflict) as raised:
        book.edit(desk, subject_id, 1, book.fields, book.mine)
    conflict = raised.value
    name = _difference(book.fields, book.theirs)
    before, theirs = (str(getattr(fields, name)) for fields in (book.fields, book.theirs))
    assert conflict.fields == (FieldConflict(name, before, theirs, before),)
    assert (conflict.subject_id, conflict.version, conflict.author) == (subject_id, 2, "Iara Nunes")
    book.edit(desk, subject_id, conflict.version, book.fields, book.mine)
    both = replace(book.mine, **{name: getattr(book.theirs, name)})
    assert book.card(desk, subject_id).fields == both


@every_register
def test_the_second_may_decide_for_the_value_there_was_before(desk: Desk, other_desk: Desk, book: Register) -> None:
    subject_id = book.register(desk, book.fields)
    book.edit(other_desk, subject_id, 1, book.fields, book.theirs)
    with refusal(desk, Conflict) as raised:
        book.edit(desk, subject_id, 1, book.fields, book.mine)
    decided = frozenset(conflict.field for conflict in raised.value.fields)
    book.edit(desk, subject_id, raised.value.version, book.fields, book.mine, decided)
    assert book.card(desk, subject_id).fields == book.mine


@every_register
def test_of_one_field_the_second_sees_both_values_and_decides(desk: Desk, other_desk: Desk, book: Register) -> None:
    subject_id = book.register(desk, book.fields)
    book.edit(other_desk, subject_id, 1, book.fields, book.theirs)
    with refusal(desk, Conflict) as raised:
        book.edit(desk, subject_id, 1, book.fields, book.clash)
    (field,) = raised.value.fields
    assert (field.theirs, field.mine) == tuple(
        str(getattr(fields, field.field)) for fields in (book.theirs, book.clash)
    )
    book.edit(desk, subject_id, raised.value.version, book.fields, book.clash)
    assert book.card(desk, subject_id).fields == book.clash


@sqlite_only
@every_register
def test_somebody_saving_again_meanwhile_is_told_again(desk: Desk, other_desk: Desk, book: Register) -> None:
    subject_id = book.register(desk, book.fields)
    book.edit(other_desk, subject_id, 1, book.fields, book.theirs)
    with pytest.raises(Conflict) as raised:
        book.edit(desk, subject_id, 1, book.fields, book.mine)
    book.edit(other_desk, subject_id, 2, book.theirs, book.clash)
    with refusal(desk, Conflict) as again:
        book.edit(desk, subject_id, raised.value.version, book.fields, book.mine)
    assert again.value.version == 3


@sqlite_only
@every_register
def test_the_same_change_by_both_is_no_conflict(desk: Desk, other_desk: Desk, book: Register) -> None:
    subject_id = book.register(desk, book.fields)
    book.edit(other_desk, subject_id, 1, book.fields, book.theirs)
    book.edit(desk, subject_id, 1, book.fields, book.theirs)
    assert book.card(desk, subject_id).fields == book.theirs


@pytest.mark.parametrize("book", [OPERATORS, DRIVERS])
def test_an_address_changed_by_both_is_a_conflict_too(desk: Desk, other_desk: Desk, book: Register) -> None:
    fields = book.fields
    assert not isinstance(fields, VehicleFields)
    subject_id = book.register(desk, fields)
    theirs = replace(fields, address=replace(fields.address, street="Rua Maceió", number="9"))
    mine = replace(fields, address=replace(fields.address, number="12"))
    book.edit(other_desk, subject_id, 1, fields, theirs)
    with refusal(desk, Conflict) as raised:
        book.edit(desk, subject_id, 1, fields, mine)
    assert {(each.field, each.theirs, each.mine) for each in raised.value.fields} == {
        ("address.street", "Rua Maceió", "Avenida São Paulo"),
        ("address.number", "9", "12"),
    }
    assert raised.value.author == "Iara Nunes"
    decided = replace(fields, address=replace(theirs.address, number="12"))
    book.edit(desk, subject_id, raised.value.version, fields, decided)
    assert book.card(desk, subject_id).fields == decided
    assert checking.check(desk) == []


def test_two_good_halves_do_not_make_a_bad_whole(desk: Desk, other_desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    newer = replace(office.VEHICLE, manufacture_year=2023)
    vehicles.edit(other_desk, vehicle_id, 1, office.VEHICLE, newer)
    older = replace(office.VEHICLE, model_year=2022)
    with pytest.raises(Conflict) as raised:
        vehicles.edit(desk, vehicle_id, 1, office.VEHICLE, older)
    with problem(desk, "model_year"):
        vehicles.edit(desk, vehicle_id, raised.value.version, office.VEHICLE, older)


@pytest.mark.parametrize("case", cases("no_open_tx_while_editing"))
def test_no_transaction_is_open_while_a_form_waits(desk: Desk, other_desk: Desk, case: Case) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    card = drivers.card(desk, driver_id)
    pool = desk.database.engine.pool
    assert isinstance(pool, QueuePool)
    assert pool.checkedout() == case.expected["open_tx"]
    drivers.edit(other_desk, driver_id, card.version, card.fields, replace(card.fields, notes="sem esperar"))


# Addresses and links


def test_the_earlier_addresses_keep_their_dates(desk: Desk, clock: FixedClock) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    clock.moment += timedelta(days=10)
    drivers.edit(desk, driver_id, 1, office.DRIVER, replace(office.DRIVER, address=_MOVED))
    newest, oldest = registers.address_history(desk, SubjectKind.DRIVER, driver_id)
    assert (newest.address, newest.since) == (_MOVED, date(2026, 12, 11))
    assert (oldest.address, oldest.since) == (office.ADDRESS, date(2026, 12, 1))
    # Twice on one day: the last one is in force.
    drivers.edit(desk, driver_id, 2, replace(office.DRIVER, address=_MOVED), office.DRIVER)
    assert drivers.card(desk, driver_id).fields.address == office.ADDRESS
    assert len(registers.address_history(desk, SubjectKind.DRIVER, driver_id)) == 3


def test_a_driver_serves_several_operators_each_once(desk: Desk) -> None:
    first, driver_id, _ = office.walk_in(desk)
    second = OPERATORS.register(desk, OPERATORS.changed)
    drivers.link_operator(desk, driver_id, second, desk.today)
    with refusal(desk, Refused):
        drivers.link_operator(desk, driver_id, second, desk.today)
    newcomer = office_driver(desk)
    with problem(desk, "since"):
        drivers.link_operator(desk, newcomer, second, desk.today + timedelta(days=1))
    links = {link.operator_id: link.link_id for link in drivers.card(desk, driver_id).operators}
    assert links.keys() == {first, second}
    assert [each.driver_id for each in operators.card(desk, second).drivers] == [driver_id]
    for day, field in ((desk.today - timedelta(days=1), "until"), (desk.today + timedelta(days=1), "until")):
        with problem(desk, field):
            drivers.unlink_operator(desk, links[second], day)
    drivers.unlink_operator(desk, links[second], desk.today)
    with refusal(desk, Refused):
        drivers.unlink_operator(desk, links[second], desk.today)
    assert [link.operator_id for link in drivers.card(desk, driver_id).operators] == [first]
    drivers.link_operator(desk, driver_id, second, desk.today)
    assert len(drivers.card(desk, driver_id).operators) == 2


def office_driver(desk: Desk, number: int = 1) -> UUID:
    return drivers.register(desk, office.another_driver(number))


_LENT = UseTitleFields(UseTitleKind.RENTAL, "contrato 12/2026", date(2027, 12, 1))


@sqlite_only
@pytest.mark.parametrize("kind", [kind for kind in UseTitleKind if kind is not UseTitleKind.OWNER])
def test_who_does_not_own_the_car_shows_a_paper_in_force(desk: Desk, kind: UseTitleKind) -> None:
    driver_id, vehicle_id = office_driver(desk), vehicles.register(desk, office.VEHICLE)
    with problem(desk, "reference", "art. 15"):
        drivers.link_vehicle(desk, driver_id, vehicle_id, UseTitleFields(kind, "", None), desk.today)
    ended = UseTitleFields(kind, "livro 3, folha 4", desk.today - timedelta(days=1))
    with problem(desk, "valid_until", "art. 19, II"):
        drivers.link_vehicle(desk, driver_id, vehicle_id, ended, desk.today)
    with problem(desk, "since"):
        drivers.link_vehicle(desk, driver_id, vehicle_id, _LENT, desk.today + timedelta(days=1))
    drivers.link_vehicle(desk, driver_id, vehicle_id, replace(ended, valid_until=desk.today), desk.today)


def test_the_first_to_use_a_car_is_its_registrant_until_he_leaves_it(desk: Desk) -> None:
    _, first, vehicle_id = office.walk_in(desk)
    second = office_driver(desk)
    with problem(desk, "registrant", "art. 19, § 2º"):
        vehicles.set_registrant(desk, vehicle_id, second)
    drivers.link_vehicle(desk, second, vehicle_id, _LENT, desk.today)
    with refusal(desk, Refused):
        drivers.link_vehicle(desk, second, vehicle_id, _LENT, desk.today)
    assert _registrants(desk, vehicle_id) == [first]
    (link,) = [link.link_id for link in drivers.card(desk, first).vehicles]
    drivers.unlink_vehicle(desk, link, desk.today)
    assert _registrants(desk, vehicle_id) == []
    vehicles.set_registrant(desk, vehicle_id, second)
    assert _registrants(desk, vehicle_id) == [second]
    with refusal(desk, Refused):
        drivers.unlink_vehicle(desk, link, desk.today)
    assert _registrants(desk, vehicle_id) == [second]


def _registrants(desk: Desk, vehicle_id: UUID) -> list[UUID]:
    return [each.driver_id for each in vehicles.card(desk, vehicle_id).drivers if each.is_registrant]


def test_registering_a_car_is_all_or_nothing(desk: Desk) -> None:
    driver_id = office_driver(desk)
    with problem(desk, "title"):
        vehicles.register(desk, office.VEHICLE, driver_id)
    without_paper = UseTitleFields(UseTitleKind.LEASING, "", None)
    with problem(desk, "reference"):
        vehicles.register(desk, office.VEHICLE, driver_id, without_paper, office.POLICY)
    with problem(desk, "ends_on"):
        vehicles.register(
            desk, office.VEHICLE, driver_id, office.OWNED, replace(office.POLICY, ends_on=date(2026, 11, 30))
        )
    with refusal(desk, Refused):
        vehicles.register(desk, office.VEHICLE, uuid4(), office.OWNED, office.POLICY)
    with refusal(desk, Refused):
        drivers.register(desk, office.DRIVER, uuid4())


@sqlite_only
@pytest.mark.parametrize(
    ("policy", "field"),
    [
        (replace(office.POLICY, insurer=""), "policy_number"),
        (replace(office.POLICY, policy_number=""), "policy_number"),
        (replace(office.POLICY, ends_on=office.POLICY.starts_on), "ends_on"),
        (replace(office.POLICY, ends_on=date(2026, 11, 30)), "ends_on"),
        (replace(office.POLICY, seats_covered=3), "seats_covered"),
        (replace(office.POLICY, death_amount=0), "death_amount"),
        (replace(office.POLICY, disability_amount=0), "death_amount"),
    ],
)
def test_a_policy_that_does_not_serve(desk: Desk, policy: PolicyFields, field: str) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    with problem(desk, field, "art. 18, III"):
        vehicles.add_policy(desk, vehicle_id, policy)


def test_the_policies_are_kept_newest_first(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE, policy=office.POLICY)
    newer = replace(office.POLICY, policy_number="AP-2002", ends_on=date(2028, 6, 30))
    vehicles.add_policy(desk, vehicle_id, newer)
    assert vehicles.card(desk, vehicle_id).policies == (newer, office.POLICY)


# Withdrawing


@sqlite_only
@every_register
def test_withdrawing_needs_a_reason_and_happens_once(desk: Desk, book: Register) -> None:
    subject_id = book.register(desk, book.fields)
    with refusal(desk, Refused):
        registers.withdraw(desk, book.kind, subject_id, "  ")
    registers.withdraw(desk, book.kind, subject_id, "pediu a baixa")
    with refusal(desk, Refused) as raised:
        registers.withdraw(desk, book.kind, subject_id, "de novo")
    assert "01/12/2026" in str(raised.value)
    with refusal(desk, Refused):
        book.edit(desk, subject_id, 2, book.fields, book.theirs)
    (withdrawn, *_) = registers.history(desk, [subject_id])
    assert (withdrawn.act, withdrawn.reason) == (f"withdraw_{book.kind}", "pediu a baixa")


def test_who_leaves_takes_the_links_along(desk: Desk) -> None:
    operator_id, driver_id, vehicle_id = office.walk_in(desk)
    registers.withdraw(desk, SubjectKind.DRIVER, driver_id, "mudou de cidade")
    assert operators.card(desk, operator_id).drivers == ()
    assert vehicles.card(desk, vehicle_id).drivers == ()
    # The next driver of the car becomes responsible for it: nobody is left answering for it who is gone.
    second = office_driver(desk)
    drivers.link_vehicle(desk, second, vehicle_id, _LENT, desk.today)
    assert _registrants(desk, vehicle_id) == [second]
    registers.withdraw(desk, SubjectKind.OPERATOR, operator_id, "encerrou")
    registers.withdraw(desk, SubjectKind.VEHICLE, vehicle_id, "vendido")
    assert drivers.card(desk, second).vehicles == ()
    with refusal(desk, Refused):
        drivers.link_vehicle(desk, second, vehicle_id, _LENT, desk.today)
    with refusal(desk, Refused):
        drivers.link_operator(desk, second, operator_id, desk.today)
    with refusal(desk, Refused):
        vehicles.add_policy(desk, vehicle_id, office.POLICY)
    assert broken_links(desk.database) == []


def _difference(one: Fields, other: Fields) -> str:
    (name,) = (name for name in type(one).__slots__ if getattr(one, name) != getattr(other, name))
    return str(name)
