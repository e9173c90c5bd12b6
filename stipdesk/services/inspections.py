"""The inspection in the yard and the seal it earns (arts. 18 IV, §1, §3, and 19 §1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.calendar import add_months
from stipdesk.domain.documents import DocumentKind, InspectionReportData, SealData
from stipdesk.domain.documents import InspectionLine as ReportLine
from stipdesk.domain.errors import FieldErrors, FieldProblem, Refused
from stipdesk.domain.files import MediaType
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SealRecovery, SubjectKind
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import Inspection, InspectionFailure, Seal, User, Vehicle
from stipdesk.services import applications, attachments, documents, office, registers, retests
from stipdesk.services.access import Desk, Rules
from stipdesk.services.papers import number_columns
from stipdesk.services.retests import Retest
from stipdesk.signing.payload import SealPayload
from stipdesk.store.engine import Session
from stipdesk.store.queries import papers as queries
from stipdesk.store.queries import vehicles as vehicle_queries
from stipdesk.store.queries.vehicles import SealEnd as SealEnd
from stipdesk.store.unit_of_work import UnitOfWork

PHOTO_LIMIT = 8 * 1024 * 1024
_PICTURES = (MediaType.JPEG, MediaType.PNG)


@dataclass(frozen=True, slots=True)
class Failure:
    """An item that failed, by its code in `resources/law/inspection.toml`; `photo` is JPEG or PNG."""

    item: str
    note: str
    photo: bytes | None = None


@dataclass(frozen=True, slots=True)
class RecordInspection:
    """What the inspector found. No failure means every item was in order: approved, and a seal is issued.

    `follows_id` is the failed inspection of which only the failed items are looked at again (`services.retests`).
    """

    vehicle_id: UUID
    inspected_on: date
    institution: str
    failures: tuple[Failure, ...] = ()
    remarks: str = ""
    follows_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class InspectionOutcome:
    inspection_id: UUID
    number: str
    report_id: UUID
    seal_number: str | None
    seal_document_id: UUID | None


@dataclass(frozen=True, slots=True)
class FailureLine:
    """An item that failed; `photo` is the SHA-256 that `photo()` answers to, "" without one."""

    item: str
    note: str
    photo: str


@dataclass(frozen=True, slots=True)
class InspectionLine:
    """`follows` is the printed number of the inspection whose failed items this one repeated, "" for a complete one."""

    inspection_id: UUID
    number: str
    inspected_on: date
    approved: bool
    valid_until: date | None
    inspector_name: str
    failures: tuple[FailureLine, ...]
    follows: str


def record(desk: Desk, command: RecordInspection) -> InspectionOutcome:
    """Record the inspection with its report and, when approved, its signed seal: all in one transaction.

    An approved one settles what was asked about the vehicle (art. 19 §1). Raises `FieldErrors` for a date in the
    future, an unknown item or a failure without a note, and what `retests.require_open` does.
    """
    with desk.act(Act.RECORD_INSPECTION) as work:
        assert desk.actor is not None
        vehicle = work.get(Vehicle, command.vehicle_id)
        registers.refuse_withdrawn(vehicle)
        _refuse_problems(desk, command)
        rules = desk.rules(work.session)
        retest = _retest(work.session, rules, command)
        approved = not command.failures
        months = rules.parameter("seal_validity_months", command.inspected_on).number
        valid_until = add_months(command.inspected_on, months) if approved else None
        if valid_until is not None and valid_until < desk.today:
            text = f"Uma vistoria de {format_date(command.inspected_on)} valeu até {format_date(valid_until)}."
            raise FieldErrors(
                FieldProblem("inspected_on", text, "Confira a data ou faça nova vistoria.", "art. 18, § 3º, III")
            )
        number = work.next_number(NumberKind.INSPECTION, command.inspected_on.year)
        inspection = work.add(
            Inspection(
                **number_columns(number),
                vehicle_id=vehicle.id,
                inspected_on=command.inspected_on,
                approved=approved,
                valid_until=valid_until,
                institution=tidy(command.institution),
                inspector_id=desk.actor.user_id,
                inspector_name=desk.actor.full_name,
                inspector_registration=desk.actor.registration,
                remarks=command.remarks.strip(),
                follows_id=command.follows_id,
            )
        )
        for failure in command.failures:
            photo = _keep_photo(work, failure.photo) if failure.photo else None
            work.add(
                InspectionFailure(
                    inspection_id=inspection.id, item=failure.item, note=tidy(failure.note), photo_sha256=photo
                )
            )
        seal = _issue_seal(desk, work, vehicle, inspection) if valid_until else None
        seal_number = str(queries.number_of(seal)) if seal else None
        report = documents.freeze(
            desk, work, DocumentKind.INSPECTION_REPORT, str(number), vehicle.id,
            _report(desk, work.session, vehicle, inspection, command.failures, seal_number, retest),
        )  # fmt: skip
        if approved:
            applications.settle_vehicle(desk, work, vehicle.id)
        return InspectionOutcome(inspection.id, str(number), report.id, seal_number, seal.document_id if seal else None)


def void_seal(desk: Desk, seal_id: UUID, reason: str) -> None:
    """A seal spoiled, lost or replaced: its number is kept as voided and never given again."""
    reason = tidy(reason)
    if not reason:
        raise Refused("Escreva o motivo da anulação do selo.")
    with desk.act(Act.VOID_SEAL, reason) as work:
        seal = work.get(Seal, seal_id)
        if seal.voided_on is not None:
            raise Refused(f"Este selo já foi anulado em {format_date(seal.voided_on)}.")
        seal.voided_on, seal.void_reason = desk.today, reason
        documents.void(work, seal.document_id, reason)


def void_replaced_seals(
    work: UnitOfWork, vehicle_id: UUID, reason: str, recovery: SealRecovery | None
) -> tuple[str, ...]:
    """Void the seals of a car that changed its plate or left the service; their numbers. It needs a new inspection.

    Raises `FieldErrors` when one is in force and nobody said what became of the sticker.
    """
    today = work.clock.today()
    voided = [seal for seal in queries.seals(work.session, [vehicle_id]) if seal.voided_on is None]
    in_force = next((seal for seal in voided if seal.valid_until >= today), None)
    if in_force is not None and recovery is None:
        text = f"Informe o que foi feito do selo {queries.number_of(in_force)}."
        cure = "Recolha o adesivo, ou tome a declaração de que se perdeu."
        raise FieldErrors(FieldProblem("recovery", text, cure, "art. 18, § 3º"))
    for seal in voided:
        seal.voided_on, seal.void_reason, seal.recovery = today, reason, recovery
        documents.void(work, seal.document_id, reason)
    return tuple(str(queries.number_of(seal)) for seal in voided)


def calendar(desk: Desk, first: date, last: date) -> list[SealEnd]:
    """The inspection calendar: whose seal ends between these days, both included, by day and plate."""
    with desk.reading() as session:
        return vehicle_queries.seal_ends(session, first, last)


def seal_document(desk: Desk, vehicle_id: UUID) -> UUID:
    """The paper of the newest seal; one recorded before papers were kept is drawn now, once, from what was signed.

    Raises `Refused` when the vehicle has no seal.
    """
    with desk.reading() as session:
        seal = _newest_seal(session, vehicle_id)
        if seal.document_id is not None:
            return seal.document_id
        seal_id = seal.id
    with desk.act(Act.PRINT_DOCUMENT) as work:
        seal = work.get(Seal, seal_id)
        inspection = work.get(Inspection, seal.inspection_id)
        paper = documents.freeze(
            desk, work, DocumentKind.SEAL, str(queries.number_of(seal)), vehicle_id,
            _seal_data(work.session, seal, inspection),
        )  # fmt: skip
        seal.document_id = paper.id
        return paper.id


def photo(desk: Desk, sha256: str) -> bytes:
    """The photograph of a failure, JPEG or PNG; raises `Refused` when it is not what was kept."""
    with desk.reading() as session:
        return attachments.kept(session, sha256, "A foto")


def inspection_lines(session: Session, vehicle_id: UUID) -> tuple[InspectionLine, ...]:
    """The inspections of a vehicle, newest first."""
    rows = queries.inspections(session, vehicle_id)
    failures = queries.failures(session, [row.id for row in rows])
    numbers = {row.id: str(queries.number_of(row)) for row in rows}
    return tuple(
        InspectionLine(
            row.id, numbers[row.id], row.inspected_on, row.approved, row.valid_until, row.inspector_name,
            tuple(FailureLine(failure.item, failure.note, failure.photo_sha256 or "") for failure in failures[row.id]),
            numbers[row.follows_id] if row.follows_id is not None else "",
        )
        for row in rows
    )  # fmt: skip


def _issue_seal(desk: Desk, work: UnitOfWork, vehicle: Vehicle, inspection: Inspection) -> Seal:
    assert inspection.valid_until is not None
    number = work.next_number(NumberKind.SEAL, inspection.inspected_on.year)
    signed = documents.sign(
        desk,
        work.session,
        SealPayload(
            number=number.digits,
            plate=vehicle.plate,
            inspected_on=inspection.inspected_on,
            valid_until=inspection.valid_until,
            inspector_registration=inspection.inspector_registration,
            caa_number=_registrant_caa(work.session, vehicle),
        ),
    )
    seal = work.add(
        Seal(
            **number_columns(number),
            vehicle_id=vehicle.id,
            inspection_id=inspection.id,
            plate=vehicle.plate,
            inspected_on=inspection.inspected_on,
            valid_until=inspection.valid_until,
            qr_text=signed.text,
            check_code=signed.check_code,
        )
    )
    data = _seal_data(work.session, seal, inspection)
    seal.document_id = documents.freeze(desk, work, DocumentKind.SEAL, str(number), vehicle.id, data).id
    return seal


def _registrant_caa(session: Session, vehicle: Vehicle) -> str:
    if vehicle.registrant_id is None:
        return ""
    authorization = queries.current_authorization(session, SubjectKind.DRIVER, vehicle.registrant_id)
    return queries.number_of(authorization).digits if authorization else ""


def _seal_data(session: Session, seal: Seal, inspection: Inspection) -> SealData:
    inspector = session.get(User, inspection.inspector_id)
    return SealData(
        office=office.header(session),
        number=str(queries.number_of(seal)),
        plate=Plate(seal.plate).shown,
        inspected_on=seal.inspected_on,
        valid_until=seal.valid_until,
        inspector_name=inspection.inspector_name,
        inspector_registration=inspection.inspector_registration,
        qr_text=seal.qr_text,
        check_code=seal.check_code,
        inspector_signature=inspector.signature if inspector else None,
    )


def _report(
    desk: Desk,
    session: Session,
    vehicle: Vehicle,
    inspection: Inspection,
    failures: Sequence[Failure],
    seal_number: str | None,
    retest: Retest | None,
) -> InspectionReportData:
    looked_at = [item for item in desk.law.inspection_items if retest is None or item.code in retest.items]
    notes = {failure.item: tidy(failure.note) for failure in failures}
    return InspectionReportData(
        office=office.header(session),
        number=str(queries.number_of(inspection)),
        plate=Plate(vehicle.plate).shown,
        vehicle=f"{vehicle.make} {vehicle.model} {vehicle.manufacture_year}/{vehicle.model_year}",
        renavam=vehicle.renavam,
        chassis=vehicle.chassis,
        inspected_on=inspection.inspected_on,
        approved=inspection.approved,
        valid_until=inspection.valid_until,
        institution=inspection.institution,
        inspector_name=inspection.inspector_name,
        inspector_registration=inspection.inspector_registration,
        lines=tuple(ReportLine(item.text, item.code not in notes, notes.get(item.code, "")) for item in looked_at),
        remarks=inspection.remarks,
        seal_number=seal_number,
        retest_of=retest.title if retest is not None else "",
    )


def _retest(session: Session, rules: Rules, command: RecordInspection) -> Retest | None:
    if command.follows_id is None:
        return None
    failed = [failure.item for failure in command.failures]
    return retests.require_open(session, rules, command.vehicle_id, command.follows_id, command.inspected_on, failed)


def _refuse_problems(desk: Desk, command: RecordInspection) -> None:
    assert desk.actor is not None
    problems = []
    if command.inspected_on > desk.today:
        problems.append(
            FieldProblem("inspected_on", "A vistoria está no futuro.", "Confira a data.", "art. 18, § 3º, II")
        )
    if not tidy(command.institution):
        problems.append(
            FieldProblem("institution", "Informe a instituição que fez a vistoria.", article="art. 18, § 1º")
        )
    if not desk.actor.registration:
        problems.append(
            FieldProblem(
                "inspector",
                "Seu usuário não tem matrícula, que vai no selo.",
                "Peça-a ao administrador.",
                "art. 18, § 3º, IV",
            )
        )
    known = {item.code for item in desk.law.inspection_items}
    for failure in command.failures:
        if failure.item not in known:
            problems.append(FieldProblem("failures", f"Item de vistoria desconhecido: {failure.item}."))
        elif not tidy(failure.note):
            problems.append(FieldProblem(f"failures.{failure.item}", "Escreva o que foi encontrado neste item."))
        picture = failure.photo
        if picture is not None and (len(picture) > PHOTO_LIMIT or MediaType.of(picture) not in _PICTURES):
            problems.append(
                FieldProblem(
                    f"failures.{failure.item}", "A foto precisa ser JPEG ou PNG de até 8 MB.", "Escolha outra."
                )
            )
    if problems:
        raise FieldErrors(*problems)


def _keep_photo(work: UnitOfWork, content: bytes) -> str:
    media_type = MediaType.of(content)
    assert media_type is not None
    return attachments.keep(work, content, media_type)


def _newest_seal(session: Session, vehicle_id: UUID) -> Seal:
    seal = next((row for row in queries.seals(session, [vehicle_id]) if row.voided_on is None), None)
    if seal is None:
        raise Refused("Este veículo não tem selo. Registre a vistoria aprovada.")
    return seal
