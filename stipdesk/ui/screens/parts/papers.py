"""The sections of papers that the cards share: CAAs, fees paid, issued documents, autos."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.clock import local_time
from stipdesk.domain.money import format_money
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import AuthorizationKind, SubjectKind
from stipdesk.domain.standing import Standing
from stipdesk.domain.text import format_date
from stipdesk.services import fees
from stipdesk.services.papers import AuthorizationLine, DocumentLine, InfractionLine, PaymentLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import ask_reason
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.issuing import void_caa
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import caa_state, why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.buttons import ActButton, because, link


class AuthorizationsSection(RecordSection):
    """The CAAs of one holder, each with its certificate."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("CAA", "Nenhum CAA emitido ainda.")
        self._context = context

    def show_lines(self, lines: Sequence[AuthorizationLine], standing: Standing, extinguished_on: date | None) -> None:
        """What happened to the holder is said of the paper too: a suspended CAA does not read as in force."""
        self.show_records(self._record(line, standing, extinguished_on) for line in lines)

    def _record(self, line: AuthorizationLine, standing: Standing, extinguished_on: date | None) -> QWidget:
        acts = document_acts(self._context, self, line.document_id, f"CAA {line.number}")
        if line.voided_on is None:
            void = link("Anular…", partial(void_caa, self._context, self, line.authorization_id, line.number))
            void.setAccessibleName(f"Anular o CAA {line.number}")
            because(void, why_not(self._context.desk, Act.VOID_AUTHORIZATION))
            acts.append(void)
        term = f"Emitido em {format_date(line.issued_on)} · vale de {format_date(line.valid_from)}"
        return RecordLine(
            f"CAA provisório {line.number}" if line.kind is AuthorizationKind.PROVISIONAL else f"CAA {line.number}",
            [
                f"{term} a {format_date(line.valid_until)}",
                f"Anulado em {format_date(line.voided_on)}" if line.voided_on is not None else "",
            ],
            state=caa_state(
                line.valid_from, line.valid_until, line.issued_on, line.voided_on, standing, extinguished_on
            ),
            acts=acts,
        )


class PaymentsSection(RecordSection):
    """The licence fees paid. `act` is the link that records one."""

    def __init__(self, context: UiContext, act: ActButton) -> None:
        super().__init__("Taxas pagas", "Nenhum pagamento registrado.", act=act)
        self._context = context

    def show_lines(self, lines: Sequence[PaymentLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: PaymentLine) -> QWidget:
        names = self._context.desk.law.parameters
        receipt = f"Comprovante {line.receipt} · {line.payer}"
        if line.revenue_code:
            receipt += f" · receita {line.revenue_code}"
        if line.reversed_on is not None:
            state = ("Estornado", Tone.STOP)
            return RecordLine(
                format_money(line.amount),
                [receipt, f"Estornado em {format_date(line.reversed_on)}: {line.reversal_reason}"],
                state=state,
            )
        paid = "dispensada" if line.is_waiver else "paga"
        reverse = link("Estornar…", partial(self._reverse, line))
        reverse.setAccessibleName(f"Estornar o comprovante {line.receipt}")
        because(reverse, why_not(self._context.desk, Act.REVERSE_PAYMENT))
        return RecordLine(
            "Taxa dispensada" if line.is_waiver else format_money(line.amount),
            [f"{names[line.fee].name} · {paid} em {format_date(line.paid_on)}", receipt],
            acts=[reverse],
        )

    def _reverse(self, line: PaymentLine) -> None:
        def reverse(reason: str) -> None:
            job = partial(fees.reverse, self._context.desk, line.payment_id, reason)
            self._context.tasks.run(job, owner=self)

        ask_reason(
            self,
            f"Estornar o pagamento {line.receipt}?",
            "O CAA emitido sobre ele deixa de valer hoje: a taxa é paga e emite-se outro CAA (art. 16, § 2º).",
            yes="Estornar",
            then=reverse,
            suggestions=("Estorno bancário", "Lançado no cadastro errado"),
        )


class DocumentsSection(RecordSection):
    """Everything issued about the subject, as it was printed."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("Documentos", "Nenhum documento emitido.")
        self._context = context

    def show_lines(self, lines: Sequence[DocumentLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: DocumentLine) -> QWidget:
        name = f"{label_of(line.kind)} {line.number}"
        return RecordLine(
            name,
            [f"Emitido em {moment(line.issued_at)}"],
            state=("Anulado", Tone.NEUTRAL) if line.voided_at is not None else None,
            acts=document_acts(self._context, self, line.document_id, name),
        )


class InfractionsSection(RecordSection):
    """The autos about the subject; each opens in its own tab."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("Infrações", "Nenhum auto de infração.")
        self._context = context

    def show_lines(self, lines: Sequence[InfractionLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: InfractionLine) -> QWidget:
        see = link("Abrir", partial(self._open, line.infraction_id))
        see.setAccessibleName(f"Abrir o auto {line.number}")
        due = line.defense_due_on
        return RecordLine(
            f"Auto {line.number}",
            [
                f"{line.conduct} · {line.conduct_text}",
                f"Ocorrida em {moment(line.occurred_at)}" + (f" · {line.plate}" if line.plate else ""),
                f"Defesa prévia até {format_date(due)}" if due is not None and line.cancelled_on is None else "",
            ],
            state=("Cancelado", Tone.NEUTRAL) if line.cancelled_on is not None else None,
            acts=[see],
        )

    def _open(self, infraction_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.INFRACTION, infraction_id)


def document_acts(context: UiContext, owner: QWidget, document_id: UUID | None, name: str) -> list[ActButton]:
    """The link that shows a paper and prints it; none while it has not been drawn."""
    if document_id is None:
        return []
    see = link("Ver e imprimir", partial(show_document, context, owner, document_id))
    see.setAccessibleName(f"Ver e imprimir {name}")
    return [see]


def moment(at: datetime) -> str:
    """A moment on the office's wall clock."""
    return f"{local_time(at):%d/%m/%Y %H:%M}"
