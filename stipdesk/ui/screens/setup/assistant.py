"""The first start: six short pages, nothing written before the last one."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from stipdesk.domain.errors import FieldErrors, InvalidValue
from stipdesk.services import office
from stipdesk.services.access import Actor
from stipdesk.services.office import SetUpOffice
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.form import Form
from stipdesk.ui.prompts import confirm
from stipdesk.ui.screens.setup.forms import (
    AdministratorForm,
    ContactForm,
    KeyForm,
    UnitForm,
    ValuesForm,
    profile_of,
    summary_of,
)
from stipdesk.ui.strings import count
from stipdesk.ui.theme import set_property
from stipdesk.ui.widgets.basics import Card, clear, heading, label, row, scrolled
from stipdesk.ui.widgets.buttons import button, primary
from stipdesk.ui.widgets.facts import Facts

_TITLES = ("Órgão", "Contatos e estação", "Administrador", "Taxas e UPF", "Chave de assinatura", "Conferir")


class SetupAssistant(QWidget):
    """`finished_setup` is told when the office exists and its administrator is at the desk."""

    finished_setup = Signal()

    def __init__(self, context: UiContext) -> None:
        super().__init__()
        self.setProperty("role", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("CMTU · Primeira configuração")
        self._context = context
        self._done = False
        self.unit, self.contact, self.person = UnitForm(), ContactForm(), AdministratorForm()
        self.values, self.key = ValuesForm(), KeyForm()
        self.forms: tuple[Form, ...] = (self.unit, self.contact, self.person, self.values, self.key)
        self._summary = Card()
        self.stack = QStackedWidget()
        for page in (*self.forms, self._summary):
            self.stack.addWidget(scrolled(page, (20, 4, 20, 16)))
        self._steps = [label(f"{index}  {text}", "soft") for index, text in enumerate(_TITLES, start=1)]
        self._title = heading()
        self._told = label("", "message", wrap=True)
        set_property(self._told, "tone", "stop")
        self.back = button("Voltar", self.go_back)
        self.next = primary("Continuar", self.go_on, shortcut="Ctrl+Return")
        self._lay_out()
        screen = self.screen().availableGeometry()
        self.resize(min(1120, screen.width() - 40), min(700, screen.height() - 60))
        self._show_page(0)

    def go_on(self) -> None:
        """The next page, once this one has no problem; on the last, makes the office."""
        index = self.stack.currentIndex()
        if index == len(self.forms):
            self._make()
            return
        form = self.forms[index]
        if not form.judge():
            self._told.setText(f"{count(len(form.problems()), 'campo', 'campos')} para corrigir antes de continuar.")
            return
        self._show_page(index + 1)

    def go_back(self) -> None:
        self._show_page(self.stack.currentIndex() - 1)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._done:
            super().closeEvent(event)
            return
        event.ignore()
        confirm(
            self,
            "Sair da primeira configuração?",
            "Nada foi gravado ainda. Na próxima vez o programa pergunta tudo de novo.",
            yes="Sair",
            no="Continuar",
            then=self.leave_without_asking,
        )

    def leave_without_asking(self) -> None:
        """Closes it with nothing written."""
        self._done = True
        self.close()

    def _make(self) -> None:
        command = SetUpOffice(
            profile=profile_of(self.unit, self.contact),
            administrator=self.person.user(),
            passphrase=self.key.passphrase.value(),
            values=self.values.values(),
            legal_basis=self.values.legal_basis.value(),
        )
        self._told.setText("")
        self._context.tasks.run(
            partial(office.set_up, self._context.desk, command),
            self._made,
            failed=self._not_made,
            owner=self,
            busy=self.next,
        )

    def _made(self, _actor: Actor) -> None:
        self._done = True
        self.finished_setup.emit()

    def _not_made(self, error: Exception) -> None:
        """Goes back to the page that holds what was refused."""
        if isinstance(error, FieldErrors):
            homes = [
                (index, problem)
                for problem in error.problems
                for index, form in enumerate(self.forms)
                if form.field_named(problem.field) is not None
            ]
            for index, problem in homes:
                self.forms[index].show_problems([problem])
            if homes:
                self._show_page(min(index for index, _problem in homes))
                self._told.setText("Nada foi gravado: veja os campos marcados.")
                return
        if isinstance(error, InvalidValue):
            self._show_page(self.forms.index(self.key))
            self.key.passphrase.show_problem(str(error))
            return
        errors.show(self, error)

    def _show_page(self, index: int) -> None:
        last = index == len(self.forms)
        if last:
            clear(self._summary.body)
            self._summary.body.addWidget(Facts(summary_of(self.unit, self.contact, self.person, self.values)))
            self._summary.body.addStretch(1)
        self.stack.setCurrentIndex(index)
        self._title.setText(_TITLES[index])
        self._told.setText("")
        self.back.setVisible(index > 0)
        text = "Criar o órgão" if last else "Continuar"
        self.next.setText(f"{text}   Ctrl+Enter")
        self.next.setAccessibleName(text)
        for position, step in enumerate(self._steps):
            set_property(step, "role", "strong" if position == index else "soft")
            step.setText(f"{'✓' if position < index else position + 1}  {_TITLES[position]}")
        if last:
            self.next.setFocus()
        else:
            self.forms[index].first_focus()

    def _lay_out(self) -> None:
        side = QFrame()
        side.setProperty("role", "side")
        steps = QVBoxLayout(side)
        steps.setContentsMargins(24, 24, 24, 24)
        steps.setSpacing(14)
        steps.addWidget(label("CMTU", "mark"))
        steps.addWidget(label("Primeira configuração", "strong"))
        steps.addSpacing(10)
        for step in self._steps:
            steps.addWidget(step)
        steps.addStretch(1)
        footer = QFrame()
        footer.setProperty("role", "footer")
        bottom = row(self._told, self.back, self.next)
        bottom.setStretch(0, 1)
        bottom.setContentsMargins(20, 12, 20, 12)
        footer.setLayout(bottom)
        main = QVBoxLayout()
        main.setSpacing(8)
        top = row(self._title)
        top.setContentsMargins(20, 20, 20, 0)
        main.addLayout(top)
        main.addWidget(self.stack, 1)
        main.addWidget(footer)
        outer = row(side, main, spacing=0)
        outer.setStretch(1, 1)
        self.setLayout(outer)
