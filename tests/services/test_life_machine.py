"""Random years of many holders, against the law written a second time (`tests.naive_law`).

Requests, payments, decisions, expiries, suspensions, court orders, edits and moves of the clock, in any order: what the
desk allows is what the naive law allows, and how each operator, driver and vehicle stands is the same on every day.
"""

import shutil
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test
from sqlalchemy.engine import URL

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import Standing, StandingState
from stipdesk.services import holders
from stipdesk.services.application_facts import bar_of_holder
from stipdesk.store.queries import registers as queries
from tests import naive_law as naive
from tests.conftest import TODAY, MadeOffice, close_for_copying, new_postgres_database
from tests.life.asking import Asking
from tests.life.driving import Driving
from tests.life.suffering import Suffering
from tests.life.town import Town, settle

GOOD = {StandingState.REGULAR, StandingState.ATTENTION}
# The article of the first reason that blocks.
ARTICLES = {
    naive.EXPIRED: {"art. 12", "art. 17", "art. 16, § 1º", "art. 18, § 3º"},
    naive.NEVER: {"art. 12", "art. 17", "art. 18, § 3º"},
    naive.UNPAID: {"art. 9º, VII", "art. 16, § 2º"},
    naive.SUSPENDED: {"art. 33", "art. 38", "art. 38, parágrafo único"},
    naive.CASSATED: {"art. 34"},
    naive.REVOKED: {"art. 40", "art. 60, parágrafo único"},
    naive.BLOCKED: {"art. 18, I", "art. 19, § 1º"},
    naive.WITHDRAWN: {"art. 5º, II"},
}


class LifeMachine(Asking, Suffering, Driving):
    @rule(days=st.sampled_from([0, 1, 1, 7, 7, 16, 29, 30, 31, 45, 150, 335]), hours=st.integers(1, 12))
    def later(self, days: int, hours: int) -> None:
        self.move_to(self.clock.moment + timedelta(days=days, hours=hours))

    @invariant()
    def everybody_stands_as_the_law_says(self) -> None:
        now = self.today, self.journal()
        if now == self.compared:
            return
        self.compared = now
        for day in (self.today, self._another_day()):
            known = self._standings(day)
            for holder in self.holders:
                self._compare(known[holder.id], holder.law, day)
            for car in self.cars:
                self._compare(known[car.id], car.law, day)
            if day == self.today:
                self._refuse_the_unlawful(known)
        self._compare_bars()

    def _another_day(self) -> date:
        """A day past or future: often one on which something began or ended, or the day before or after it."""
        laws: list[naive.Person | naive.Car] = [each.law for each in self.holders]
        laws += [each.law for each in self.cars]
        turning = sorted({day for law in laws for day in law.turning_days()})
        if turning and self.dice.random() < 0.8:
            return self.dice.choice(turning) + timedelta(days=self.dice.choice((-1, 0, 0, 1)))
        return self.today + timedelta(days=self.dice.randint(-500, 500))

    def _standings(self, day: date) -> dict[UUID, Standing]:
        found: dict[UUID, Standing] = {}
        with self.desk.reading() as session:
            for kind in (SubjectKind.OPERATOR, SubjectKind.DRIVER, SubjectKind.VEHICLE):
                ids = [each.id for each in self.cars]
                if kind is not SubjectKind.VEHICLE:
                    ids = [each.id for each in self.holders if each.kind is kind]
                rows = list(queries.rows_by_id(session, kind, ids).values())
                found |= holders.standings(self.desk, session, rows, day)
        return found

    def _compare(self, answer: Standing, law: naive.Person | naive.Car, day: date) -> None:
        situation = law.situation(day)
        state = naive.GOOD if answer.state in GOOD else answer.state.value
        assert state == situation, (day, self.today, answer)
        assert answer.state.may_serve is (situation in naive.SERVES)
        reasons = [finding for finding in answer.findings if finding.blocks]
        assert bool(reasons) is not answer.state.may_serve, "irregular for a reason, and only then"
        if reasons:
            assert reasons[0].article in ARTICLES[situation]
            assert reasons[0].since is None or reasons[0].since <= day
        if day >= self.today and situation in {naive.GOOD, naive.CONDITIONAL, naive.PROVISIONAL}:
            assert answer.until == naive.lasts_until(law, day), (day, self.today, answer)

    def _refuse_the_unlawful(self, known: dict[UUID, Standing]) -> None:
        """Nobody is valid unpaid or barred, and only the timely are extended."""
        for holder in self.holders:
            answer, law = known[holder.id], holder.law
            if answer.state.may_serve:
                assert any(caa.exists(self.today) and caa.payment.stands(self.today) for caa in law.caas)
                assert not law.barred(self.today)
            if answer.state is StandingState.EXTENDED:
                assert self.asked_in_time_for(holder)

    def _compare_bars(self) -> None:
        with self.desk.reading() as session:
            for holder in self.holders:
                row = queries.rows_by_id(session, holder.kind, [holder.id])[holder.id]
                bar = bar_of_holder(self.desk, session, row)
                assert (bar is not None) is holder.law.barred(self.today)
                if bar is not None and sum(each.extinguishes for each in holder.law.sanctions) == 1:
                    assert bar.free_on == holder.law.free_again(self.today)


@pytest.fixture
def town(made_office: MadeOffice, engine_name: str, tmp_path: Path, request: pytest.FixtureRequest) -> Town:
    """The office with its people registered, on the engine of this test."""
    shutil.copytree(made_office.keys_folder, tmp_path / "keys")
    if engine_name == "sqlite":
        file = tmp_path / "town.db"
        shutil.copy(made_office.database, file)
        url = f"sqlite:///{file}"
    else:
        server: URL = request.getfixturevalue("postgres_server")
        url = new_postgres_database(server, template=made_office.database)
    desk = open_desk(url, tmp_path / "keys", FixedClock(TODAY))
    desk.actor, desk.signing_key = made_office.actor, made_office.signing_key
    people = settle(desk)
    close_for_copying(desk.database)

    def copy(number: int) -> str:
        if engine_name == "sqlite":
            shutil.copy(file, tmp_path / f"{number}.db")
            return f"sqlite:///{tmp_path / f'{number}.db'}"
        return new_postgres_database(server, template=url.rpartition("/")[2].partition("?")[0])

    return Town(copy, made_office, *people)


@pytest.mark.timeout(600)  # some twenty seconds; a failure is first reduced to its shortest story
def test_years_of_life(town: Town, engine_name: str, tmp_path: Path) -> None:
    machine = type("Machine", (LifeMachine,), {"town": town, "folder": tmp_path})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=4 if engine_name == "sqlite" else 2,
            stateful_step_count=50 if engine_name == "sqlite" else 15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
