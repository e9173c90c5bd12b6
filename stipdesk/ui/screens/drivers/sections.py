"""The sections that only a driver's card has: cars, operators, and what is registered."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.identifiers import Cpf, DriverLicenseNumber, Nit, Phone, Plate
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import DriverFields, SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services import drivers
from stipdesk.services.drivers import OperatorOfDriver, VehicleOfDriver
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.parts.links import open_end, title_text
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import headline, why_not
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.buttons import ActButton, because, link


class VehiclesSection(RecordSection):
    """The cars the driver uses, each with its seal's state and its acts. `inspect` starts an inspection."""

    def __init__(self, context: UiContext, act: ActButton, inspect: Callable[[VehicleOfDriver], object]) -> None:
        super().__init__("Veículos", "Nenhum veículo vinculado.", act=act)
        self._context = context
        self._inspect = inspect

    def show_lines(self, lines: Sequence[VehicleOfDriver]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: VehicleOfDriver) -> QWidget:
        desk = self._context.desk
        plate = Plate(line.plate).shown
        see = link("Abrir", partial(self._open, line.vehicle_id))
        see.setAccessibleName(f"Abrir o veículo {plate}")
        inspect = link("Vistoria…", partial(self._inspect, line))
        inspect.setAccessibleName(f"Vistoria do veículo {plate}")
        because(inspect, why_not(desk, Act.RECORD_INSPECTION))
        end = link("Encerrar vínculo…", partial(self._end, line))
        end.setAccessibleName(f"Encerrar o vínculo com o veículo {plate}")
        because(end, why_not(desk, Act.LINK_VEHICLE))
        return RecordLine(
            line.description,
            [
                f"Fabricação {line.manufacture_year} · {line.seats} lugares",
                title_text(line.title, line.since),
                "Responsável pelo cadastro do veículo" if line.is_registrant else "",
            ],
            state=headline(SubjectKind.VEHICLE, line.standing),
            acts=[see, inspect, end],
            leading=label(plate, "plate"),
        )

    def _open(self, vehicle_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.VEHICLE, vehicle_id)

    def _end(self, line: VehicleOfDriver) -> None:
        desk = self._context.desk

        def end(until: date) -> Callable[[], None]:
            return partial(drivers.unlink_vehicle, desk, line.link_id, until)

        what = f"O prestador deixa de usar o veículo {Plate(line.plate).shown} ({line.description})."
        if line.is_registrant:
            what += " Ele é o responsável pelo cadastro do veículo: indique outro no cartão do veículo."
        open_end(self._context, self, what, end)


class OperatorsSection(RecordSection):
    """The operators the driver serves."""

    def __init__(self, context: UiContext, act: ActButton) -> None:
        super().__init__("Operadoras", "Nenhuma operadora vinculada.", act=act)
        self._context = context

    def show_lines(self, lines: Sequence[OperatorOfDriver]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: OperatorOfDriver) -> QWidget:
        see = link("Abrir", partial(self._open, line.operator_id))
        see.setAccessibleName(f"Abrir a operadora {line.legal_name}")
        end = link("Encerrar vínculo…", partial(self._end, line))
        end.setAccessibleName(f"Encerrar o vínculo com {line.legal_name}")
        because(end, why_not(self._context.desk, Act.LINK_OPERATOR))
        return RecordLine(line.legal_name, [f"desde {format_date(line.since)}"], acts=[see, end])

    def _open(self, operator_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.OPERATOR, operator_id)

    def _end(self, line: OperatorOfDriver) -> None:
        desk = self._context.desk

        def end(until: date) -> Callable[[], None]:
            return partial(drivers.unlink_operator, desk, line.link_id, until)

        open_end(self._context, self, f"O prestador deixa de servir a {line.legal_name}.", end)


def facts(fields: DriverFields) -> list[tuple[str, str]]:
    """What is registered, as the card's facts."""
    email = fields.email
    if email and fields.email_consent_on is not None:
        email += f" (consentiu em {format_date(fields.email_consent_on)})"
    return [
        ("CPF", Cpf(fields.cpf).shown),
        ("Nascimento", _date(fields.birth_date) + (f" · {fields.birth_state}" if fields.birth_state else "")),
        ("CNH", DriverLicenseNumber(fields.license_number).shown if fields.license_number else ""),
        ("Categoria", fields.license_category),
        ("Validade da CNH", _date(fields.license_valid_until)),
        ("EAR na CNH", "Sim" if fields.has_paid_activity_endorsement else "Não"),
        ("NIT", Nit(fields.nit).shown if fields.nit else ""),
        ("Telefone", Phone(fields.phone).shown if fields.phone else ""),
        ("E-mail", email),
        ("Endereço", str(fields.address)),
        ("Observações", fields.notes),
    ]


def _date(day: date | None) -> str:
    return "" if day is None else format_date(day)
