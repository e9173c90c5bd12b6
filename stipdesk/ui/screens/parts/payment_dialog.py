"""Recording the licence fee as the bank confirmed it; the CAA is issued only after it (art. 16, § 2º)."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.money import format_money
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import fees
from stipdesk.services.fees import FeeDue, RecordFeePayment
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.widgets.facts import Facts
from stipdesk.ui.widgets.fields import DateField, MoneyField, TextField


class PaymentForm(Form):
    """The amount due and the day are already filled in: usually only the receipt's number is typed."""

    def __init__(self, due: FeeDue, payer: str) -> None:
        super().__init__()
        fee = self.section("Taxa devida")
        fee.place(Facts([("Taxa", due.name), ("Valor", format_money(due.amount)), ("Fundamento", due.legal_basis)]), 6)
        paid = self.section("Pagamento")
        self.receipt = self.add(
            paid, TextField("receipt", "Número do comprovante", required=True, hint="do banco ou da guia", limit=60), 6
        )
        self.amount = self.add(paid, MoneyField("amount", "Valor pago", required=True), 2)
        self.paid_on = self.add(paid, DateField("paid_on", "Pago em", required=True), 2)
        self.payer = self.add(paid, TextField("payer", "Quem pagou", hint="a operadora pode pagar", limit=120), 6)
        self.amount.set_value(due.amount)
        self.payer.set_value(payer)

    def command(self, kind: SubjectKind, subject_id: UUID) -> RecordFeePayment:
        amount, paid_on = self.amount.value(), self.paid_on.value()
        assert amount is not None
        assert paid_on is not None
        return RecordFeePayment(kind, subject_id, amount, paid_on, self.receipt.value(), self.payer.value())


def open_payment(context: UiContext, owner: QWidget, kind: SubjectKind, subject_id: UUID, payer: str) -> None:
    """Reads what is due and opens the dialog; without a value set by the office, says so instead."""

    def show(due: FeeDue) -> None:
        form = PaymentForm(due, payer)
        form.paid_on.set_value(context.desk.today)

        def command(_version: int) -> Callable[[], UUID]:
            return partial(fees.record_payment, context.desk, form.command(kind, subject_id))

        FormDialog(context, owner, "Registrar pagamento", form, command, save_text="Registrar").open()

    context.tasks.run(partial(fees.fee_due, context.desk, kind, subject_id), show, owner=owner)
