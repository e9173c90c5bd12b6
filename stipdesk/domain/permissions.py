"""Who may do what: permission belongs to the act, never to the screen (Lei 2.054/2022, arts. 4-6, 28 p.ú., 38, 47)."""

from enum import StrEnum


class Role(StrEnum):
    ATTENDANT = "attendant"
    MANAGER = "manager"
    AGENT = "agent"
    INSPECTOR = "inspector"
    JARI_MEMBER = "jari_member"
    JARI_PRESIDENT = "jari_president"
    COORDINATOR = "coordinator"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Act(StrEnum):
    """Everything that writes. The value is what the journal keeps."""

    SET_UP_OFFICE = "set_up_office"
    EDIT_OFFICE = "edit_office"
    SET_PARAMETER = "set_parameter"
    EDIT_CALENDAR = "edit_calendar"
    CREATE_USER = "create_user"
    EDIT_USER = "edit_user"
    CHANGE_PASSWORD = "change_password"
    SIGN_IN = "sign_in"
    REGISTER_OPERATOR = "register_operator"
    EDIT_OPERATOR = "edit_operator"
    WITHDRAW_OPERATOR = "withdraw_operator"
    REGISTER_DRIVER = "register_driver"
    EDIT_DRIVER = "edit_driver"
    WITHDRAW_DRIVER = "withdraw_driver"
    REGISTER_VEHICLE = "register_vehicle"
    EDIT_VEHICLE = "edit_vehicle"
    WITHDRAW_VEHICLE = "withdraw_vehicle"
    LINK_OPERATOR = "link_operator"
    LINK_VEHICLE = "link_vehicle"
    CHECK_REQUIREMENT = "check_requirement"
    RECORD_FEE_PAYMENT = "record_fee_payment"
    RECORD_INSPECTION = "record_inspection"
    VOID_SEAL = "void_seal"
    ISSUE_AUTHORIZATION = "issue_authorization"
    VOID_AUTHORIZATION = "void_authorization"
    DRAW_UP_INFRACTION = "draw_up_infraction"
    CANCEL_INFRACTION = "cancel_infraction"
    PRINT_DOCUMENT = "print_document"
    FILE_APPLICATION = "file_application"
    WITHDRAW_APPLICATION = "withdraw_application"
    CONCLUDE_APPLICATION = "conclude_application"
    ISSUE_REQUISITION = "issue_requisition"
    ANSWER_REQUISITION = "answer_requisition"
    PROPOSE_REFUSAL = "propose_refusal"
    REFUSE_APPLICATION = "refuse_application"
    ATTACH_FILE = "attach_file"
    EXEMPT_REQUIREMENT = "exempt_requirement"
    PROPOSE_WAIVER = "propose_waiver"
    WAIVE_FEE = "waive_fee"
    REVERSE_PAYMENT = "reverse_payment"
    ISSUE_PROVISIONAL = "issue_provisional"
    ISSUE_STATEMENT = "issue_statement"
    CHANGE_PLATE = "change_plate"
    REPLACE_VEHICLE = "replace_vehicle"
    OPEN_MEASURE = "open_measure"
    RECORD_MEASURE_STEP = "record_measure_step"
    PROPOSE_MEASURE = "propose_measure"
    DECIDE_MEASURE = "decide_measure"
    RECORD_COMMUNICATION = "record_communication"
    PRINT_LIST = "print_list"
    LOAD_DEMO = "load_demo"


_DESK = frozenset({Role.ATTENDANT, Role.MANAGER, Role.COORDINATOR})
_MANAGEMENT = frozenset({Role.MANAGER, Role.COORDINATOR})
_INSPECTION = frozenset({Role.INSPECTOR})
_ENFORCEMENT = frozenset({Role.AGENT})
_SYSTEM = frozenset({Role.ADMINISTRATOR})
_EVERYBODY = frozenset(Role)

PERMISSIONS: dict[Act, frozenset[Role]] = {
    Act.SET_UP_OFFICE: _SYSTEM,
    Act.EDIT_OFFICE: _SYSTEM | {Role.COORDINATOR},
    Act.SET_PARAMETER: _SYSTEM | {Role.COORDINATOR},
    Act.EDIT_CALENDAR: _SYSTEM | {Role.COORDINATOR},
    Act.CREATE_USER: _SYSTEM,
    Act.EDIT_USER: _SYSTEM,
    Act.CHANGE_PASSWORD: _EVERYBODY,
    Act.SIGN_IN: _EVERYBODY,
    Act.REGISTER_OPERATOR: _DESK,
    Act.EDIT_OPERATOR: _DESK,
    Act.WITHDRAW_OPERATOR: _MANAGEMENT,
    Act.REGISTER_DRIVER: _DESK,
    Act.EDIT_DRIVER: _DESK,
    Act.WITHDRAW_DRIVER: _MANAGEMENT,
    Act.REGISTER_VEHICLE: _DESK,
    Act.EDIT_VEHICLE: _DESK,
    Act.WITHDRAW_VEHICLE: _MANAGEMENT,
    Act.LINK_OPERATOR: _DESK,
    Act.LINK_VEHICLE: _DESK,
    Act.CHECK_REQUIREMENT: _DESK,
    Act.RECORD_FEE_PAYMENT: _DESK,
    Act.RECORD_INSPECTION: _INSPECTION,
    Act.VOID_SEAL: _INSPECTION | _MANAGEMENT,
    Act.ISSUE_AUTHORIZATION: _MANAGEMENT,
    Act.VOID_AUTHORIZATION: frozenset({Role.COORDINATOR}),
    Act.DRAW_UP_INFRACTION: _ENFORCEMENT,
    Act.CANCEL_INFRACTION: frozenset({Role.COORDINATOR}),
    Act.PRINT_DOCUMENT: _DESK | _INSPECTION | _ENFORCEMENT | {Role.AUDITOR},
    Act.FILE_APPLICATION: _DESK,
    Act.WITHDRAW_APPLICATION: _DESK,
    Act.CONCLUDE_APPLICATION: _DESK,
    Act.ISSUE_REQUISITION: _DESK,
    Act.ANSWER_REQUISITION: _DESK,
    Act.PROPOSE_REFUSAL: _DESK,
    Act.REFUSE_APPLICATION: _MANAGEMENT,
    Act.ATTACH_FILE: _DESK,
    Act.EXEMPT_REQUIREMENT: frozenset({Role.COORDINATOR}),
    Act.PROPOSE_WAIVER: _DESK,
    Act.WAIVE_FEE: _MANAGEMENT,
    Act.REVERSE_PAYMENT: _MANAGEMENT,
    Act.ISSUE_PROVISIONAL: _MANAGEMENT,
    Act.ISSUE_STATEMENT: _DESK,
    Act.CHANGE_PLATE: _DESK,
    Act.REPLACE_VEHICLE: _DESK,
    Act.OPEN_MEASURE: _MANAGEMENT,
    Act.RECORD_MEASURE_STEP: _MANAGEMENT,
    Act.PROPOSE_MEASURE: _MANAGEMENT,
    Act.DECIDE_MEASURE: _MANAGEMENT,
    Act.RECORD_COMMUNICATION: _DESK,
    Act.PRINT_LIST: _DESK | {Role.AUDITOR},
    Act.LOAD_DEMO: _SYSTEM,
}


def may(roles: frozenset[Role], act: Act) -> bool:
    """Whether somebody holding `roles` may perform `act`."""
    return not roles.isdisjoint(PERMISSIONS[act])
