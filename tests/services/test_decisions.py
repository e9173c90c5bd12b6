"""Decisions that need two people: one proposes, another takes or returns; both stay on record."""

from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.measures import MeasureKind
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.services import applications, decisions, measures
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication, ProposeRefusal
from stipdesk.services.measures import ProposeMeasure
from tests import office
from tests.services.measuring import card, standing
from tests.stored import broken_links, contents, refusal

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


@pytest.fixture
def driver_id(desk: Desk) -> UUID:
    return office.walk_in(desk)[1]


def proposed(desk: Desk, driver_id: UUID) -> UUID:
    command = ProposeMeasure(
        MeasureKind.DISCRETIONARY_REVOCATION, SubjectKind.DRIVER, driver_id, "Interesse público, processo 12/2026."
    )
    proposal_id = measures.propose_measure(desk, command).proposal_id
    assert proposal_id is not None
    return proposal_id


def test_what_waits_says_who_asks_what_about_whom(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    proposal_id = proposed(desk, driver_id)
    (line,) = decisions.pending(desk)
    assert (line.proposal_id, line.kind, line.mine) == (proposal_id, DecisionKind.IMPOSE_MEASURE, True)
    assert (line.about, line.proposed_by, line.proposed_at) == (
        "Ana Beatriz de Souza",
        "Helena Prado",
        desk.clock.now(),
    )
    assert line.content["measure"] == "discretionary_revocation"
    (theirs,) = decisions.pending(other_desk)
    assert not theirs.mine


def test_the_one_who_proposed_never_decides_but_may_take_it_back(desk: Desk, driver_id: UUID) -> None:
    proposal_id = proposed(desk, driver_id)
    with refusal(desk, NotAllowed):
        decisions.decide(desk, proposal_id, approve=True)
    decided = decisions.decide(desk, proposal_id, approve=False, note="Propus a pessoa errada.")
    assert (decided.approved, decided.document_id) == (False, None)
    assert decisions.pending(desk) == ()


def test_another_person_takes_it_with_its_effect_and_its_paper(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    proposal_id = proposed(desk, driver_id)
    decided = decisions.decide(other_desk, proposal_id, approve=True)
    assert decided.document_id is not None
    assert standing(desk, driver_id).state is StandingState.REVOKED
    assert decisions.pending(desk) == ()
    assert not broken_links(desk.database)


def test_returned_with_a_reason_nothing_else_changes(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    proposal_id = proposed(desk, driver_id)
    measure_id = decisions.pending(desk)[0].measure_id
    assert measure_id is not None
    with refusal(other_desk, FieldErrors) as raised:
        decisions.decide(other_desk, proposal_id, approve=False, note=" - ")
    assert [problem.field for problem in raised.value.problems] == ["note"]
    before = contents(desk.database)["measure"]
    decisions.decide(other_desk, proposal_id, approve=False, note="Falta a prova.")
    assert contents(desk.database)["measure"] == before
    (line,) = card(desk, measure_id).proposals
    assert (line.approved, line.decided_by, line.note) == (False, "Iara Nunes", "Falta a prova.")


def test_of_two_people_at_once_the_second_is_told(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    proposal_id = proposed(desk, driver_id)
    decisions.decide(other_desk, proposal_id, approve=True)
    with refusal(other_desk, Refused) as raised:
        decisions.decide(other_desk, proposal_id, approve=True)
    assert "já decidiu" in str(raised.value)


def test_the_same_decision_is_not_proposed_twice(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    filed = applications.file(desk, FileApplication(ApplicationKind.FIRST_AUTHORIZATION, SubjectKind.DRIVER, driver_id))
    command = ProposeRefusal(filed.application_id, ("driver.criminal_certificate",), "Não trouxe a certidão.")
    proposal_id = applications.propose_refusal(desk, command)
    with refusal(other_desk, Refused) as raised:
        applications.propose_refusal(other_desk, command)
    assert "já foi proposta" in str(raised.value)
    decided = decisions.decide(other_desk, proposal_id, approve=True)
    assert decided.document_id is not None


@pytest.mark.parametrize("kind", list(DecisionKind))
def test_every_kind_of_decision_has_its_act(kind: DecisionKind) -> None:
    assert decisions.act_of(kind) in {Act.REFUSE_APPLICATION, Act.WAIVE_FEE, Act.DECIDE_MEASURE}


@sqlite_only
@pytest.mark.parametrize(("role", "may"), [(Role.MANAGER, True), (Role.COORDINATOR, True), (Role.ATTENDANT, False)])
def test_who_may_decide(desk: Desk, driver_id: UUID, role: Role, may: bool) -> None:
    proposal_id = proposed(desk, driver_id)
    office.sign_in_as(desk, role)
    if may:
        assert decisions.decide(desk, proposal_id, approve=True).approved
    else:
        with pytest.raises(NotAllowed):
            decisions.decide(desk, proposal_id, approve=True)


@sqlite_only
@pytest.mark.parametrize("reason", ["", " - "])
def test_a_proposal_says_why(desk: Desk, driver_id: UUID, reason: str) -> None:
    command = ProposeMeasure(MeasureKind.DISCRETIONARY_REVOCATION, SubjectKind.DRIVER, driver_id, reason)
    with refusal(desk, FieldErrors) as raised:
        measures.propose_measure(desk, command)
    assert [problem.field for problem in raised.value.problems] == ["reason"]
