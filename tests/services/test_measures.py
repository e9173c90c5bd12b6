"""The five institutes from opening to end, with two people, on both engines (arts. 33, 34, 38-41 and 60)."""

from datetime import date, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.measures import MeasureEnding, MeasureKind, MeasureState, MeasureStep
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.models import Driver
from stipdesk.services import (
    authorizations,
    decisions,
    documents,
    drivers,
    measure_cards,
    measure_decisions,
    measures,
    registers,
)
from stipdesk.services.access import Desk
from stipdesk.services.application_facts import bar_of_holder
from stipdesk.services.drivers import ListRequest
from stipdesk.services.measures import OpenSuspension, ProposeEnd, ProposeImposition, ProposeMeasure, Terms
from stipdesk.store.queries import registers as queries
from tests import office
from tests.reports.papers import words
from tests.services.measuring import (
    LOST,
    approve,
    card,
    cassated,
    end,
    go_to,
    opened,
    standing,
    suspended,
    to_revoke,
)
from tests.stored import broken_links, refusal

TODAY = date(2026, 12, 1)
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


@pytest.fixture
def people(desk: Desk) -> tuple[UUID, UUID]:
    """An operator and a driver of it whose CAA was issued today."""
    operator_id, driver_id, _ = office.walk_in(desk)
    office.ready(desk, driver_id)
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    return operator_id, driver_id


@pytest.fixture
def driver_id(people: tuple[UUID, UUID]) -> UUID:
    return people[1]


def punitive(driver_id: UUID, start: date, days: int) -> ProposeMeasure:
    last = start + timedelta(days=days - 1)
    terms = Terms(start, last, imposed_on=TODAY - timedelta(days=30), final_on=TODAY)
    return ProposeMeasure(
        MeasureKind.PUNITIVE_SUSPENSION, SubjectKind.DRIVER, driver_id, "Gravidade da conduta (art. 28, III).", terms
    )


def paper(desk: Desk, document_id: UUID | None) -> str:
    assert document_id is not None
    return words(documents.view(desk, document_id).pdf)


def fields_refused(error: pytest.ExceptionInfo[FieldErrors]) -> list[str]:
    return [problem.field for problem in error.value.problems]


def possible(desk: Desk, measure_id: UUID) -> set[MeasureStep]:
    return {line.step for line in card(desk, measure_id).steps if not line.why_not}


# Art. 33


def test_a_punitive_suspension_begins_and_ends_by_its_dates_alone(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    start = TODAY + timedelta(days=10)
    made = measures.propose_measure(desk, punitive(driver_id, start, 60))
    assert card(desk, made.measure_id).line.state is MeasureState.OPENED
    assert standing(desk, driver_id).state.may_serve
    decided = approve(other_desk, made.proposal_id)
    printed = paper(desk, decided.document_id)
    assert "Decisão: suspensão (sanção)" in printed
    assert "11/12/2026 a 08/02/2027, 60 dias" in printed
    assert card(desk, made.measure_id).line.state is MeasureState.SCHEDULED
    for on, may_serve, measure_state in (
        (start - timedelta(days=1), True, MeasureState.SCHEDULED),
        (start, False, MeasureState.IN_FORCE),
        (date(2027, 2, 8), False, MeasureState.IN_FORCE),
        (date(2027, 2, 9), True, MeasureState.COMPLETED),
    ):
        expected = standing(desk, driver_id, on)
        go_to(clock, on)
        assert standing(desk, driver_id) == expected
        assert (expected.state.may_serve, card(desk, made.measure_id).line.state) == (may_serve, measure_state)
    assert MeasureStep.REVOKE not in possible(desk, made.measure_id)
    assert not broken_links(desk.database)


@pytest.mark.parametrize(
    ("start", "days", "fields"),
    [(TODAY, 61, ["effective_until"]), (TODAY - timedelta(days=1), 60, ["effective_from"]), (TODAY, 60, [])],
)
def test_a_punitive_suspension_has_sixty_days_after_the_final_judgment(
    desk: Desk, driver_id: UUID, start: date, days: int, fields: list[str]
) -> None:
    command = punitive(driver_id, start, days)
    if not fields:
        assert measures.propose_measure(desk, command).proposal_id
        return
    with refusal(desk, FieldErrors) as raised:
        measures.propose_measure(desk, command)
    assert fields_refused(raised) == fields


@sqlite_only
@pytest.mark.parametrize(
    ("terms", "fields"),
    [
        (Terms(TODAY, TODAY), ["effective_from", "imposed_on"]),
        (Terms(TODAY, TODAY, imposed_on=TODAY), ["final_on"]),
        (Terms(TODAY, TODAY, imposed_on=TODAY, final_on=TODAY - timedelta(days=1)), ["final_on"]),
        (
            Terms(TODAY + timedelta(days=9), TODAY + timedelta(days=9), TODAY, TODAY + timedelta(days=1)),
            ["final_on"],
        ),
    ],
)
def test_a_sanction_says_when_it_was_decided_and_became_final(
    desk: Desk, driver_id: UUID, terms: Terms, fields: list[str]
) -> None:
    command = ProposeMeasure(MeasureKind.PUNITIVE_SUSPENSION, SubjectKind.DRIVER, driver_id, "Conduta grave.", terms)
    with refusal(desk, FieldErrors) as raised:
        measures.propose_measure(desk, command)
    assert fields_refused(raised) == fields


# Art. 34


def test_a_cassation_extinguishes_and_bars_for_two_years(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    made = cassated(desk, other_desk, driver_id)
    assert standing(desk, driver_id).state is StandingState.CASSATED
    shown = card(desk, made.measure_id)
    assert shown.bar is not None
    assert shown.bar.free_on == date(2028, 12, 1)
    assert possible(desk, made.measure_id) == {MeasureStep.ANNUL}
    with desk.reading() as session:
        driver = queries.require(session, Driver, driver_id)
        assert bar_of_holder(desk, session, driver) == shown.bar
    end(desk, other_desk, made.measure_id, MeasureEnding.ANNULLED)
    assert standing(desk, driver_id).state is StandingState.REGULAR
    with desk.reading() as session:
        assert bar_of_holder(desk, session, queries.require(session, Driver, driver_id)) is None
    go_to(clock, date(2028, 12, 1))
    assert card(desk, made.measure_id).line.state is MeasureState.ENDED


def test_a_cassation_waits_for_the_final_judgment(desk: Desk, driver_id: UUID) -> None:
    future = Terms(imposed_on=TODAY, final_on=TODAY + timedelta(days=1))
    for terms in (Terms(imposed_on=TODAY), future):
        command = ProposeMeasure(MeasureKind.CASSATION, SubjectKind.DRIVER, driver_id, "Reincidência.", terms)
        with refusal(desk, FieldErrors) as raised:
            measures.propose_measure(desk, command)
        assert "final_on" in fields_refused(raised)


# Arts. 38 to 41


def test_a_suspension_for_lost_conditions_from_opening_to_reversal(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    made = opened(desk, driver_id)
    assert standing(desk, driver_id).state.may_serve
    printed = paper(desk, made.document_id)
    assert "EAR" in printed
    assert "até 16/12/2026" in printed
    assert "Esta abertura não suspende o CAA" in printed
    shown = card(desk, made.measure_id)
    assert shown.defense_due_on == date(2026, 12, 16)
    assert shown.defense_reckoning[-1].startswith("Base da contagem")
    measures.record_defense(desk, made.measure_id, TODAY, "Renovará a CNH.")
    proposal = measures.propose_imposition(desk, ProposeImposition(made.measure_id, "Não comprovou.", Terms()))
    decided = approve(other_desk, proposal)
    assert "Apresentada em 01/12/2026 e examinada." in paper(desk, decided.document_id)
    assert standing(desk, driver_id).state is StandingState.SUSPENDED
    assert measures.record_service(desk, made.measure_id, TODAY) == date(2026, 12, 31)
    assert card(desk, made.measure_id).reversal_reckoning
    go_to(clock, date(2026, 12, 31))
    measures.request_reversal(desk, made.measure_id, date(2026, 12, 31), "CNH com EAR, nº 1.")
    granted = measures.propose_reversal(desk, made.measure_id, grant=True, reason="Comprovou.")
    letter = approve(other_desk, granted).document_id
    assert "Decisão: reversão da suspensão" in paper(desk, letter)
    assert standing(desk, driver_id).state.may_serve
    shown = card(desk, made.measure_id)
    assert (shown.line.state, shown.line.ending) == (MeasureState.ENDED, MeasureEnding.REVERSED)
    assert {line.kind for line in shown.documents} == {
        DocumentKind.MEASURE_OPENING, DocumentKind.MEASURE_DECISION, DocumentKind.MEASURE_END,
        DocumentKind.COMMUNICATION,
    }  # fmt: skip
    assert possible(desk, made.measure_id) == set()


def test_nobody_is_suspended_unheard(desk: Desk, driver_id: UUID, clock: FixedClock) -> None:
    command = OpenSuspension(SubjectKind.DRIVER, driver_id, "CNH sem EAR.", LOST)
    measure_id = measures.open_suspension(desk, command).measure_id
    decision = ProposeImposition(measure_id, "Não comprovou.", Terms())
    with refusal(desk, Refused) as raised:
        measures.propose_imposition(desk, decision)
    assert "ainda não teve ciência da abertura" in str(raised.value)
    assert measures.record_notice(desk, measure_id, TODAY) == date(2026, 12, 16)
    go_to(clock, date(2026, 12, 16))
    with refusal(desk, Refused) as raised:
        measures.propose_imposition(desk, decision)
    assert "O prazo de defesa vai até 16/12/2026 (art. 38, caput)" in str(raised.value)
    go_to(clock, date(2026, 12, 17))
    assert measures.propose_imposition(desk, decision)


@pytest.mark.parametrize(("late", "why"), [(0, ""), (1, "O prazo para pedir a reversão terminou em 31/12/2026")])
def test_a_late_request_is_refused_naming_the_day(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock, late: int, why: str
) -> None:
    measure_id = suspended(desk, other_desk, driver_id)
    due = measures.record_service(desk, measure_id, TODAY)
    go_to(clock, due + timedelta(days=late))
    if not why:
        measures.request_reversal(desk, measure_id, desk.today, "CNH nova.")
        assert card(desk, measure_id).line.state is MeasureState.REVERSAL_REQUESTED
        return
    with refusal(desk, Refused) as raised:
        measures.request_reversal(desk, measure_id, desk.today, "CNH nova.")
    assert why in str(raised.value)
    assert "(art. 39)" in str(raised.value)
    measures.request_reversal(desk, measure_id, due, "Chegou por e-mail no último dia.")
    assert card(desk, measure_id).line.state is MeasureState.REVERSAL_REQUESTED


def test_a_suspension_not_cured_is_revoked_by_an_act_and_never_alone(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    measure_id = to_revoke(desk, other_desk, clock, driver_id)
    go_to(clock, desk.today + timedelta(days=60))
    assert standing(desk, driver_id).state is StandingState.SUSPENDED
    shown = card(desk, measure_id)
    assert shown.line.state is MeasureState.TO_REVOKE
    assert shown.line.next_term is not None
    assert shown.line.next_term.over
    command = ProposeImposition(measure_id, "Não pediu a reversão no prazo.", Terms())
    made = measures.propose_revocation(desk, command)
    assert standing(desk, driver_id).state is StandingState.SUSPENDED
    with refusal(desk, Refused) as raised:
        measures.propose_revocation(desk, command)
    assert f"A revogação {made.number} deste processo já foi aberta" in str(raised.value)
    printed = paper(desk, approve(other_desk, made.proposal_id).document_id)
    assert shown.line.number in printed
    assert standing(desk, driver_id).state is StandingState.REVOKED
    suspension = card(desk, measure_id)
    assert (suspension.line.ending, suspension.ended_on) == (MeasureEnding.REVOKED, desk.today)
    assert [each.number for each in suspension.related] == [made.number]
    bar = card(desk, made.measure_id).bar
    assert bar is not None
    assert (bar.free_on - desk.today).days == 180


def test_a_denied_reversal_leaves_the_suspension_to_be_revoked(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    measure_id = suspended(desk, other_desk, driver_id)
    measures.request_reversal(desk, measure_id, TODAY, "Uma foto ilegível.")
    assert MeasureStep.LIFT in possible(desk, measure_id)
    proposal = measures.propose_reversal(desk, measure_id, grant=False, reason="Não prova.")
    with refusal(desk, Refused):
        measures.propose_reversal(desk, measure_id, grant=True, reason="Prova.")
    assert "reversão indeferida" in paper(desk, approve(other_desk, proposal).document_id)
    assert possible(desk, measure_id) == {MeasureStep.REVOKE, MeasureStep.LIFT, MeasureStep.ANNUL}


@sqlite_only
def test_a_reversal_is_not_granted_while_the_record_still_lacks_the_condition(desk: Desk, other_desk: Desk) -> None:
    fields = office.another_driver(5)
    driver_id = drivers.register(desk, fields)
    measure_id = suspended(desk, other_desk, driver_id, conditions=("driver.criminal_certificate",))
    measures.request_reversal(desk, measure_id, TODAY, "Certidão.")
    with refusal(desk, Refused) as raised:
        measures.propose_reversal(desk, measure_id, grant=True, reason="Veio.")
    assert "Continua faltando" in str(raised.value)
    assert any("Continua faltando" in line.why_not for line in card(desk, measure_id).steps)


def test_the_term_to_ask_for_the_reversal_begins_with_the_suspension(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    start = TODAY + timedelta(days=40)
    measure_id = suspended(desk, other_desk, driver_id, start)
    assert standing(desk, driver_id).state.may_serve
    due = measures.record_service(desk, measure_id, TODAY)
    assert due >= start + timedelta(days=30)
    assert "só começa em 10/01/2027" in card(desk, measure_id).reversal_reckoning[0]
    go_to(clock, start)
    assert standing(desk, driver_id).state is StandingState.SUSPENDED
    assert MeasureStep.REQUEST_REVERSAL in possible(desk, measure_id)


def test_a_process_may_be_dismissed_and_then_opened_again(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    made = opened(desk, driver_id)
    with refusal(desk, Refused) as raised:
        opened(desk, driver_id)
    assert made.number in str(raised.value)
    decided = end(desk, other_desk, made.measure_id, MeasureEnding.DISMISSED)
    assert "Arquiva-se" in paper(desk, decided.document_id)
    assert opened(desk, driver_id).number != made.number


# Art. 38 p.ú.


@pytest.mark.parametrize("dismissed", [True, False])
def test_a_precautionary_suspension_lasts_as_long_as_its_process(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock, dismissed: bool
) -> None:
    command = ProposeMeasure(
        MeasureKind.PRECAUTIONARY_SUSPENSION, SubjectKind.DRIVER, driver_id, "Risco iminente aos passageiros."
    )
    with refusal(desk, Refused) as raised:
        measures.propose_measure(desk, command)
    assert "acompanha um processo de suspensão (art. 38, parágrafo único)" in str(raised.value)
    process = opened(desk, driver_id)
    made = measures.propose_measure(
        desk,
        ProposeMeasure(command.kind, command.holder_kind, driver_id, command.reason, process_id=process.measure_id),
    )
    approve(other_desk, made.proposal_id)
    assert standing(desk, driver_id).state is StandingState.SUSPENDED
    if dismissed:
        end(desk, other_desk, process.measure_id, MeasureEnding.DISMISSED)
        assert standing(desk, driver_id).state.may_serve
        assert len(card(desk, made.measure_id).communications) == 2
    else:
        start = TODAY + timedelta(days=5)
        measures.record_defense(desk, process.measure_id, TODAY, "Nega.")
        decision = ProposeImposition(process.measure_id, "Não comprovou.", Terms(start))
        approve(other_desk, measures.propose_imposition(desk, decision))
        for day in (TODAY, start - timedelta(days=1), start):
            assert standing(desk, driver_id, day).state is StandingState.SUSPENDED
        go_to(clock, start)
        assert len(card(desk, made.measure_id).communications) == 1
    shown = card(desk, made.measure_id)
    assert (shown.line.state, shown.line.ending) == (MeasureState.ENDED, MeasureEnding.CONCLUDED)


# Art. 60 p.ú.


def test_a_discretionary_revocation_has_no_bar_of_its_own(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    start = TODAY + timedelta(days=3)
    command = ProposeMeasure(
        MeasureKind.DISCRETIONARY_REVOCATION, SubjectKind.DRIVER, driver_id, "Interesse público.", Terms(start)
    )
    made = measures.propose_measure(desk, command)
    printed = paper(desk, approve(other_desk, made.proposal_id).document_id)
    assert "novo pedido pode ser feito a partir de 05/12/2026" in printed
    assert standing(desk, driver_id).state.may_serve
    assert standing(desk, driver_id, start).state is StandingState.REVOKED
    end(desk, other_desk, made.measure_id, MeasureEnding.LIFTED)
    assert standing(desk, driver_id, start).state.may_serve


# What holds for all


def test_the_same_person_does_not_decide(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    made = measures.propose_measure(desk, punitive(driver_id, TODAY, 10))
    assert made.proposal_id is not None
    with refusal(desk, NotAllowed):
        decisions.decide(desk, made.proposal_id, approve=True)
    assert approve(other_desk, made.proposal_id).approved


def test_what_was_returned_is_proposed_again_or_dismissed(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    made = measures.propose_measure(desk, punitive(driver_id, TODAY, 60))
    assert made.proposal_id is not None
    decisions.decide(other_desk, made.proposal_id, approve=False, note="Sessenta dias é demais.")
    assert possible(desk, made.measure_id) == {MeasureStep.IMPOSE, MeasureStep.DISMISS}
    terms = Terms(TODAY, TODAY + timedelta(days=9), TODAY, TODAY)
    again = measures.propose_imposition(desk, ProposeImposition(made.measure_id, "Dez dias bastam.", terms))
    approve(other_desk, again)
    shown = card(desk, made.measure_id)
    assert (shown.line.reason, shown.line.until) == ("Dez dias bastam.", terms.effective_until)
    assert [each.approved for each in shown.proposals].count(False) == 1


def test_a_decision_whose_day_passed_while_it_waited_is_returned(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    command = ProposeMeasure(
        MeasureKind.DISCRETIONARY_REVOCATION, SubjectKind.DRIVER, driver_id, "Interesse público.", Terms(TODAY)
    )
    made = measures.propose_measure(desk, command)
    go_to(clock, TODAY + timedelta(days=1))
    assert made.proposal_id is not None
    with refusal(other_desk, Refused) as raised:
        decisions.decide(other_desk, made.proposal_id, approve=True)
    assert "Devolva a proposta" in str(raised.value)
    assert "anterior à decisão" in str(raised.value)
    decisions.decide(other_desk, made.proposal_id, approve=False, note="Refazer a data.")


def test_a_proposal_that_is_no_longer_possible_is_not_carried_out(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    measure_id = to_revoke(desk, other_desk, clock, driver_id)
    made = measures.propose_revocation(desk, ProposeImposition(measure_id, "Não pediu no prazo.", Terms()))
    measures.request_reversal(desk, measure_id, date(2026, 12, 31), "Chegou no prazo, foi achado depois.")
    assert made.proposal_id is not None
    with refusal(other_desk, Refused) as raised:
        decisions.decide(other_desk, made.proposal_id, approve=True)
    assert "com a reversão pedida" in str(raised.value)


def test_a_revocation_undone_before_its_day_leaves_the_suspension(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    measure_id = to_revoke(desk, other_desk, clock, driver_id)
    later = desk.today + timedelta(days=5)
    made = measures.propose_revocation(desk, ProposeImposition(measure_id, "Não pediu.", Terms(later)))
    approve(other_desk, made.proposal_id)
    assert (
        "Encerre antes a revogação"
        in {line.step: line.why_not for line in card(desk, measure_id).steps}[MeasureStep.LIFT]
    )
    end(desk, other_desk, made.measure_id, MeasureEnding.LIFTED)
    assert standing(desk, driver_id, later).state is StandingState.SUSPENDED
    assert MeasureStep.REVOKE in possible(desk, measure_id)


@sqlite_only
def test_each_button_that_cannot_be_pressed_says_why(desk: Desk, driver_id: UUID) -> None:
    measure_id = opened(desk, driver_id).measure_id
    said = {line.step: line.why_not for line in card(desk, measure_id).steps}
    assert said[MeasureStep.RECORD_DEFENSE] == ""
    assert all(said[step] for step in said if step not in possible(desk, measure_id))
    with refusal(desk, Refused) as raised:
        measures.request_reversal(desk, measure_id, TODAY, "x")
    assert "em processo, ainda sem decisão (art. 39)" in str(raised.value)


def test_a_bar_follows_the_person_to_another_record(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    made = cassated(desk, other_desk, driver_id)
    registers.withdraw(desk, SubjectKind.DRIVER, driver_id, "Baixa a pedido.")
    again = drivers.register(desk, office.DRIVER)
    assert standing(desk, again).state is StandingState.CASSATED
    assert [line.number for line in measure_cards.of_holder(desk, SubjectKind.DRIVER, again)] == [made.number]


# Communications


def test_every_operator_now_linked_is_told(desk: Desk, other_desk: Desk, people: tuple[UUID, UUID]) -> None:
    operator_id, driver_id = people
    made = cassated(desk, other_desk, driver_id)
    (told,) = card(desk, made.measure_id).communications
    assert (told.operator_id, told.sent_on, told.received_on) == (operator_id, None, None)
    printed = paper(desk, told.document_id)
    assert "Art. 34, § 2º" in printed
    assert "Ana Beatriz de Souza" in printed
    with refusal(desk, Refused):
        measure_decisions.record_receipt(desk, told.communication_id, TODAY)
    with refusal(desk, FieldErrors) as raised:
        measure_decisions.record_sending(desk, told.communication_id, TODAY - timedelta(days=1), "")
    assert fields_refused(raised) == ["sent_on", "means"]
    measure_decisions.record_sending(desk, told.communication_id, TODAY, "E-mail")
    measure_decisions.record_receipt(desk, told.communication_id, TODAY)
    (told,) = card(desk, made.measure_id).communications
    assert (told.sent_on, told.means, told.received_on) == (TODAY, "E-mail", TODAY)
    end(desk, other_desk, made.measure_id, MeasureEnding.ANNULLED)
    assert "fim de medida" in card(desk, made.measure_id).communications[-1].title


@sqlite_only
def test_the_decision_against_an_operator_names_its_drivers_and_tells_nobody(
    desk: Desk, other_desk: Desk, people: tuple[UUID, UUID]
) -> None:
    operator_id, _ = people
    command = ProposeMeasure(
        MeasureKind.DISCRETIONARY_REVOCATION, SubjectKind.OPERATOR, operator_id, "Interesse público."
    )
    made = measures.propose_measure(desk, command)
    printed = paper(desk, approve(other_desk, made.proposal_id).document_id)
    assert "Ana Beatriz de Souza" in printed
    assert card(desk, made.measure_id).communications == ()


# Lists and permissions


def test_the_list_is_found_by_number_and_by_holder(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    made = cassated(desk, other_desk, driver_id)
    total, rows = measure_cards.page(desk, ListRequest())
    assert (total, rows[0].measure_id, rows[0].holder_name) == (1, made.measure_id, "Ana Beatriz de Souza")
    for text, answers in (("ana beatriz", 1), (made.number, 1), ("1", 1), ("2/2026", 0), ("bruno", 0)):
        assert measure_cards.page(desk, ListRequest(text=text))[0] == answers


@sqlite_only
@pytest.mark.parametrize("role", [Role.ATTENDANT, Role.AGENT, Role.AUDITOR])
def test_only_the_management_opens_proposes_and_decides(desk: Desk, driver_id: UUID, role: Role) -> None:
    made = measures.propose_measure(desk, punitive(driver_id, TODAY, 10))
    office.sign_in_as(desk, role)
    with pytest.raises(NotAllowed):
        opened(desk, driver_id)
    with pytest.raises(NotAllowed):
        measures.propose_end(desk, ProposeEnd(made.measure_id, MeasureEnding.DISMISSED, "Engano."))
    assert made.proposal_id is not None
    with pytest.raises(NotAllowed):
        decisions.decide(desk, made.proposal_id, approve=True)


@sqlite_only
def test_a_vehicle_has_no_caa_to_suspend_and_a_process_names_its_condition(desk: Desk, driver_id: UUID) -> None:
    with refusal(desk, Refused):
        measures.open_suspension(desk, OpenSuspension(SubjectKind.VEHICLE, driver_id, "x", LOST))
    for conditions in ((), ("driver.fee",)):
        with refusal(desk, FieldErrors) as raised:
            measures.open_suspension(desk, OpenSuspension(SubjectKind.DRIVER, driver_id, "-", conditions))
        assert fields_refused(raised) == ["reason", "conditions"]
    with pytest.raises(Refused):
        measures.propose_measure(
            desk, ProposeMeasure(MeasureKind.REVOCATION, SubjectKind.DRIVER, driver_id, "Sem processo.")
        )
