"""What a vehicle's card and the work lists read about it: former plates, who disputes it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Vehicle
from stipdesk.services import registers
from stipdesk.services.access import Desk
from stipdesk.store.engine import Session
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.queries import vehicles as queries
from stipdesk.store.queries.vehicles import FormerPlate as FormerPlate
from stipdesk.store.queries.vehicles import OwnerLink


class ClaimKind(StrEnum):
    """SAME_*: two records of one car. TWO_OWNERS, OTHER_OWNER: a title of owner that the CRLV does not bear out."""

    SAME_CHASSIS = "same_chassis"
    SAME_RENAVAM = "same_renavam"
    TWO_OWNERS = "two_owners"
    OTHER_OWNER = "other_owner"


@dataclass(frozen=True, slots=True)
class Claim:
    """Why a vehicle's registration is in doubt (art. 19). `other` is the record to compare with, and its kind."""

    kind: ClaimKind
    vehicle_id: UUID
    text: str
    article: str
    cure: str
    other_kind: SubjectKind
    other_id: UUID


def claims(desk: Desk, vehicle_id: UUID) -> tuple[Claim, ...]:
    """What is in doubt about one vehicle."""
    with desk.reading() as session:
        return claims_in(session, [vehicle_id])


def all_claims(desk: Desk) -> tuple[Claim, ...]:
    """What is in doubt in the whole register, for the work lists."""
    with desk.reading() as session:
        return claims_in(session, None)


def claims_in(session: Session, vehicles: Sequence[UUID] | None) -> tuple[Claim, ...]:
    """The claims about these vehicles, or about any; none of a withdrawn one."""
    return (*_same_documents(session, vehicles), *_owners(session, vehicles))


def former_plates(session: Session, vehicle_id: UUID) -> tuple[FormerPlate, ...]:
    """The plates a vehicle had, newest first."""
    return tuple(queries.plate_changes(session, [vehicle_id])[vehicle_id])


def _same_documents(session: Session, vehicles: Sequence[UUID] | None) -> Iterable[Claim]:
    kinds = (("chassis", "chassi", ClaimKind.SAME_CHASSIS), ("renavam", "RENAVAM", ClaimKind.SAME_RENAVAM))
    for column, name, kind in kinds:
        shared = queries.shared_documents(session, column, vehicles)
        others = register_queries.rows_by_id(session, SubjectKind.VEHICLE, [each.other_id for each in shared])
        for each in shared:
            whose = f", sob responsabilidade de {each.registrant_name}" if each.registrant_name else ""
            yield Claim(
                kind, each.vehicle_id,
                f"O mesmo {name} está no cadastro de {registers.label_of(others[each.other_id])}{whose}",
                "art. 19, I e § 2º", "Confira os dois CRLV e dê baixa no cadastro errado.",
                SubjectKind.VEHICLE, each.other_id,
            )  # fmt: skip


def _owners(session: Session, vehicles: Sequence[UUID] | None) -> Iterable[Claim]:
    links = queries.owner_links(session, vehicles)
    cars = register_queries.rows_by_id(session, SubjectKind.VEHICLE, list(links))
    for vehicle_id, owners in links.items():
        car = cars[vehicle_id]
        assert isinstance(car, Vehicle)
        wrong = [owner for owner in owners if car.owner_document not in ("", owner.cpf)]
        if len(owners) > 1:
            yield _two_owners(car, wrong[0] if wrong else owners[-1], owners)
        elif wrong:
            yield _other_owner(car, wrong[0])


def _two_owners(car: Vehicle, doubted: OwnerLink, owners: Sequence[OwnerLink]) -> Claim:
    names = " e ".join(owner.full_name for owner in owners)
    whose = f"; o CRLV está em nome de {car.owner_name}" if car.owner_name else ""
    return Claim(
        ClaimKind.TWO_OWNERS, car.id, f"{names} usam o veículo como proprietários{whose}",
        "art. 19, § 2º", "Confira o CRLV e corrija o título de quem não é o dono.",
        SubjectKind.DRIVER, doubted.driver_id,
    )  # fmt: skip


def _other_owner(car: Vehicle, doubted: OwnerLink) -> Claim:
    whose = car.owner_name or "outro CPF ou CNPJ"
    return Claim(
        ClaimKind.OTHER_OWNER, car.id,
        f"{doubted.full_name} usa o veículo como proprietário, e o CRLV está em nome de {whose}",
        "art. 19, § 2º", "Peça procuração, declaração do dono, arrendamento ou locação, e renove o título.",
        SubjectKind.DRIVER, doubted.driver_id,
    )  # fmt: skip
