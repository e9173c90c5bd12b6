"""What happens to cars: requests, inspections, seals, plates, replacement, age (arts. 18 and 19)."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import rule

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.errors import DeskError
from stipdesk.domain.registers import SealRecovery, SubjectKind
from stipdesk.models import Application
from stipdesk.services import applications, inspections, vehicle_changes, vehicles
from stipdesk.services.applications import FileApplication
from stipdesk.services.inspections import Failure, RecordInspection
from stipdesk.services.vehicle_changes import ChangePlate, ReplaceVehicle
from stipdesk.store.queries import applications as queries
from tests import office
from tests.life.asking import often, some
from tests.life.town import CarAtDesk, LifeDesk
from tests.naive_law import NEVER, Seal, a_year_later, last_of


class Driving(LifeDesk):
    @rule(
        act=st.sampled_from(["ask", "ask", "inspect", "inspect", "give up", "spoil", "plate", "replace", "correct"]),
        car=some,
        which=some,
        yes=often,
        number=st.integers(0, 99),
    )
    def drive(self, act: str, car: int, which: int, yes: bool, number: int) -> None:
        acts: dict[str, Callable[[], None]] = {
            "ask": lambda: self.ask_for_the_car(car, which),
            "inspect": lambda: self.inspect(car, approved=yes),
            "give up": lambda: self.give_up_the_car(car),
            "spoil": lambda: self.spoil_the_seal(car),
            "plate": lambda: self.change_plate(car, number),
            "replace": lambda: self.replace_car(car, number, which),
            "correct": lambda: self.correct_the_year(car, 2020 + number % 4, hybrid=not yes),
        }
        acts[act]()

    def _waiting(self, car: CarAtDesk) -> dict[UUID, tuple[UUID | None, ApplicationKind]]:
        """The requests about the car that nobody decided: who asked, and for what."""
        with self.desk.reading() as session:
            rows = [session.get_one(Application, request_id) for request_id in car.request_ids]
            return {row.id: (row.driver_id, row.kind) for row in rows if row.decision is None}

    def ask_for_the_car(self, car: int, which: int) -> None:
        driver, asked = self.driver(which), self.car(car)
        command = FileApplication(
            ApplicationKind.VEHICLE_REGISTRATION, SubjectKind.DRIVER, driver.id, vehicle_id=asked.id
        )
        again = (driver.id, ApplicationKind.VEHICLE_REGISTRATION) in self._waiting(asked).values()
        allowed = driver.law.gone is None and driver.id in asked.users and not again
        never = asked.law.situation(self.today) == NEVER
        filed = self.attempt(lambda: applications.file(self.desk, command), allowed=allowed)
        if filed is not None:
            self._asked(asked, filed.application_id, first=never and asked.law.asked is None)

    def _asked(self, car: CarAtDesk, request_id: UUID, *, first: bool) -> None:
        """The thirty days are given once, to a car that has no seal."""
        car.request_ids.append(request_id)
        with self.desk.reading() as session:
            until = session.get_one(Application, request_id).conditional_until
        assert until == (last_of(30, self.today) if first else None)
        if first:
            car.law.asked, car.conditional_id = self.today, request_id

    def give_up_the_car(self, car: int) -> None:
        asked = self.car(car)
        for request_id in list(self._waiting(asked))[:1]:
            applications.withdraw(self.desk, request_id, "Desistiu.")
            if request_id == asked.conditional_id:
                asked.law.asked_gone = self.today

    def inspect(self, car: int, *, approved: bool) -> None:
        seen = self.car(car)
        failures = () if approved else (Failure(self.desk.law.inspection_items[0].code, "trincado"),)
        outcome = inspections.record(self.desk, RecordInspection(seen.id, self.today, "CIRETRAN", failures))
        assert (outcome.seal_number is not None) is approved
        if approved:
            seen.law.seals.append(Seal(self.today, a_year_later(self.today)))

    def spoil_the_seal(self, car: int) -> None:
        seen = self.car(car)
        lines = vehicles.card(self.desk, seen.id).seals
        good = [seal for seal in seen.law.seals if seal.voided is None]
        assert sum(line.voided_on is None for line in lines) == len(good)
        if good:
            line = next(line for line in lines if line.voided_on is None)
            inspections.void_seal(self.desk, line.seal_id, "rasgou")
            newest = max(good, key=lambda seal: seal.last)
            newest.voided = self.today

    def change_plate(self, car: int, number: int) -> None:
        seen = self.car(car)
        old = vehicles.card(self.desk, seen.id).fields.plate
        new = f"RPT{number % 10}B{number:02d}"
        command = ChangePlate(seen.id, old, new, "Placa nova no CRLV", SealRecovery.COLLECTED)
        try:
            vehicle_changes.change_plate(self.desk, command)
        except DeskError:
            return  # the plate of another car, or its own
        self._seals_end(seen)

    def _seals_end(self, car: CarAtDesk) -> None:
        for seal in car.law.seals:
            seal.voided = seal.voided or self.today

    def replace_car(self, old: int, new: int, which: int) -> None:
        driver, left, taken = self.driver(which), self.car(old), self.car(new)
        command = ReplaceVehicle(driver.id, left.id, taken.id, office.OWNED, "Trocou.", SealRecovery.COLLECTED)
        allowed = driver.law.gone is None and driver.id in left.users and driver.id not in taken.users
        never = taken.law.situation(self.today) == NEVER
        replaced = self.attempt(lambda: vehicle_changes.replace_vehicle(self.desk, command), allowed=allowed)
        if replaced is None:
            return
        left.users.remove(driver.id)
        taken.users.add(driver.id)
        if not left.users:
            self._seals_end(left)
        # One that was waiting already is not filed again.
        for request_id in self._requests_about(taken) - set(taken.request_ids):
            self._asked(taken, request_id, first=never and taken.law.asked is None)

    def _requests_about(self, car: CarAtDesk) -> set[UUID]:
        with self.desk.reading() as session:
            return {row.id for row in queries.applications_of(session, SubjectKind.VEHICLE, car.id)}

    def correct_the_year(self, car: int, year: int, *, hybrid: bool) -> None:
        seen = self.car(car)
        card = vehicles.card(self.desk, seen.id)
        fields = replace(card.fields, manufacture_year=year, model_year=year, is_hybrid=hybrid)
        vehicles.edit(self.desk, seen.id, card.version, card.fields, fields)
        seen.law.made, seen.law.hybrid = year, hybrid
