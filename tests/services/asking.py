"""Requests as people bring them to the desk, for the tests of services."""

from datetime import date
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationKind, ApplicationState, IssueClock
from stipdesk.domain.errors import FieldErrors
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import application_cards, applications, authorizations
from stipdesk.services.access import Desk
from stipdesk.services.application_cards import ApplicationCard
from stipdesk.services.applications import FileApplication, Filed, ProposeRefusal
from tests import office

TODAY = date(2026, 12, 1)
DRIVER, OPERATOR, VEHICLE = SubjectKind.DRIVER, SubjectKind.OPERATOR, SubjectKind.VEHICLE
FIRST, RENEWAL = ApplicationKind.FIRST_AUTHORIZATION, ApplicationKind.RENEWAL
REGISTRATION, REPLACEMENT = ApplicationKind.VEHICLE_REGISTRATION, ApplicationKind.VEHICLE_REPLACEMENT
PLATE, DATA = ApplicationKind.PLATE_CHANGE, ApplicationKind.DATA_CHANGE
FEE, CERTIFICATE = "driver.fee", "driver.criminal_certificate"


def ask(desk: Desk, holder_id: UUID, kind: ApplicationKind = FIRST, holder: SubjectKind = DRIVER) -> Filed:
    return applications.file(desk, FileApplication(kind, holder, holder_id))


def ask_vehicle(desk: Desk, driver_id: UUID, vehicle_id: UUID) -> Filed:
    return applications.file(desk, FileApplication(REGISTRATION, DRIVER, driver_id, vehicle_id=vehicle_id))


def card(desk: Desk, application_id: UUID) -> ApplicationCard:
    return application_cards.card(desk, application_id)


def state(desk: Desk, application_id: UUID) -> ApplicationState:
    return card(desk, application_id).line.state


def clock_of(desk: Desk, application_id: UUID) -> IssueClock:
    found = card(desk, application_id).line.clock
    assert found is not None
    return found


def fields(error: pytest.ExceptionInfo[FieldErrors]) -> list[str]:
    assert all(problem.article for problem in error.value.problems)
    return [problem.field for problem in error.value.problems]


def issued(desk: Desk, driver_id: UUID, receipt: str = "BB-1") -> None:
    office.ready(desk, driver_id, receipt)
    authorizations.issue(desk, DRIVER, driver_id)


def refused_by(desk: Desk, application_id: UUID, *codes: str) -> UUID:
    return applications.propose_refusal(desk, ProposeRefusal(application_id, codes, "Não apresentou."))
