"""The counter visit, performed by itself on the real window: for a computer without a display, and for the tests.

A walk-in driver, her operator and her car are registered, the car is inspected, the papers are checked, the fee is
paid; the certificate and the seal are saved as PDF, and each screen on the way as a picture.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QDialog, QWidget

from stipdesk.domain.calendar import one_year_after
from stipdesk.domain.identifiers import Cnpj, Cpf, DriverLicenseNumber, Nit, Renavam
from stipdesk.domain.registers import Establishment, Fuel, SubjectKind, UseTitleKind
from stipdesk.domain.text import format_date
from stipdesk.settings import Settings
from stipdesk.ui.app import MakeDesk, Session, make_application
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.main_window import MainWindow
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.counter.screen import CounterScreen
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.drivers.card import DriverCard
from stipdesk.ui.screens.drivers.form import DriverForm
from stipdesk.ui.screens.operators.form import OperatorForm
from stipdesk.ui.screens.parts.check_dialog import open_check
from stipdesk.ui.screens.vehicles.form import VehicleForm
from stipdesk.ui.screens.vehicles.inspection import InspectionForm
from stipdesk.ui.widgets.buttons import ActButton
from stipdesk.ui.widgets.fields import PasswordField

_D = TypeVar("_D", bound=QDialog)
_F = TypeVar("_F", bound=Form)

DRIVER_NAME = "Ana Beatriz Łukasz D’Ávila & Souza"
PLATE = "RTX4B27"
# How long the window gets to lay itself out before its picture is taken.
_SETTLE_MS = 60

_ADDRESS = {"street": "Avenida São Paulo", "number": "100", "district": "Primavera II", "postal_code": "78850-000"}
_OPERATOR = {
    "cnpj": Cnpj.with_check_digits("12ABC34501DE"),
    "legal_name": "P&D Mobilidade do Cerrado Ltda.",
    "app_name": "Cerrado Vai",
    "municipal_registration": "10203",
    "corporate_email": "contato@cerrado.example",
    **_ADDRESS,
}
_DRIVER = {
    "cpf": Cpf.with_check_digits("111444777"),
    "full_name": DRIVER_NAME,
    "birth_date": "17/05/1990",
    "license_number": DriverLicenseNumber.with_check_digits("123456789"),
    "nit": Nit.with_check_digits("1234567891"),
    "email": "ana@example.com",
    "birth_state": "MT",
    "license_category": "AB",
    **_ADDRESS,
}
_VEHICLE = {
    "plate": "rtx-4b27",
    "renavam": Renavam.with_check_digits("0098765432"),
    "chassis": "9BWZZZ00ZZP000077",
    "make": "Chevrolet",
    "model": "Onix Plus",
    "color": "Prata",
    "fuel": Fuel.FLEX.value,
    "kind": UseTitleKind.OWNER.value,
    "doors": "4",
    "seats": "5",
    "insurer": "Seguradora do Cerrado",
    "policy_number": "AP-1001",
    "death_amount": "10.000,00",
    "disability_amount": "10000",
}


class ScenarioStopped(RuntimeError):
    """The window did not do what a person would have seen: what was awaited, and what is on it instead."""


@dataclass
class Produced:
    """What the visit left behind."""

    certificate: Path
    seal: Path
    screens: list[Path] = field(default_factory=list)


class CounterVisit:
    """One visit, step by step, on a session whose sign-in window is shown. `pictures` False takes no pictures."""

    def __init__(self, session: Session, folder: Path, *, pictures: bool = True) -> None:
        self._session = session
        self._folder = folder
        self._pictures = pictures
        self.produced = Produced(folder / "caa.pdf", folder / "selo.pdf")
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, login: str, password: str, passphrase: str) -> Produced:
        """Every step, from signing in to both papers."""
        self.sign_in(login, password)
        self.register_operator()
        self.register_driver()
        self.register_vehicle()
        self.inspect(passphrase)
        self.check_papers()
        self.pay()
        self.issue()
        self.look_up()
        return self.produced

    def sign_in(self, login: str, password: str) -> None:
        self._wait()
        window = self._session.sign_in
        window.login.setText(login)
        window.password.setText(password)
        self._picture("entrada", window)
        window.enter.click()
        self._wait()
        if self._session.main is None:
            raise ScenarioStopped(f"the main window did not open: {window.message.text()}")
        self._session.main.resize(1366, 768)
        self._picture("balcao-vazio", self._main)

    def register_operator(self) -> None:
        self._counter.new_operator.click()
        dialog = self._dialog(FormDialog)
        form = _form(dialog, OperatorForm)
        form.establishment.set_value(Establishment.BRANCH)
        _fill(form, _OPERATOR)
        self._save(dialog, "operadora")

    def register_driver(self) -> None:
        self._counter.new_driver.click()
        dialog = self._dialog(FormDialog)
        form = _form(dialog, DriverForm)
        today = self._today
        _fill(
            form,
            _DRIVER
            | {
                "license_valid_until": format_date(date(today.year + 3, 9, 30)),
                "email_consent_on": format_date(today),
            },
        )
        form.has_endorsement.set_value(True)
        assert form.operator is not None
        form.operator.line.setText("cerrado")
        form.operator.line.textEdited.emit("cerrado")
        self._wait()
        form.operator.answers.clicked.emit(form.operator.answers.model().index(0, 0))
        self._save(dialog, "prestador")

    def register_vehicle(self) -> None:
        self._card.new_vehicle()
        dialog = self._dialog(FormDialog)
        form = _form(dialog, VehicleForm)
        today = self._today
        _fill(
            form,
            _VEHICLE
            | {
                "manufacture_year": str(today.year - 2),
                "model_year": str(today.year - 1),
                "registration_year": str(today.year),
                "starts_on": format_date(today),
                "ends_on": format_date(one_year_after(today)),
            },
        )
        form.air.set_value(True)
        self._save(dialog, "veiculo")

    def inspect(self, passphrase: str) -> None:
        """Everything in order, in one key; the first signature of the session asks for the passphrase."""
        self._card.inspect_button.click()
        dialog = self._dialog(FormDialog)
        form = _form(dialog, InspectionForm)
        _fill(form, {"institution": "CIRETRAN de Primavera do Leste"})
        form.all_good_button.click()
        self._picture("vistoria", dialog)
        dialog.save_button.click()
        self._wait()
        prompt = next((shown for shown in self._shown(Prompt) if shown.findChild(PasswordField)), None)
        if prompt is not None:
            field = prompt.findChild(PasswordField)
            assert isinstance(field, PasswordField)
            field.line.setText(passphrase)
            self._picture("frase-senha", prompt)
            next(each for each in prompt.findChildren(ActButton) if each.isDefault()).click()
            self._wait()
        self._keep(self.produced.seal, "selo")

    def check_papers(self) -> None:
        """The criminal certificate, seen and accepted; it is the one paper that somebody has to look at."""
        view = self._card.view
        assert view is not None
        card = view.card
        line = next(line for line in card.requirements if line.requirement.code == "driver.criminal_certificate")
        dialog = open_check(self._card.context, self._card, SubjectKind.DRIVER, card.driver_id, line.requirement)
        _fill(dialog.form, {"issued_on": format_date(self._today)})
        self._save(dialog, "conferencia")

    def pay(self) -> None:
        self._card.pay()
        dialog = self._dialog(FormDialog)
        _fill(dialog.form, {"receipt": f"BB-{PLATE}"})
        self._save(dialog, "pagamento")

    def issue(self) -> None:
        self._card.issue_button.click()
        self._wait()
        self._keep(self.produced.certificate, "certificado")

    def look_up(self) -> None:
        """Finds the driver again by name, without accents, and by the plate."""
        for text in ("davila souza", PLATE):
            self._main.search.setText(text)
            self._wait()
        self._picture("balcao", self._main)

    @property
    def _main(self) -> MainWindow:
        main = self._session.main
        assert main is not None
        return main

    @property
    def _counter(self) -> CounterScreen:
        screen = self._main.screen_of(0)
        assert isinstance(screen, CounterScreen)
        return screen

    @property
    def _card(self) -> DriverCard:
        self._wait()
        card = self._counter.card
        if not isinstance(card, DriverCard):
            raise ScenarioStopped(f"the driver's card is not open, but {card}")
        return card

    @property
    def _today(self) -> date:
        context = self._session.context
        assert context is not None
        return context.desk.today

    def _wait(self) -> None:
        if not self._session.tasks.wait_idle():
            raise ScenarioStopped("the database did not answer")

    def _dialog(self, kind: type[_D]) -> _D:
        self._wait()
        shown = self._shown(kind)
        if not shown:
            raise ScenarioStopped(f"no {kind.__name__} came up")
        return shown[-1]

    def _shown(self, kind: type[_D]) -> list[_D]:
        return [dialog for dialog in self._main.findChildren(kind) if dialog.isVisible()]

    def _save(self, dialog: FormDialog, name: str) -> None:
        self._picture(name, dialog)
        dialog.save_button.click()
        self._wait()
        if dialog in self._shown(FormDialog):
            problems = [f"{entry.name}: {entry.problem()}" for entry in dialog.form.problems()]
            raise ScenarioStopped(f"{dialog.windowTitle()} was not saved: {problems}")

    def _keep(self, path: Path, name: str) -> None:
        """Saves the paper that was just issued and closes its window."""
        preview = self._dialog(DocumentPreview)
        self._picture(name, preview)
        preview.save_as(path)
        preview.reject()

    def _picture(self, name: str, window: QWidget) -> None:
        if not self._pictures:
            return
        loop = QEventLoop()
        QTimer.singleShot(_SETTLE_MS, loop, loop.quit)
        loop.exec()
        path = self._folder / f"{len(self.produced.screens) + 1:02d}-{name}.png"
        window.grab().save(str(path))
        self.produced.screens.append(path)


def _form(dialog: FormDialog, kind: type[_F]) -> _F:
    form = dialog.form
    if not isinstance(form, kind):
        raise ScenarioStopped(f"expected {kind.__name__}, found {type(form).__name__}")
    return form


def _fill(form: Form, values: Mapping[str, str]) -> None:
    """Puts each text in its field, as if typed or pasted."""
    for name, text in values.items():
        entry = form.field_named(name)
        if entry is None:
            raise ScenarioStopped(f"{type(form).__name__} has no field {name}")
        entry.set_stored(text)


def _say_nothing_of_size_hints(_kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
    """The off-screen platform complains at every window that it has no manager to tell sizes to."""
    if message and "propagateSizeHints" not in message:
        print(message, file=sys.stderr)


def perform(
    settings: Settings, make_desk: MakeDesk, folder: Path, login: str, password: str, passphrase: str
) -> Produced:
    """The visit in a session of its own, off-screen; papers and pictures go to `folder`."""
    qInstallMessageHandler(_say_nothing_of_size_hints)
    make_application(["stipdesk"])
    session = Session(settings, lambda _settings: None, make_desk)
    session.start()
    try:
        return CounterVisit(session, folder).run(login, password, passphrase)
    finally:
        if session.main is not None:
            session.main.close()
        session.stop()
