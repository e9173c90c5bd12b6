"""The sections that only a vehicle's card has: drivers, inspections and seals, policies, and what is registered."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.identifiers import Chassis, Cnpj, Cpf, Plate, Renavam
from stipdesk.domain.money import format_money
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import PolicyFields, SubjectKind, VehicleFields
from stipdesk.domain.text import format_date
from stipdesk.services import drivers, inspections, vehicles
from stipdesk.services.inspections import FailureLine, InspectionLine
from stipdesk.services.papers import SealLine
from stipdesk.services.retests import Retest
from stipdesk.services.vehicles import DriverOfVehicle
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import ask_reason
from stipdesk.ui.screens.parts.links import open_end, open_title_renewal, title_text
from stipdesk.ui.screens.parts.papers import document_acts
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import validity_state, why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.buttons import ActButton, because, link
from stipdesk.ui.widgets.images import show_picture

_CPF_LENGTH = 11


class DriversSection(RecordSection):
    """Who uses the car and by what title; one of them is responsible for its registration (art. 19, § 2º)."""

    def __init__(self, context: UiContext, act: ActButton) -> None:
        super().__init__("Prestadores", "Nenhum prestador usa este veículo.", act=act)
        self._context = context

    def show_lines(self, vehicle_id: UUID, lines: Sequence[DriverOfVehicle]) -> None:
        self.show_records(self._record(vehicle_id, line) for line in lines)

    def _record(self, vehicle_id: UUID, line: DriverOfVehicle) -> QWidget:
        refusal = why_not(self._context.desk, Act.LINK_VEHICLE)
        see = link("Abrir", partial(self._open, line.driver_id))
        see.setAccessibleName(f"Abrir {line.full_name}")
        renew = link("Renovar título…", partial(self._renew, line))
        renew.setAccessibleName(f"Renovar o título de uso de {line.full_name}")
        end = link("Encerrar vínculo…", partial(self._end, line))
        end.setAccessibleName(f"Encerrar o vínculo de {line.full_name}")
        acts = [see, renew, end]
        if not line.is_registrant:
            answer = link("Tornar responsável", lambda: self._make_registrant(vehicle_id, line, answer))
            answer.setAccessibleName(f"Tornar {line.full_name} responsável pelo cadastro do veículo")
            acts.insert(1, answer)
        for act in acts[1:]:
            because(act, refusal)
        until = line.title.valid_until
        ended = until is not None and until < self._context.desk.today
        return RecordLine(
            line.full_name,
            [title_text(line.title, line.since), "Título de uso vencido: renove-o (art. 19, II)." if ended else ""],
            state=("Responsável", Tone.INFORMATION) if line.is_registrant else None,
            acts=acts,
        )

    def _renew(self, line: DriverOfVehicle) -> None:
        open_title_renewal(self._context, self, line.link_id, line.full_name, line.title)

    def _open(self, driver_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.DRIVER, driver_id)

    def _make_registrant(self, vehicle_id: UUID, line: DriverOfVehicle, busy: ActButton) -> None:
        job = partial(vehicles.set_registrant, self._context.desk, vehicle_id, line.driver_id)
        self._context.tasks.run(job, owner=self, busy=busy)

    def _end(self, line: DriverOfVehicle) -> None:
        desk = self._context.desk

        def end(until: date) -> Callable[[], None]:
            return partial(drivers.unlink_vehicle, desk, line.link_id, until)

        what = f"{line.full_name} deixa de usar este veículo."
        if line.is_registrant:
            what += " Ele é o responsável pelo cadastro: indique outro depois."
        open_end(self._context, self, what, end)


class SealsSection(RecordSection):
    """The seals, each with its paper."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("Selos", "Nenhum selo emitido: ele sai com a vistoria aprovada.")
        self._context = context

    def show_lines(self, lines: Sequence[SealLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: SealLine) -> QWidget:
        acts = document_acts(self._context, self, line.document_id, f"selo {line.number}")
        if line.voided_on is None:
            void = link("Anular…", partial(self._void, line))
            void.setAccessibleName(f"Anular o selo {line.number}")
            because(void, why_not(self._context.desk, Act.VOID_SEAL))
            acts.append(void)
        details = [f"Vistoria de {format_date(line.inspected_on)} · válido até {format_date(line.valid_until)}"]
        if line.voided_on is not None:
            sticker = f"adesivo: {label_of(line.recovery).lower()}" if line.recovery is not None else ""
            parts = (f"Anulado em {format_date(line.voided_on)}", line.void_reason, sticker)
            details.append(" · ".join(part for part in parts if part))
        return RecordLine(
            f"Selo {line.number}",
            details,
            state=validity_state(line.inspected_on, line.valid_until, line.voided_on, self._context.desk.today),
            acts=acts,
        )

    def _void(self, line: SealLine) -> None:
        def void(reason: str) -> None:
            self._context.tasks.run(
                partial(inspections.void_seal, self._context.desk, line.seal_id, reason), owner=self
            )

        ask_reason(
            self,
            f"Anular o selo {line.number}?",
            "O selo deixa de valer e o número não é usado de novo. Para outro selo é preciso outra vistoria.",
            yes="Anular",
            then=void,
            suggestions=("Extravio", "Dano", "Falha na impressão", "Dados errados"),
        )


class InspectionsSection(RecordSection):
    """The inspections with what failed in each. `items` are the texts of the checklist by their codes.

    `repeat` opens the retest of the newest one, when it failed.
    """

    def __init__(self, context: UiContext, items: Mapping[str, str], repeat: Callable[[], object]) -> None:
        super().__init__("Vistorias", "Nenhuma vistoria registrada.")
        self._context = context
        self._items = items
        self._repeat = repeat
        self._retest: Retest | None = None
        self._no_retest = ""

    def show_lines(self, lines: Sequence[InspectionLine], retest: Retest | None, no_retest: str) -> None:
        """`no_retest` is why the failed items of `retest` cannot be repeated now, or ""."""
        self._retest, self._no_retest = retest, no_retest
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: InspectionLine) -> QWidget:
        failures = [f"{self._items.get(failed.item, failed.item)}: {failed.note}" for failed in line.failures]
        acts = [self._photo_link(failed) for failed in line.failures if failed.photo]
        if self._retest is not None and self._retest.inspection_id == line.inspection_id:
            again = link("Repetir itens reprovados…", self._repeat)
            because(again, self._no_retest)
            acts.append(again)
        follows = f"Repetição dos itens reprovados no laudo {line.follows}" if line.follows else ""
        return RecordLine(
            f"Laudo {line.number}",
            [f"{format_date(line.inspected_on)} · {line.inspector_name}", follows, *failures],
            state=("Aprovado", Tone.GOOD) if line.approved else ("Reprovado", Tone.STOP),
            acts=acts,
        )

    def _photo_link(self, failed: FailureLine) -> ActButton:
        name = self._items.get(failed.item, failed.item)

        def show(content: bytes) -> None:
            show_picture(self, f"Foto · {name}", content)

        job = partial(inspections.photo, self._context.desk, failed.photo)
        made = link("Ver foto", lambda: self._context.tasks.run(job, show, owner=self))
        made.setAccessibleName(f"Ver foto: {name}")
        return made


class PoliciesSection(RecordSection):
    """The passengers' accident policies, newest first."""

    def __init__(self, context: UiContext, act: ActButton) -> None:
        super().__init__("Seguro APP", "Nenhuma apólice registrada.", act=act, shown_first=2)
        self._context = context

    def show_lines(self, lines: Sequence[PolicyFields]) -> None:
        today = self._context.desk.today
        self.show_records(
            RecordLine(
                f"{line.insurer} · {line.policy_number}",
                [
                    f"De {format_date(line.starts_on)} a {format_date(line.ends_on)} · "
                    f"{line.seats_covered} passageiros",
                    f"Morte {format_money(line.death_amount)} · invalidez {format_money(line.disability_amount)}",
                ],
                state=validity_state(line.starts_on, line.ends_on, None, today),
            )
            for line in lines
        )


def facts(fields: VehicleFields) -> list[tuple[str, str]]:
    """What is registered, as the card's facts."""
    owner = fields.owner_document
    shown = Cpf(owner).shown if len(owner) == _CPF_LENGTH else Cnpj(owner).shown if owner else ""
    marks = (
        ("Ar-condicionado", fields.has_air_conditioning),
        ("Híbrido", fields.is_hybrid),
        ("Adaptado", fields.is_adapted),
    )
    return [
        ("Placa", Plate(fields.plate).shown),
        ("RENAVAM", Renavam(fields.renavam).shown),
        ("Chassi", Chassis(fields.chassis).shown + (" (remarcado)" if fields.chassis_restamped else "")),
        ("Exercício do CRLV", str(fields.registration_year or "")),
        ("Fabricação e modelo", f"{fields.manufacture_year}/{fields.model_year}"),
        ("Cor", fields.color),
        ("Combustível", label_of(fields.fuel)),
        ("Portas e lugares", f"{fields.doors} portas · {fields.seats} lugares"),
        ("Equipamento", ", ".join(name for name, has in marks if has)),
        ("Categorias", ", ".join(label_of(each) for each in fields.categories)),
        ("Proprietário", " · ".join(part for part in (fields.owner_name, shown) if part)),
        ("Observações", fields.notes),
    ]
