"""The requests of the fictitious office: filed, answered with a requisition now and then, granted with the CAA."""

from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.applications import ApplicationChannel, ApplicationDecision, ApplicationKind
from stipdesk.domain.calendar import Deadline
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Application, Requisition
from stipdesk.services.demo.story import Car, Holder, Story, columns_of_number

_CLOCKS = {SubjectKind.OPERATOR: "operator_authorization_issue", SubjectKind.DRIVER: "driver_authorization_issue"}


@dataclass(slots=True)
class Request:
    """One application, as far as the story needs it later; `requisition` is the one not answered yet."""

    row_id: UUID
    kind: ApplicationKind
    version: int = 1
    requisition: UUID | None = None
    requisitions: int = 0
    paid_on: date | None = None
    provisional: UUID | None = None
    from_operator: bool = False


class Requests:
    def __init__(self, story: Story) -> None:
        self._story = story
        self._deadlines: dict[tuple[str, date], Deadline] = {}

    def for_authorization(self, holder: Holder, *, from_operator: bool) -> Request:
        """The first CAA, or the renewal of the one in force."""
        story = self._story
        renews = holder.caa_id if holder.valid_until is not None and story.day <= holder.valid_until else None
        kind = ApplicationKind.RENEWAL if renews is not None else ApplicationKind.FIRST_AUTHORIZATION
        channel = ApplicationChannel.OPERATOR if from_operator else ApplicationChannel.DESK
        sponsor = holder.operators[0] if from_operator else None
        deadline = self._deadline(_CLOCKS[holder.kind]).as_data()
        row_id = self._add(
            holder, kind, channel=channel, sponsor_id=sponsor, renews_id=renews, filing_deadline=deadline
        )
        return Request(row_id, kind, from_operator=from_operator)

    def for_vehicle(self, car: Car) -> Request:
        """The registration of a car, conditional for 30 days while it was not inspected (art. 19 §1)."""
        kind = ApplicationKind.VEHICLE_REGISTRATION
        deadline = self._deadline("vehicle_inspection_proof")
        row_id = self._add(
            car.registrant, kind, channel=ApplicationChannel.DESK, vehicle_id=car.row_id,
            conditional_until=deadline.due, conditional_deadline=deadline.as_data(),
        )  # fmt: skip
        return Request(row_id, kind)

    def demand(self, request: Request, requirements: list[str]) -> None:
        """An exigência: what is missing is asked for."""
        story = self._story
        request.requisitions += 1
        request.requisition = story.add(
            Requisition, story.deed(Act.ISSUE_REQUISITION, Role.ATTENDANT), application_id=request.row_id,
            ordinal=request.requisitions, requirements=requirements, text="", issued_on=story.day,
        )  # fmt: skip

    def complete(self, holder: Holder, request: Request) -> None:
        """Nothing is missing any more: the office's 30 days begin (arts. 11 and 16)."""
        story = self._story
        deed = story.deed(Act.RECORD_FEE_PAYMENT, Role.ATTENDANT)
        if request.requisition is not None:
            story.change(Requisition, request.requisition, 1, deed, answered_on=(None, story.day))
            request.requisition = None
        reckoned = self._deadline(_CLOCKS[holder.kind]).as_data()
        self._change(request, Act.RECORD_FEE_PAYMENT, Role.ATTENDANT, {
            "completed_on": (None, story.day), "completeness_deadline": (None, reckoned),
        })  # fmt: skip

    def name_provisional(self, request: Request, authorization_id: UUID) -> None:
        request.provisional = authorization_id
        self._change(request, Act.ISSUE_PROVISIONAL, Role.MANAGER, {"provisional_id": (None, authorization_id)})

    def grant(self, request: Request, act: Act, role: Role, authorization_id: UUID | None = None) -> None:
        story = self._story
        changed: dict[str, tuple[object, object]] = {
            "decision": (None, ApplicationDecision.GRANTED),
            "decided_on": (None, story.day),
            "decided_by": (None, story.authors[role].user_id),
        }
        if authorization_id is not None:
            changed["authorization_id"] = (None, authorization_id)
        self._change(request, act, role, changed)

    def _change(self, request: Request, act: Act, role: Role, changed: dict[str, tuple[object, object]]) -> None:
        self._story.change(Application, request.row_id, request.version, self._story.deed(act, role), **changed)
        request.version += 1

    def _add(self, holder: Holder, kind: ApplicationKind, **columns: object) -> UUID:
        story = self._story
        return story.add(
            Application, story.deed(Act.FILE_APPLICATION, Role.ATTENDANT),
            **columns_of_number(story.next_number(NumberKind.APPLICATION)), **holder.owns, kind=kind,
            filed_on=story.day, filed_by=holder.name, notes="", new_plate="", decision_reason="",
            refused_requirements=[], **columns,
        )  # fmt: skip

    def _deadline(self, code: str) -> Deadline:
        day = self._story.day
        key = (code, day)
        if key not in self._deadlines:
            self._deadlines = {known: found for known, found in self._deadlines.items() if day - known[1] < _KEPT}
            self._deadlines[key] = self._story.rules.deadline(code, day)
        return self._deadlines[key]


_KEPT = timedelta(days=2)
