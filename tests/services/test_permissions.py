"""Every act of every role through the one door and through the service that performs it (arts. 4-6, 28, 38, 47)."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from uuid import UUID, uuid4

import pytest

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.calendar import HolidayKind
from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.errors import DeskError, NotAllowed
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.measures import MeasureKind
from stipdesk.domain.permissions import PERMISSIONS, Act, Role
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.models import Base
from stipdesk.services import (
    applications,
    attachments,
    authorizations,
    decisions,
    documents,
    drivers,
    fees,
    infractions,
    inspections,
    measure_decisions,
    measures,
    operators,
    registers,
    requirements,
    statements,
    users,
    vehicle_changes,
    vehicles,
    work_papers,
)
from stipdesk.services import office as office_service
from stipdesk.services.access import TABLE_CHANGES, Desk
from stipdesk.services.applications import FileApplication, IssueRequisition, ProposeRefusal
from stipdesk.services.attachments import FileTarget, NewFile
from stipdesk.services.fees import RecordFeePayment
from stipdesk.services.infractions import DrawUpInfraction
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.measures import OpenSuspension, ProposeMeasure, Terms
from stipdesk.services.office import NewHoliday
from stipdesk.services.requirements import CheckRequirement
from stipdesk.services.users import EditUser, NewUser
from stipdesk.services.vehicle_changes import ChangePlate, ReplaceVehicle
from stipdesk.services.work_lines import WorkLine
from tests import office
from tests.stored import contents

NOBODY = uuid4()
FIRST = ApplicationKind.FIRST_AUTHORIZATION
LINE = WorkLine(SubjectKind.DRIVER, NOBODY, "x", "x", "x", "art. 60", None, None, "x", "x")
WITHOUT_A_USER = {Act.SET_UP_OFFICE, Act.SIGN_IN, Act.LOAD_DEMO}
"""The first start and the sign-in have no user yet; the fictitious office is loaded into an empty database."""

# What each act is asked with; a record that does not exist is refused after the permission.
CALLS: dict[Act, Callable[[Desk], object]] = {
    Act.EDIT_OFFICE: lambda desk: office_service.edit_profile(desk, office.PROFILE, 99),
    Act.SET_PARAMETER: lambda desk: office_service.set_parameter(
        desk, ParameterOverride("upf_value", 6_00, date(2027, 1, 1), "Decreto 3/2026")
    ),
    Act.EDIT_CALENDAR: lambda desk: office_service.change_calendar(
        desk, NewHoliday(date(2026, 12, 24), "Véspera", HolidayKind.OPTIONAL, False, "Decreto 4/2026")
    ),
    Act.CREATE_USER: lambda desk: users.create(desk, NewUser("novo", "", "1", frozenset(), office.PASSWORD)),
    Act.EDIT_USER: lambda desk: users.edit(desk, EditUser(NOBODY, 1, "Rui", "1", frozenset({Role.AGENT}), True)),
    Act.CHANGE_PASSWORD: lambda desk: users.change_password(desk, office.PASSWORD, "curta"),
    Act.REGISTER_OPERATOR: lambda desk: operators.register(desk, office.OPERATOR),
    Act.EDIT_OPERATOR: lambda desk: operators.edit(desk, NOBODY, 1, office.OPERATOR, office.OPERATOR),
    Act.WITHDRAW_OPERATOR: lambda desk: registers.withdraw(desk, SubjectKind.OPERATOR, NOBODY, "x"),
    Act.REGISTER_DRIVER: lambda desk: drivers.register(desk, office.DRIVER),
    Act.EDIT_DRIVER: lambda desk: drivers.edit(desk, NOBODY, 1, office.DRIVER, office.DRIVER),
    Act.WITHDRAW_DRIVER: lambda desk: registers.withdraw(desk, SubjectKind.DRIVER, NOBODY, "x"),
    Act.REGISTER_VEHICLE: lambda desk: vehicles.register(desk, office.VEHICLE),
    Act.EDIT_VEHICLE: lambda desk: vehicles.add_policy(desk, NOBODY, office.POLICY),
    Act.WITHDRAW_VEHICLE: lambda desk: registers.withdraw(desk, SubjectKind.VEHICLE, NOBODY, "x"),
    Act.LINK_OPERATOR: lambda desk: drivers.link_operator(desk, NOBODY, NOBODY, desk.today),
    Act.LINK_VEHICLE: lambda desk: vehicles.set_registrant(desk, NOBODY, NOBODY),
    Act.CHECK_REQUIREMENT: lambda desk: requirements.check_requirement(
        desk, CheckRequirement(SubjectKind.DRIVER, NOBODY, "driver.other_documents", accepted=True)
    ),
    Act.ATTACH_FILE: lambda desk: attachments.attach(desk, FileTarget(check_id=NOBODY), [NewFile("a.pdf", b"x")]),
    Act.EXEMPT_REQUIREMENT: lambda desk: requirements.end_exemption(desk, NOBODY, "x"),
    Act.RECORD_FEE_PAYMENT: lambda desk: fees.record_payment(
        desk, RecordFeePayment(SubjectKind.DRIVER, NOBODY, 1, desk.today, "x", "")
    ),
    Act.PROPOSE_WAIVER: lambda desk: fees.propose_waiver(desk, SubjectKind.DRIVER, NOBODY, "x"),
    Act.REVERSE_PAYMENT: lambda desk: fees.reverse(desk, NOBODY, "x"),
    Act.ISSUE_PROVISIONAL: lambda desk: authorizations.issue_provisional(desk, NOBODY),
    Act.ISSUE_STATEMENT: lambda desk: statements.regular_statement(desk, SubjectKind.DRIVER, NOBODY),
    Act.RECORD_INSPECTION: lambda desk: inspections.record(desk, RecordInspection(NOBODY, desk.today, "CIRETRAN")),
    Act.VOID_SEAL: lambda desk: inspections.void_seal(desk, NOBODY, "x"),
    Act.ISSUE_AUTHORIZATION: lambda desk: authorizations.issue(desk, SubjectKind.DRIVER, NOBODY),
    Act.VOID_AUTHORIZATION: lambda desk: authorizations.void(desk, NOBODY, "x"),
    Act.DRAW_UP_INFRACTION: lambda desk: infractions.draw_up(
        desk, DrawUpInfraction(Addressee.OPERATOR, "A-a", desk.clock.now(), "Rua", "x", operator_id=NOBODY)
    ),
    Act.CANCEL_INFRACTION: lambda desk: infractions.cancel(desk, NOBODY, "x"),
    Act.PRINT_DOCUMENT: lambda desk: documents.record_print(desk, NOBODY),
    Act.FILE_APPLICATION: lambda desk: applications.file(desk, FileApplication(FIRST, SubjectKind.DRIVER, NOBODY)),
    Act.WITHDRAW_APPLICATION: lambda desk: applications.withdraw(desk, NOBODY, "x"),
    Act.CONCLUDE_APPLICATION: lambda desk: applications.conclude(desk, NOBODY),
    Act.ISSUE_REQUISITION: lambda desk: applications.issue_requisition(desk, IssueRequisition(NOBODY, ("x",))),
    Act.ANSWER_REQUISITION: lambda desk: applications.answer_requisition(desk, NOBODY),
    Act.PROPOSE_REFUSAL: lambda desk: applications.propose_refusal(desk, ProposeRefusal(NOBODY, ("x",), "x")),
    Act.REFUSE_APPLICATION: lambda desk: decide(desk, DecisionKind.REFUSE_APPLICATION),
    Act.WAIVE_FEE: lambda desk: decide(desk, DecisionKind.WAIVE_FEE),
    Act.CHANGE_PLATE: lambda desk: vehicle_changes.change_plate(desk, ChangePlate(NOBODY, "ABC1D23", "ABC1D24", "x")),
    Act.REPLACE_VEHICLE: lambda desk: vehicle_changes.replace_vehicle(
        desk, ReplaceVehicle(NOBODY, NOBODY, NOBODY, office.OWNED, "x")
    ),
    Act.OPEN_MEASURE: lambda desk: measures.open_suspension(
        desk, OpenSuspension(SubjectKind.DRIVER, NOBODY, "x", ("driver.paid_activity",))
    ),
    Act.RECORD_MEASURE_STEP: lambda desk: measures.record_defense(desk, NOBODY, desk.today, "x"),
    Act.PROPOSE_MEASURE: lambda desk: measures.propose_reversal(desk, NOBODY, grant=True, reason="x"),
    Act.DECIDE_MEASURE: lambda desk: decide(desk, DecisionKind.IMPOSE_MEASURE),
    Act.RECORD_COMMUNICATION: lambda desk: measure_decisions.record_receipt(desk, NOBODY, desk.today),
    Act.PRINT_LIST: lambda desk: work_papers.write_list(desk, "Lista", "", [LINE]),
}


def propose_all(desk: Desk) -> None:
    """One decision of each sort, proposed by whoever is at this desk."""
    driver_id = drivers.register(desk, office.another_driver(7))
    filed = applications.file(desk, FileApplication(FIRST, SubjectKind.DRIVER, driver_id))
    missing = ProposeRefusal(filed.application_id, ("driver.criminal_certificate",), "Não apresentou a certidão.")
    applications.propose_refusal(desk, missing)
    fees.propose_waiver(desk, SubjectKind.DRIVER, driver_id, "Decisão judicial 1/2026.")
    terms = Terms(effective_from=desk.today)
    measures.propose_measure(
        desk,
        ProposeMeasure(
            MeasureKind.DISCRETIONARY_REVOCATION, SubjectKind.DRIVER, driver_id, "Fatos do processo 1/2026.", terms
        ),
    )


def decide(desk: Desk, kind: DecisionKind) -> object:
    """Takes the proposal of this sort."""
    proposal_id = next(line.proposal_id for line in decisions.pending(desk) if line.kind is kind)
    return decisions.decide(desk, proposal_id, approve=True)


def give(desk: Desk, user_id: UUID, *roles: Role) -> None:
    """The administrator changes what the user may do; the user stays at the other desk as signed in."""
    (row,) = (row for row in users.rows(desk) if row.user_id == user_id)
    users.edit(desk, EditUser(user_id, row.version, row.full_name, row.registration, frozenset(roles), True))


def _refused(call: Callable[[Desk], object], desk: Desk) -> DeskError | None:
    try:
        call(desk)
    except DeskError as error:
        return error
    return None


def test_every_act_is_in_the_table_and_is_called() -> None:
    assert PERMISSIONS.keys() == set(Act)
    assert CALLS.keys() == set(Act) - WITHOUT_A_USER


@pytest.mark.parametrize("role", Role)
def test_the_door_opens_to_whom_the_table_says(desk: Desk, other_desk: Desk, role: Role) -> None:
    assert other_desk.actor is not None
    give(desk, other_desk.actor.user_id, role)
    before = contents(desk.database)
    opened = set()
    for act in Act:
        with suppress(NotAllowed), other_desk.act(act):
            opened.add(act)
    assert opened == {act for act, roles in PERMISSIONS.items() if role in roles}
    assert contents(desk.database) == before


@pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)
@pytest.mark.parametrize("role", Role)
def test_every_service_asks_at_the_door(desk: Desk, other_desk: Desk, role: Role) -> None:
    assert other_desk.actor is not None
    propose_all(desk)
    give(desk, other_desk.actor.user_id, role)
    for act, call in CALLS.items():
        before = contents(desk.database)
        refused = _refused(call, other_desk)
        assert (type(refused) is NotAllowed) is (role not in PERMISSIONS[act]), f"{act}: {refused}"
        assert refused is None or contents(desk.database) == before


def test_what_the_database_says_now_decides(desk: Desk, other_desk: Desk) -> None:
    actor = other_desk.actor
    assert actor is not None
    drivers.register(other_desk, office.DRIVER)
    give(desk, actor.user_id, Role.AUDITOR)
    with pytest.raises(NotAllowed):
        drivers.register(other_desk, office.another_driver(1))
    assert other_desk.may(Act.REGISTER_DRIVER), "the button knows only what was true at sign-in"
    give(desk, actor.user_id, Role.ATTENDANT, Role.INSPECTOR)
    drivers.register(other_desk, office.another_driver(1))
    (row,) = (row for row in users.rows(desk) if row.user_id == actor.user_id)
    users.edit(desk, EditUser(actor.user_id, row.version, "Iara Nunes", "0731", row.roles, active=False))
    with pytest.raises(NotAllowed, match="desativado"):
        drivers.register(other_desk, office.another_driver(2))


def test_nobody_at_the_desk_does_nothing(desk: Desk) -> None:
    desk.actor = None
    with pytest.raises(NotAllowed, match="Entre"):
        drivers.register(desk, office.DRIVER)
    assert not desk.may(Act.PRINT_DOCUMENT)


def test_a_user_who_does_not_exist_here_does_nothing(desk: Desk) -> None:
    # A desk pointed at another database while somebody is signed in.
    assert desk.actor is not None
    desk.actor = replace(desk.actor, user_id=NOBODY)
    with pytest.raises(NotAllowed):
        drivers.register(desk, office.DRIVER)


def test_every_journaled_table_says_which_screens_it_changes() -> None:
    journaled = {table.name for table in Base.metadata.tables.values() if "journal_seq" in table.columns}
    assert journaled == TABLE_CHANGES.keys()
