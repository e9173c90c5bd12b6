"""The daily check of art. 60: who holds a CAA and lost a condition of it, as work for a person, never as an act.

"As condições exigidas […] devem ser mantidas durante todo o prazo de sua validade": each finding goes to a person, who
may open the process of art. 38. The office is read in batches, each a reading of its own, so that whoever else waits
for the database is served in between; a check that is given up leaves nothing behind.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from uuid import UUID

from stipdesk.domain.pair import NO_OPERATOR
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine, RequirementState
from stipdesk.domain.standing import Finding, Standing, StandingState
from stipdesk.domain.vehicle import registration_serves
from stipdesk.models import Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import holders, registers
from stipdesk.services.access import Desk
from stipdesk.services.application_facts import FEES
from stipdesk.services.holders import Situation
from stipdesk.services.work_lines import WorkLine, document_shown
from stipdesk.store.engine import Session
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.queries import worklists as queries

BATCH = 500


class Condition(StrEnum):
    """What art. 60 demands to be kept, as the list is filtered by."""

    LICENSE = "license"
    PAID_ACTIVITY = "paid_activity"
    CERTIFICATES = "certificates"
    SOCIAL_SECURITY = "social_security"
    USE_TITLE = "use_title"
    OPERATOR_CAA = "operator_caa"
    INSURANCE = "insurance"
    REGISTRATION = "registration"
    INSPECTION = "inspection"
    AGE = "age"
    BODY = "body"
    REGISTRANT = "registrant"
    CONTACT = "contact"
    COMPANY = "company"
    OTHER = "other"


_CONDITIONS = {
    "driver.license_category": Condition.LICENSE,
    "driver.license_validity": Condition.LICENSE,
    "driver.paid_activity": Condition.PAID_ACTIVITY,
    "driver.criminal_certificate": Condition.CERTIFICATES,
    "driver.criminal_certificate_other_state": Condition.CERTIFICATES,
    "driver.social_security": Condition.SOCIAL_SECURITY,
    "driver.use_title": Condition.USE_TITLE,
    "driver.email": Condition.CONTACT,
    "vehicle.age": Condition.AGE,
    "vehicle.doors": Condition.BODY,
    "vehicle.air_conditioning": Condition.BODY,
    "vehicle.seats": Condition.BODY,
    "vehicle.insurance": Condition.INSURANCE,
    "vehicle.inspection": Condition.INSPECTION,
    "vehicle.registration": Condition.REGISTRATION,
    "vehicle.use_title": Condition.USE_TITLE,
    "vehicle.registrant": Condition.REGISTRANT,
    "pair.operator": Condition.OPERATOR_CAA,
}


TITLE = "Condições perdidas durante o CAA"
EXPLANATION = (
    "As condições do CAA devem ser mantidas durante toda a validade (art. 60). A verificação só aponta: suspender "
    "depende do processo do art. 38, aberto por uma pessoa."
)
CONDITION_NAMES: Mapping[Condition, str] = {
    Condition.LICENSE: "CNH",
    Condition.PAID_ACTIVITY: "EAR",
    Condition.CERTIFICATES: "Certidões",
    Condition.SOCIAL_SECURITY: "INSS",
    Condition.USE_TITLE: "Título de uso",
    Condition.OPERATOR_CAA: "CAA da operadora",
    Condition.INSURANCE: "Seguro",
    Condition.REGISTRATION: "CRLV",
    Condition.INSPECTION: "Vistoria",
    Condition.AGE: "Idade do veículo",
    Condition.BODY: "Portas, ar e lugares",
    Condition.REGISTRANT: "Responsável pelo veículo",
    Condition.CONTACT: "E-mail",
    Condition.COMPANY: "Requisitos da operadora",
    Condition.OTHER: "Outros",
}


@dataclass(frozen=True, slots=True)
class LostCondition:
    """One condition not kept: the work line, which condition, and the holder against whom a process would go.

    `code` is that of the requirement. `process` is the number of the one of art. 38 already open about it, "" without.
    """

    line: WorkLine
    condition: Condition
    code: str
    holder_kind: SubjectKind
    holder_id: UUID
    process: str


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of the `total` operators and drivers were looked at; `found` is what the last batch brought."""

    done: int
    total: int
    is_over: bool
    found: tuple[LostCondition, ...]


class DailyCheck:
    """One check of the whole office, as of the day it began.

    `begin`, then `advance` until it `is_over`; between two calls nothing is held, and whoever stops calling has
    cancelled it. Operators come first, because of every driver it is asked whether he serves a regular one.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.on = desk.today
        self._kind = SubjectKind.OPERATOR
        self._after: UUID | None = None
        self._done = 0
        self._total = 0
        self._regular: set[UUID] = set()
        self._seen: set[UUID] = set()

    def begin(self) -> Progress:
        """How many there are to look at."""
        with self._desk.reading() as session:
            self._total = sum(queries.active_count(session, kind) for kind in _HOLDERS)
        return Progress(0, self._total, False, ())

    def advance(self) -> Progress:
        """Look at the next batch, in one reading."""
        with self._desk.reading() as session:
            rows = queries.active_after(session, self._kind, self._after, BATCH)
            examine = self._operators if self._kind is SubjectKind.OPERATOR else self._drivers
            found = tuple(examine(session, rows)) if rows else ()
            last = rows[-1].id if rows else None
        self._done += len(rows)
        is_last = len(rows) < BATCH
        over = is_last and self._kind is SubjectKind.DRIVER
        self._after = None if is_last else last
        if is_last:
            self._kind = SubjectKind.DRIVER
        # Some may have been registered or withdrawn since it began: the last page is the end, not the count.
        self._total = self._done if over else max(self._total, self._done)
        return Progress(self._done, self._total, over, found)

    def _operators(self, session: Session, rows: Sequence[RegisterRow]) -> Iterator[LostCondition]:
        situations = holders.situations(self._desk, session, rows, self.on)
        lister = _Lister(self._desk, session, self.on, SubjectKind.OPERATOR, rows)
        for row in rows:
            standing = situations[row.id].standing
            if standing.state.may_serve:
                self._regular.add(row.id)
            if holds_authorization(standing):
                yield from lister.requirements(row, SubjectKind.OPERATOR, row, situations[row.id])

    def _drivers(self, session: Session, rows: Sequence[RegisterRow]) -> Iterator[LostCondition]:
        situations = holders.situations(self._desk, session, rows, self.on)
        held = [row for row in rows if holds_authorization(situations[row.id].standing)]
        ids = [row.id for row in held]
        lister = _Lister(self._desk, session, self.on, SubjectKind.DRIVER, held)
        serving = queries.serving(session, ids, self.on)
        cars = self._cars(session, ids)
        every_car = [car for own in cars.values() for car in own]
        car_situations = holders.situations(self._desk, session, every_car, self.on)
        for row in held:
            yield from lister.requirements(row, SubjectKind.DRIVER, row, situations[row.id])
            if self._regular.isdisjoint(serving[row.id]):
                yield lister.finding(row, SubjectKind.DRIVER, row, NO_OPERATOR)
            for car in cars.get(row.id, ()):
                yield from lister.requirements(row, SubjectKind.VEHICLE, car, car_situations[car.id])
                yield from lister.registration(row, car)

    def _cars(self, session: Session, drivers: Sequence[UUID]) -> dict[UUID, list[Vehicle]]:
        """The vehicles in activity these drivers use, each under the first of them that came."""
        links = register_queries.vehicle_links(session, drivers=drivers, on=self.on)
        turn = {driver_id: place for place, driver_id in enumerate(drivers)}
        fresh: dict[UUID, UUID] = {}
        for link in sorted(links, key=lambda link: turn[link.driver_id]):
            if link.vehicle_id not in self._seen:
                fresh.setdefault(link.vehicle_id, link.driver_id)
        self._seen.update(fresh)
        cars: dict[UUID, list[Vehicle]] = {}
        for car in queries.active_vehicles(session, list(fresh)):
            cars.setdefault(fresh[car.id], []).append(car)
        return cars


_HOLDERS = (SubjectKind.OPERATOR, SubjectKind.DRIVER)


def holds_authorization(standing: Standing) -> bool:
    """Whether there is a CAA whose conditions must be kept; who lost it or never had it is in other lists."""
    return standing.state.may_serve or standing.state is StandingState.SUSPENDED


def lost_requirements(situation: Situation, *, certificates_lapse: bool) -> list[RequirementLine]:
    """The requirements that are conditions of art. 60 and are not kept.

    Left out: the fee, which is of the issue; a certificate of art. 14 II that only grew old, unless the office wants
    it; the inspection of a vehicle still in its conditional 30 days (art. 19 §1).
    """
    conditional = situation.standing.state is StandingState.CONDITIONAL
    lost = []
    for line in situation.requirements:
        code = line.requirement.code
        if not line.state.is_missing or code in FEES or (conditional and code == "vehicle.inspection"):
            continue
        aged = line.state is RequirementState.LAPSED and _CONDITIONS.get(code) is Condition.CERTIFICATES
        if not aged or certificates_lapse:
            lost.append(line)
    return lost


class _Lister:
    """The lines of one batch: what is asked of the law and of the processes once for all of it."""

    def __init__(self, desk: Desk, session: Session, on: date, kind: SubjectKind, rows: Sequence[RegisterRow]) -> None:
        self._on, self._kind = on, kind
        rules = desk.rules(session)
        self._certificates_lapse = rules.parameter("daily_check_lapsed_certificates", on).flag
        self._grace = rules.parameter("registration_exercise_grace_months", on).number
        self._processes = queries.open_processes(session, kind, [row.id for row in rows])

    def requirements(
        self, holder: RegisterRow, kind: SubjectKind, row: RegisterRow, situation: Situation
    ) -> Iterator[LostCondition]:
        """What this record lost of the checklist."""
        for line in lost_requirements(situation, certificates_lapse=self._certificates_lapse):
            requirement = line.requirement
            text = line.problem if line.state is not RequirementState.MISSING else f"Falta: {line.problem}"
            ended = line.valid_until if line.state is RequirementState.LAPSED else None
            since = ended + timedelta(days=1) if ended is not None else None
            finding = Finding(requirement.code, text, requirement.article, requirement.cure, since)
            yield self.finding(holder, kind, row, finding)

    def registration(self, holder: RegisterRow, car: Vehicle) -> Iterator[LostCondition]:
        """A CRLV of an exercise that no longer serves, or of one nobody wrote down."""
        year = car.registration_year
        if year is None:
            text, cure = "Exercício do CRLV não informado", "Registre o exercício do CRLV no cadastro do veículo."
        elif not registration_serves(year, self._grace, self._on):
            text, cure = f"CRLV do exercício {year}", "Apresente o CRLV do exercício em vigor."
        else:
            return
        yield self.finding(holder, SubjectKind.VEHICLE, car, Finding("vehicle.registration", text, "art. 19, I", cure))

    def finding(self, holder: RegisterRow, kind: SubjectKind, row: RegisterRow, finding: Finding) -> LostCondition:
        days = (finding.since - self._on).days if finding.since is not None else None
        process = self._processes.get((holder.id, finding.code), "")
        default = Condition.COMPANY if self._kind is SubjectKind.OPERATOR else Condition.OTHER
        condition = _CONDITIONS.get(finding.code, default)
        line = WorkLine(
            kind, row.id, registers.label_of(holder), document_shown(row), finding.text, finding.article,
            finding.since, days, f"Já no processo {process}." if process else finding.cure, CONDITION_NAMES[condition],
        )  # fmt: skip
        return LostCondition(line, condition, finding.code, self._kind, holder.id, process)
