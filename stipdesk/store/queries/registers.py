"""Operators, drivers and vehicles as the services read them, one or many at a time."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar
from uuid import UUID

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from stipdesk.domain.errors import Refused
from stipdesk.domain.registers import (
    Address,
    DriverFields,
    OperatorFields,
    PolicyFields,
    ServiceCategory,
    SubjectKind,
    UseTitleFields,
    VehicleFields,
)
from stipdesk.domain.requirements import Check
from stipdesk.models import (
    AttachedFile,
    Driver,
    DriverOperator,
    DriverVehicle,
    Operator,
    PassengerAccidentPolicy,
    PostalAddress,
    RequirementCheck,
    User,
    Vehicle,
)
from stipdesk.models.base import RegisterRow

_R = TypeVar("_R", bound=RegisterRow)
MODELS: dict[SubjectKind, type[RegisterRow]] = {
    SubjectKind.OPERATOR: Operator,
    SubjectKind.DRIVER: Driver,
    SubjectKind.VEHICLE: Vehicle,
}
_ADDRESS_PARTS = ("street", "number", "complement", "district", "city", "state", "postal_code")
_ADDRESS_ORDER = (PostalAddress.since, PostalAddress.journal_origin, PostalAddress.journal_seq)


@dataclass(frozen=True, slots=True)
class VehicleLink:
    """A driver and a vehicle bound by a title."""

    link_id: UUID
    driver_id: UUID
    vehicle_id: UUID
    title: UseTitleFields
    since: date
    until: date | None


def operator_fields(row: Operator, address: Address) -> OperatorFields:
    return OperatorFields(
        cnpj=row.cnpj,
        legal_name=row.legal_name,
        trade_name=row.trade_name,
        app_name=row.app_name,
        establishment=row.establishment,
        commercial_registry=row.commercial_registry,
        municipal_registration=row.municipal_registration,
        corporate_email=row.corporate_email,
        phone=row.phone,
        representative_name=row.representative_name,
        representative_cpf=row.representative_cpf,
        address=address,
        notes=row.notes,
    )


def driver_fields(row: Driver, address: Address) -> DriverFields:
    return DriverFields(
        cpf=row.cpf,
        full_name=row.full_name,
        birth_date=row.birth_date,
        birth_state=row.birth_state,
        license_number=row.license_number,
        license_category=row.license_category,
        has_paid_activity_endorsement=row.has_paid_activity_endorsement,
        license_valid_until=row.license_valid_until,
        nit=row.nit,
        email=row.email,
        email_consent_on=row.email_consent_on,
        phone=row.phone,
        address=address,
        notes=row.notes,
    )


def vehicle_fields(row: Vehicle) -> VehicleFields:
    return VehicleFields(
        plate=row.plate,
        renavam=row.renavam,
        chassis=row.chassis,
        chassis_restamped=row.chassis_restamped,
        make=row.make,
        model=row.model,
        color=row.color,
        manufacture_year=row.manufacture_year,
        model_year=row.model_year,
        fuel=row.fuel,
        is_hybrid=row.is_hybrid,
        doors=row.doors,
        seats=row.seats,
        has_air_conditioning=row.has_air_conditioning,
        is_adapted=row.is_adapted,
        categories=tuple(ServiceCategory(category) for category in row.categories),
        registration_year=row.registration_year,
        owner_name=row.owner_name,
        owner_document=row.owner_document,
        notes=row.notes,
    )


def addresses(session: Session, kind: SubjectKind, ids: Sequence[UUID]) -> dict[UUID, Address]:
    """The address in force of each: the newest."""
    owner = PostalAddress.operator_id if kind is SubjectKind.OPERATOR else PostalAddress.driver_id
    parts = (getattr(PostalAddress, part) for part in _ADDRESS_PARTS)
    found = session.execute(select(owner, *parts).where(owner.in_(ids)).order_by(*_ADDRESS_ORDER))
    return {holder: Address(*values) for holder, *values in found}


def address_rows(session: Session, kind: SubjectKind, ids: Sequence[UUID]) -> Sequence[PostalAddress]:
    """Every address they had, oldest first."""
    owner = PostalAddress.operator_id if kind is SubjectKind.OPERATOR else PostalAddress.driver_id
    return session.scalars(select(PostalAddress).where(owner.in_(ids)).order_by(*_ADDRESS_ORDER)).all()


def address_of(row: PostalAddress) -> Address:
    return Address(**{part: getattr(row, part) for part in _ADDRESS_PARTS})


def active_by(session: Session, kind: SubjectKind, column: str, value: str) -> RegisterRow | None:
    """The record in activity that holds this document; an empty one never equals another (case D014)."""
    if not value:
        return None
    model = MODELS[kind]
    statement = select(model).where(getattr(model, column) == value, model.withdrawn_on.is_(None)).limit(1)
    return session.scalars(statement).first()


def withdrawn_by(session: Session, kind: SubjectKind, column: str, value: str) -> RegisterRow | None:
    """The newest withdrawn record that held this document."""
    model = MODELS[kind]
    statement = select(model).where(getattr(model, column) == value, model.withdrawn_on.is_not(None))
    return session.scalars(statement.order_by(model.withdrawn_on.desc()).limit(1)).first()


def drivers_born_on(session: Session, day: date) -> Sequence[Driver]:
    return session.scalars(select(Driver).where(Driver.birth_date == day, Driver.withdrawn_on.is_(None))).all()


def operators_named_like(session: Session, folded: str) -> Sequence[Operator]:
    """Operators in activity whose legal name, without case and accents, begins so."""
    begins = Operator.sort_key.startswith(folded, autoescape=True)
    return session.scalars(select(Operator).where(begins, Operator.withdrawn_on.is_(None))).all()


def checks(session: Session, kind: SubjectKind, ids: Sequence[UUID], on: date) -> "defaultdict[UUID, list[Check]]":
    """The newest check of each requirement of each holder made until `on`."""
    owner = {
        SubjectKind.OPERATOR: RequirementCheck.operator_id,
        SubjectKind.DRIVER: RequirementCheck.driver_id,
        SubjectKind.VEHICLE: RequirementCheck.vehicle_id,
    }[kind]
    # The desk's people are few and so are files: read apart, they cost a long list of holders next to nothing.
    names = dict(iter(session.execute(select(User.id, User.full_name))))
    counted = select(AttachedFile.check_id, func.count()).join(
        RequirementCheck, RequirementCheck.id == AttachedFile.check_id
    )
    files = dict(iter(session.execute(counted.where(owner.in_(ids)).group_by(AttachedFile.check_id))))
    columns = (
        owner, RequirementCheck.requirement, RequirementCheck.accepted, RequirementCheck.not_applicable,
        RequirementCheck.issued_on, RequirementCheck.valid_until, RequirementCheck.note, RequirementCheck.id,
        RequirementCheck.checked_on, RequirementCheck.checked_by,
    )  # fmt: skip
    newest: dict[tuple[UUID, str], Check] = {}
    statement = (
        select(*columns)
        .where(owner.in_(ids), RequirementCheck.checked_on <= on)
        .order_by(RequirementCheck.journal_origin, RequirementCheck.journal_seq)
    )
    for holder, code, accepted, absent, issued_on, until, note, row_id, checked_on, user in session.execute(statement):
        if holder is not None:
            newest[holder, code] = Check(
                code,
                accepted,
                absent,
                issued_on,
                until,
                note,
                row_id,
                checked_on,
                user,
                names[user],
                files.get(row_id, 0),
            )
    found: defaultdict[UUID, list[Check]] = defaultdict(list)
    for (holder, _), check in newest.items():
        found[holder].append(check)
    return found


def vehicle_links(
    session: Session,
    *,
    drivers: Sequence[UUID] = (),
    vehicles: Sequence[UUID] = (),
    current_only: bool = True,
    on: date | None = None,
) -> list[VehicleLink]:
    """The links of these drivers or vehicles: the open ones, those open on `on`, or every one that there was."""
    columns = (
        DriverVehicle.id, DriverVehicle.driver_id, DriverVehicle.vehicle_id, DriverVehicle.title_kind,
        DriverVehicle.title_reference, DriverVehicle.title_valid_until, DriverVehicle.since, DriverVehicle.until,
    )  # fmt: skip
    wanted = []
    if drivers:
        wanted.append(DriverVehicle.driver_id.in_(drivers))
    if vehicles:
        wanted.append(DriverVehicle.vehicle_id.in_(vehicles))
    if not wanted:
        return []
    statement = select(*columns).where(or_(*wanted))
    if on is not None:
        statement = statement.where(
            DriverVehicle.since <= on, or_(DriverVehicle.until.is_(None), DriverVehicle.until > on)
        )
    elif current_only:
        statement = statement.where(DriverVehicle.until.is_(None))
    return [
        VehicleLink(link_id, driver_id, vehicle_id, UseTitleFields(kind, reference, valid_until), since, until)
        for link_id, driver_id, vehicle_id, kind, reference, valid_until, since, until in session.execute(
            statement.order_by(DriverVehicle.since, DriverVehicle.id)
        )
    ]


def plates_in_use(session: Session, drivers: Sequence[UUID]) -> "defaultdict[UUID, list[str]]":
    """The plates of the vehicles that each driver uses now, the first link first."""
    plates: defaultdict[UUID, list[str]] = defaultdict(list)
    statement = (
        select(DriverVehicle.driver_id, Vehicle.plate)
        .join(Vehicle, Vehicle.id == DriverVehicle.vehicle_id)
        .where(DriverVehicle.driver_id.in_(drivers), DriverVehicle.until.is_(None))
        .order_by(DriverVehicle.since, DriverVehicle.id)
    )
    for driver_id, plate in session.execute(statement):
        plates[driver_id].append(plate)
    return plates


def operator_links(
    session: Session, *, drivers: Sequence[UUID] = (), operators: Sequence[UUID] = (), on: date | None = None
) -> Sequence[DriverOperator]:
    """The links between drivers and operators that are open, or those of the day `on`."""
    open_links = DriverOperator.until.is_(None)
    current = (open_links,) if on is None else (DriverOperator.since <= on, or_(open_links, DriverOperator.until > on))
    statement = select(DriverOperator).where(
        or_(DriverOperator.driver_id.in_(drivers), DriverOperator.operator_id.in_(operators)), *current
    )
    return session.scalars(statement.order_by(DriverOperator.since, DriverOperator.id)).all()


def newest_drivers(session: Session, operator_id: UUID, limit: int) -> Sequence[DriverOperator]:
    """The drivers who came last to the operator; there may be thousands."""
    mine = (DriverOperator.operator_id == operator_id, DriverOperator.until.is_(None))
    order = (DriverOperator.since.desc(), DriverOperator.id)
    return session.scalars(select(DriverOperator).where(*mine).order_by(*order).limit(limit)).all()


def driver_count(session: Session, operator_id: UUID) -> int:
    mine = (DriverOperator.operator_id == operator_id, DriverOperator.until.is_(None))
    return session.scalar(select(func.count()).select_from(DriverOperator).where(*mine)) or 0


def rows_by_id(session: Session, kind: SubjectKind, ids: Sequence[UUID]) -> dict[UUID, RegisterRow]:
    model = MODELS[kind]
    return {row.id: row for row in session.scalars(select(model).where(model.id.in_(ids)))}


def policies(session: Session, vehicles: Sequence[UUID]) -> "defaultdict[UUID, list[PolicyFields]]":
    found: defaultdict[UUID, list[PolicyFields]] = defaultdict(list)
    statement = select(PassengerAccidentPolicy).where(PassengerAccidentPolicy.vehicle_id.in_(vehicles))
    for row in session.scalars(statement.order_by(PassengerAccidentPolicy.ends_on)):
        found[row.vehicle_id].append(
            PolicyFields(
                row.insurer, row.policy_number, row.starts_on, row.ends_on, row.seats_covered,
                row.death_amount, row.disability_amount, row.index_name,
            )
        )  # fmt: skip
    return found


def end_links(session: Session, kind: SubjectKind, subject_id: UUID, until: date) -> None:
    """Close the present links of a record that leaves the desk; they are journaled like any change.

    The vehicles a driver was responsible for are left without a registrant until one is named (art. 19 §2).
    """
    if kind in {SubjectKind.OPERATOR, SubjectKind.DRIVER}:
        mine = [subject_id]
        links = (
            operator_links(session, operators=mine)
            if kind is SubjectKind.OPERATOR
            else operator_links(session, drivers=mine)
        )
        for link in links:
            link.until = until
    if kind in {SubjectKind.DRIVER, SubjectKind.VEHICLE}:
        column = DriverVehicle.driver_id if kind is SubjectKind.DRIVER else DriverVehicle.vehicle_id
        for row in session.scalars(select(DriverVehicle).where(column == subject_id, DriverVehicle.until.is_(None))):
            row.until = until
    if kind is SubjectKind.DRIVER:
        for vehicle in session.scalars(select(Vehicle).where(Vehicle.registrant_id == subject_id)):
            vehicle.registrant_id = None


def require(session: Session, model: type[_R], row_id: UUID) -> _R:
    """The record, which must exist: a screen never asks for one that does not."""
    row = session.get(model, row_id)
    if row is None:
        raise Refused("Este cadastro não existe neste banco de dados.")
    return row
