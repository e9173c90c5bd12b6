"""The tabs of the main window, in order. A new tab is one line here; its module is imported when it is first opened."""

from collections.abc import Callable
from dataclasses import dataclass

from stipdesk.domain.registers import SubjectKind
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.base import Screen


@dataclass(frozen=True, slots=True)
class Tab:
    """`subjects` are the kinds of record that this tab opens, known before its screen is made."""

    title: str
    factory: Callable[[UiContext], Screen]
    subjects: frozenset[SubjectKind] = frozenset()


def _counter(context: UiContext) -> Screen:
    from stipdesk.ui.screens.counter.screen import CounterScreen

    return CounterScreen(context)


def _operators(context: UiContext) -> Screen:
    from stipdesk.ui.screens.operators.screen import OperatorsScreen

    return OperatorsScreen(context)


def _drivers(context: UiContext) -> Screen:
    from stipdesk.ui.screens.drivers.screen import DriversScreen

    return DriversScreen(context)


def _vehicles(context: UiContext) -> Screen:
    from stipdesk.ui.screens.vehicles.screen import VehiclesScreen

    return VehiclesScreen(context)


def _infractions(context: UiContext) -> Screen:
    from stipdesk.ui.screens.infractions.screen import InfractionsScreen

    return InfractionsScreen(context)


def _applications(context: UiContext) -> Screen:
    from stipdesk.ui.screens.applications.screen import ApplicationsScreen

    return ApplicationsScreen(context)


def _measures(context: UiContext) -> Screen:
    from stipdesk.ui.screens.measures.screen import MeasuresScreen

    return MeasuresScreen(context)


def _agenda(context: UiContext) -> Screen:
    from stipdesk.ui.screens.agenda.screen import AgendaScreen

    return AgendaScreen(context)


def _documents(context: UiContext) -> Screen:
    from stipdesk.ui.screens.documents_list.screen import DocumentsScreen

    return DocumentsScreen(context)


def _administration(context: UiContext) -> Screen:
    from stipdesk.ui.screens.administration.screen import AdministrationScreen

    return AdministrationScreen(context)


TABS: tuple[Tab, ...] = (
    Tab("Balcão", _counter),
    Tab("Operadoras", _operators, frozenset({SubjectKind.OPERATOR})),
    Tab("Prestadores", _drivers, frozenset({SubjectKind.DRIVER})),
    Tab("Veículos", _vehicles, frozenset({SubjectKind.VEHICLE})),
    Tab("Infrações", _infractions, frozenset({SubjectKind.INFRACTION})),
    Tab("Requerimentos", _applications, frozenset({SubjectKind.APPLICATION})),
    Tab("Medidas", _measures, frozenset({SubjectKind.MEASURE})),
    Tab("Pendências", _agenda),
    Tab("Documentos", _documents),
    Tab("Administração", _administration),
)
