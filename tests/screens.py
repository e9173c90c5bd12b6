"""Every screen as a picture, light and dark: `python -m tests.screens FOLDER`, or `python3 dev.py screens FOLDER`.

The pictures are made without a display, at the size of the office's monitors, from a fictitious office. A new screen is
one line in `SHOTS`: its name and a function that brings it up and returns the window to be taken.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import Conflict, EnvironmentFault, FieldConflict, Reason, Refused
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.services import demo, drivers, inspections, office, operators, users, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.settings import Settings, Theme
from stipdesk.ui import errors
from stipdesk.ui.app import Session, make_application
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.merge import MergeDialog
from stipdesk.ui.main_window import MainWindow
from stipdesk.ui.prompts import Prompt, ask_reason, confirm
from stipdesk.ui.screens.documents.preview import DocumentPreview, show_document
from stipdesk.ui.screens.drivers.dialogs import open_driver_edit, open_new_driver
from stipdesk.ui.screens.measures.dialogs import open_measure
from stipdesk.ui.screens.operators.dialogs import open_new_operator, open_operator_edit
from stipdesk.ui.screens.parts.applications import open_filing
from stipdesk.ui.screens.setup.assistant import SetupAssistant
from stipdesk.ui.screens.sign_in.database import DatabaseDialog
from stipdesk.ui.screens.sign_in.passphrase import ask_passphrase
from stipdesk.ui.screens.sign_in.password import change_password
from stipdesk.ui.screens.vehicles.dialogs import open_new_vehicle, open_vehicle_edit
from stipdesk.ui.screens.vehicles.inspection import open_inspection
from stipdesk.ui.tables.lazy_table import LazyTable

WIDTH, HEIGHT = 1366, 768
MOMENT = datetime(2026, 12, 1, 13, 42, tzinfo=UTC)
DRIVERS = 300

W = TypeVar("W", bound=QWidget)


class Studio:
    """A run of the program on a fictitious office, in a folder of its own."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        self.settings = Settings(f"sqlite:///{folder / 'demo.sqlite'}", folder / "keys", theme=theme)
        self._folder = folder
        self._first_start: Session | None = None
        self.session = self.start(self.settings)

    def start(self, settings: Settings) -> Session:
        session = Session(settings, lambda _changed: None, _make_desk)
        session.start()
        session.tasks.wait_idle()
        return session

    @property
    def context(self) -> UiContext:
        assert self.session.context is not None
        return self.session.context

    @property
    def main(self) -> MainWindow:
        """The main window of somebody who may do everything a counter does."""
        return self.main_of(demo.COUNTER_LOGIN)

    def main_of(self, login: str) -> MainWindow:
        """The main window of a user of the fictitious office, with the signing key open."""
        desk = self.context.desk
        if self.session.main is not None and (desk.actor is None or desk.actor.login != login):
            self.session.main.sign_out()
            self.settle()
        if self.session.main is None:
            users.sign_in(desk, login, demo.PASSWORD)
            office.unlock_key(desk, demo.PASSPHRASE)
            self.session._enter()
            self.settle()
        assert self.session.main is not None
        self.session.main.showNormal()
        self.session.main.resize(WIDTH, HEIGHT)
        return self.session.main

    def settle(self) -> None:
        """Waits until everything that was asked has come and was laid out."""
        self.session.tasks.wait_idle()
        for _pass in range(4):
            QApplication.processEvents()
        self.session.tasks.wait_idle()

    def empty(self) -> SetupAssistant:
        """The assistant of a first start, in a session of its own."""
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        settings = Settings(f"sqlite:///{folder / 'empty.sqlite'}", folder / "keys", theme=self.settings.theme)
        self._stop_first_start()
        self._first_start = self.start(settings)
        assert isinstance(self._first_start.setup, SetupAssistant)
        return self._first_start.setup

    def stop(self) -> None:
        self._stop_first_start()
        self.session.stop()
        close_windows()

    def _stop_first_start(self) -> None:
        if self._first_start is not None:
            self._first_start.stop()
            self._first_start = None


def _make_desk(settings: Settings) -> Desk:
    return open_desk(settings.database_url, settings.keys_folder, FixedClock(MOMENT))


# Before anybody is signed in


def opening(studio: Studio) -> QWidget:
    studio.session.sign_in.opening()
    return studio.session.sign_in


def sign_in(studio: Studio) -> QWidget:
    studio.session.sign_in.ready(studio.context.desk.database.description)
    return studio.session.sign_in


def refused_sign_in(studio: Studio) -> QWidget:
    studio.session.sign_in.login.setText("balcao")
    studio.session.sign_in.refused("Usuário ou senha não conferem.")
    return studio.session.sign_in


def database_fault(studio: Studio) -> QWidget:
    studio.session.sign_in.failed(
        EnvironmentFault(
            "O banco de dados não respondeu.", "Nada foi alterado.", "Confira a rede e o servidor e tente de novo."
        )
    )
    return studio.session.sign_in


def other_database(studio: Studio) -> QWidget:
    dialog = DatabaseDialog(studio.session.sign_in, "sqlite:///C:/stipdesk/stipdesk.sqlite")
    dialog.open()
    return dialog


def first_start(page: int, studio: Studio) -> QWidget:
    assistant = studio.empty()
    assistant.resize(1120, 700)
    _fill(assistant)
    for _step in range(page):
        assistant.go_on()
    return assistant


def first_start_with_problems(studio: Studio) -> QWidget:
    assistant = studio.empty()
    assistant.resize(1120, 700)
    assistant.unit.address.line.setText("Rua Fictícia, 100")
    assistant.go_on()
    assistant.go_on()
    return assistant


def _fill(assistant: SetupAssistant) -> None:
    profile = demo.PROFILE
    assistant.unit.address.line.setText(profile.address)
    assistant.contact.ouvidoria.line.setText(profile.ouvidoria_contact)
    assistant.contact.ciretran.line.setText(profile.ciretran_contact)
    assistant.person.full_name.line.setText("Téo Arruda")
    assistant.person.login.line.setText("teo")
    assistant.person.password.line.setText(demo.PASSPHRASE)
    assistant.person.again.line.setText(demo.PASSPHRASE)
    for field, amount in (
        (assistant.values.driver_fee, 150_00), (assistant.values.operator_fee, 1_500_00), (assistant.values.upf, 5_12),
    ):  # fmt: skip
        field.set_value(amount)
    assistant.values.legal_basis.line.setText("Decreto 1/2026")
    assistant.key.passphrase.line.setText(demo.PASSPHRASE)
    assistant.key.again.line.setText(demo.PASSPHRASE)


# The tabs


def tab(index: int, studio: Studio) -> QWidget:
    """A tab with the first line of its list chosen."""
    main = studio.main
    main.search.clear()
    main.go_to(index)
    studio.settle()
    for table in main.screen_of(index).findChildren(LazyTable):
        if table.isVisible() and table.total():
            table.choose(0)
    return main


def counter(studio: Studio) -> QWidget:
    main = studio.main
    main.search.take_focus()
    main.search.setText("souza")
    return main


def nothing_found(studio: Studio) -> QWidget:
    main = studio.main
    main.search.setText("ninguém com este nome")
    return main


def papers(studio: Studio) -> QWidget:
    """The fictitious office keeps its papers as data: some are drawn first."""
    some_papers(studio)
    return tab(8, studio)


def administration(studio: Studio) -> QWidget:
    main = studio.main_of("admin")
    main.go_to(9)
    return main


def some_papers(studio: Studio) -> list[UUID]:
    desk = studio.context.desk
    assert studio.main
    drawn = []
    for row in vehicles.page(desk, ListRequest(limit=12))[1]:
        with suppress(Refused):  # a vehicle without a seal
            drawn.append(inspections.seal_document(desk, row.vehicle_id))
    return drawn


DRIVER_STATES = {
    "suspenso": StandingState.SUSPENDED,
    "cassado": StandingState.CASSATED,
    "prorrogado": StandingState.EXTENDED,
    "provisorio": StandingState.PROVISIONAL,
    "vencido": StandingState.EXPIRED,
}


def driver_who_is(state: StandingState, studio: Studio) -> QWidget:
    """The card of somebody in this situation, at the counter."""
    return _at_the_counter(studio, SubjectKind.DRIVER, _driver(studio, state))


def vehicle_that_is(state: StandingState, studio: Studio) -> QWidget:
    rows = vehicles.page(studio.context.desk, ListRequest(limit=1_000))[1]
    found = next(row.vehicle_id for row in rows if row.standing.state is state)
    return _at_the_counter(studio, SubjectKind.VEHICLE, found)


def _driver(studio: Studio, state: StandingState) -> UUID:
    rows = drivers.page(studio.context.desk, ListRequest(limit=1_000))[1]
    return next(row.driver_id for row in rows if row.standing.state is state)


def _at_the_counter(studio: Studio, kind: SubjectKind, subject_id: UUID) -> QWidget:
    main = studio.main
    main.search.clear()
    main.go_to(0)
    main.screen_of(0).open_subject(kind, subject_id)
    return main


# Dialogs over the main window


def filing(studio: Studio) -> QWidget:
    main = studio.main
    open_filing(studio.context, main, SubjectKind.DRIVER, _driver(studio, StandingState.EXPIRED), "Quem pede")
    studio.settle()
    return windows(FormDialog)[0]


def new_measure(studio: Studio) -> QWidget:
    main = studio.main
    open_measure(studio.context, main, SubjectKind.DRIVER, _driver(studio, StandingState.REGULAR), "Prestador")
    studio.settle()
    return windows(Prompt)[0]


def new_driver(studio: Studio) -> QWidget:
    return open_new_driver(studio.context, studio.main)


def new_driver_with_problems(studio: Studio) -> QWidget:
    dialog = open_new_driver(studio.context, studio.main)
    named = {name: dialog.form.field_named(name) for name in ("cpf", "full_name", "birth_date")}
    typed = {"cpf": "1144477735", "full_name": "JOSÉ D'ÁVILA DA SILVA II", "birth_date": "31/02/1990"}
    for name, field in named.items():
        assert field is not None
        field.set_stored(typed[name])
    dialog.save()
    return dialog


def edit_driver(studio: Studio) -> QWidget:
    desk = studio.context.desk
    row = drivers.page(desk, ListRequest(limit=1))[1][0]
    return open_driver_edit(studio.context, studio.main, drivers.card(desk, row.driver_id))


def two_editors(studio: Studio) -> QWidget:
    dialog = edit_driver(studio)
    assert isinstance(dialog, FormDialog)
    desk = studio.context.desk
    row = drivers.page(desk, ListRequest(limit=1))[1][0]
    conflict = Conflict(
        row.driver_id,
        3,
        "Joílson Braga",
        (
            FieldConflict("full_name", row.full_name, f"{row.full_name} Prado", f"{row.full_name} Lima"),
            FieldConflict("phone", "—", "66999990000", "—"),
            FieldConflict("license_valid_until", "30/09/2027", "30/09/2027", "30/09/2037"),
        ),
    )
    merge = MergeDialog(dialog, conflict, dialog._entries(conflict), lambda _taken: None)
    merge.open()
    return merge


def new_operator(studio: Studio) -> QWidget:
    return open_new_operator(studio.context, studio.main)


def edit_operator(studio: Studio) -> QWidget:
    desk = studio.context.desk
    row = operators.page(desk, ListRequest(limit=1))[1][0]
    return open_operator_edit(studio.context, studio.main, operators.card(desk, row.operator_id))


def new_vehicle(studio: Studio) -> QWidget:
    return open_new_vehicle(studio.context, studio.main)


def edit_vehicle(studio: Studio) -> QWidget:
    desk = studio.context.desk
    row = vehicles.page(desk, ListRequest(limit=1))[1][0]
    return open_vehicle_edit(studio.context, studio.main, vehicles.card(desk, row.vehicle_id))


def inspection(studio: Studio) -> QWidget:
    row = vehicles.page(studio.context.desk, ListRequest(limit=1))[1][0]
    return open_inspection(studio.context, studio.main, row.vehicle_id, row.plate)


def preview(studio: Studio) -> QWidget:
    show_document(studio.context, studio.main, some_papers(studio)[0])
    studio.settle()
    return windows(DocumentPreview)[0]


def refused_act(studio: Studio) -> QWidget:
    return errors.show(
        studio.main,
        Refused(
            "O CAA não pode ser emitido",
            Reason("criminal", "Certidão criminal não apresentada", "art. 14, II", "Peça a certidão da comarca."),
            Reason("fee", "Taxa anual não paga", "art. 16, § 2º", "Registre o pagamento."),
        ),
    )


def our_error(studio: Studio) -> QWidget:
    return errors.show(studio.main, ZeroDivisionError())


def asked_reason(studio: Studio) -> QWidget:
    return ask_reason(
        studio.main,
        "Dar baixa no cadastro",
        "O cadastro sai das listas; os documentos e o histórico ficam.",
        yes="Dar baixa",
        then=lambda _reason: None,
        suggestions=("Pedido do prestador", "Falecimento"),
    )


def asked(studio: Studio) -> QWidget:
    return confirm(
        studio.main,
        "Descartar o que foi digitado?",
        "As alterações deste formulário ainda não foram salvas.",
        yes="Descartar",
        no="Continuar editando",
        then=lambda: None,
        danger=True,
    )


def passphrase(studio: Studio) -> QWidget:
    return ask_passphrase(studio.context, studio.main, lambda: None)


def own_password(studio: Studio) -> QWidget:
    return change_password(studio.context, studio.main)


def locked(studio: Studio) -> QWidget:
    studio.main.lock.lock()
    prompt = studio.main.lock.prompt
    assert isinstance(prompt, Prompt)
    return prompt


# Name of the picture → what brings the screen up. Those before "balcao" need nobody signed in; "trancada" comes last.
SHOTS: tuple[tuple[str, Callable[[Studio], QWidget]], ...] = (
    ("entrada-abrindo", opening),
    ("entrada", sign_in),
    ("entrada-recusada", refused_sign_in),
    ("entrada-sem-banco", database_fault),
    ("outro-banco", other_database),
    *((f"primeira-vez-{page + 1}", partial(first_start, page)) for page in range(6)),
    ("primeira-vez-com-erros", first_start_with_problems),
    ("balcao", counter),
    ("balcao-sem-resultado", nothing_found),
    ("operadoras", partial(tab, 1)),
    ("prestadores", partial(tab, 2)),
    ("veiculos", partial(tab, 3)),
    ("infracoes", partial(tab, 4)),
    ("requerimentos", partial(tab, 5)),
    ("medidas", partial(tab, 6)),
    ("pendencias", partial(tab, 7)),
    ("documentos", papers),
    *((f"prestador-{word}", partial(driver_who_is, state)) for word, state in DRIVER_STATES.items()),
    ("veiculo-condicional", partial(vehicle_that_is, StandingState.CONDITIONAL)),
    ("veiculo-bloqueado", partial(vehicle_that_is, StandingState.BLOCKED)),
    ("protocolar", filing),
    ("medida-nova", new_measure),
    ("prestador-novo", new_driver),
    ("prestador-com-erros", new_driver_with_problems),
    ("prestador-alterar", edit_driver),
    ("duas-pessoas", two_editors),
    ("operadora-nova", new_operator),
    ("operadora-alterar", edit_operator),
    ("veiculo-novo", new_vehicle),
    ("veiculo-alterar", edit_vehicle),
    ("vistoria", inspection),
    ("documento", preview),
    ("ato-recusado", refused_act),
    ("erro-nosso", our_error),
    ("motivo", asked_reason),
    ("pergunta", asked),
    ("frase-senha", passphrase),
    ("trocar-senha", own_password),
    ("administracao", administration),
    ("trancada", locked),
)


def windows(kind: type[W]) -> list[W]:
    """The open windows of a kind."""
    return [window for window in QApplication.topLevelWidgets() if isinstance(window, kind) and window.isVisible()]


def close_windows(keep: Iterable[QWidget | None] = ()) -> None:
    """Destroys what is over the windows to be kept."""
    kept = list(keep)
    for window in QApplication.topLevelWidgets():
        if window not in kept and not isinstance(window, QMenu):  # a menu belongs to its card
            window.hide()
            window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def take_all(folder: Path, *, only: str = "") -> list[Path]:
    """Saves the picture of every screen, or of those whose name begins with `only`, in both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = []
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        desk = open_desk(f"sqlite:///{work / 'demo.sqlite'}", work / "keys", FixedClock(MOMENT))
        demo.load(desk, DRIVERS)
        desk.database.close()
        for theme in (Theme.LIGHT, Theme.DARK):
            studio = Studio(work, theme)
            for name, bring_up in SHOTS:
                if not name.startswith(only):
                    continue
                window = bring_up(studio)
                studio.settle()
                path = folder / f"{name}-{theme}.png"
                window.grab().save(str(path))
                taken.append(path)
                close_windows(keep=(studio.session.sign_in, studio.session.main))
            studio.stop()
    return taken


def _use_offices_monitor(folder: Path) -> None:
    """The off-screen platform shows 800 × 800 unless it is told of another monitor."""
    screen = {"name": "balcao", "x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "logicalDpi": 96, "dpr": 1}
    configuration = folder / "screen.json"
    configuration.write_text(json.dumps({"screens": [screen]}), "utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={configuration}"


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print("Diga a pasta das imagens e, se quiser, o começo do nome das que interessam.")
        return 2
    with tempfile.TemporaryDirectory() as place:
        _use_offices_monitor(Path(place))
        make_application(["screens"])
        taken = take_all(Path(arguments[0]), only=arguments[1] if len(arguments) == 2 else "")
    print(f"{len(taken)} imagens em {arguments[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
