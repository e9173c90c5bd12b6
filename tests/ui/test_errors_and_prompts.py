"""Every kind of error has its words; ours carry a report that names nobody."""

import logging
from uuid import UUID

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit

from stipdesk.domain.errors import (
    Conflict,
    Duplicate,
    EnvironmentFault,
    FieldErrors,
    FieldProblem,
    InvalidValue,
    NotAllowed,
    Reason,
    Refused,
)
from stipdesk.ui import errors
from stipdesk.ui.prompts import Prompt, ask_reason, confirm, tell
from tests.ui.conftest import activate
from tests.ui.test_forms import press


def said(prompt: Prompt) -> str:
    return "\n".join(label.text() for label in prompt.findChildren(QLabel))


def test_a_refusal_lists_its_reasons_with_article_and_cure() -> None:
    reasons = (
        Reason("fee", "Taxa anual não paga", "art. 16, § 2º", "Registre o pagamento."),
        Reason("criminal", "Certidão <criminal> & vencida", "art. 14, II", "Peça outra."),
    )
    text = said(errors.show(None, Refused("O CAA não pode ser emitido", *reasons)))
    for reason in reasons:
        assert reason.text in text
        assert reason.article in text
        assert reason.cure in text


def test_a_long_list_of_reasons_scrolls() -> None:
    reasons = [Reason(str(number), f"Motivo {number}", "art. 14") for number in range(20)]
    prompt = errors.show(None, Refused("Não pode", *reasons))
    assert "Motivo 19" in said(prompt)
    assert prompt.height() < 800


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (EnvironmentFault("O disco encheu.", "Nada some.", "Libere espaço."), ("O disco", "Nada some.", "Libere")),
        (InvalidValue("CPF inválido.", "Confira."), ("CPF inválido.", "Confira.")),
        (FieldErrors(FieldProblem("cpf", "Falta o CPF.", "Peça-o.", "art. 14")), ("Falta o CPF.", "Peça-o.", "14")),
        (NotAllowed("Seu perfil não permite."), ("Seu perfil não permite.",)),
        (Conflict(UUID(int=1), 2, "Rui", ()), ("Rui alterou",)),
        (Duplicate("cpf", "CPF já cadastrado.", UUID(int=1)), ("CPF já cadastrado.",)),
    ],
)  # fmt: skip
def test_each_error_of_the_desk_keeps_its_words(error: Exception, words: tuple[str, ...]) -> None:
    text = said(errors.show(None, error))
    for word in words:
        assert word in text


def test_a_bug_is_logged_and_its_report_names_nobody(caplog: pytest.LogCaptureFixture) -> None:
    cpf = "111.444.777-35"
    try:
        raise RuntimeError(f"cannot save Ana Beatriz, {cpf}, ABC1D23")
    except RuntimeError as error:
        with caplog.at_level(logging.ERROR):
            prompt = errors.show(None, error)
    assert "unexpected error" in caplog.text
    shown = prompt.findChild(QPlainTextEdit)
    assert isinstance(shown, QPlainTextEdit)
    report = shown.toPlainText()
    assert "RuntimeError" in report
    assert "tests/ui/test_errors_and_prompts.py" in report or "test_errors_and_prompts.py" in report
    for personal in ("Ana", cpf, "ABC1D23", "root/", "home/"):
        assert personal not in report
    press(prompt, "Copiar relatório")
    assert QGuiApplication.clipboard().text() == report
    assert prompt.isVisible()


def test_a_question_has_the_way_back_under_enter_and_escape() -> None:
    answers: list[str] = []
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        prompt = confirm(
            None,
            "Baixar?",
            "",
            yes="Baixar",
            then=lambda: answers.append("yes"),
            otherwise=lambda: answers.append("no"),
        )
        activate(prompt)
        QTest.keyClick(prompt, key)
    assert answers == ["no", "no"]
    press(confirm(None, "Baixar?", "", yes="Baixar", then=lambda: answers.append("yes")), "Baixar")
    assert answers == ["no", "no", "yes"]


def test_a_reason_is_needed_and_the_usual_ones_are_a_click_away() -> None:
    reasons: list[str] = []
    prompt = ask_reason(None, "Baixar", "", yes="Dar baixa", then=reasons.append, suggestions=("Falecimento", "Pedido"))
    text = prompt.findChild(QPlainTextEdit)
    assert isinstance(text, QPlainTextEdit)
    with pytest.raises(AssertionError, match="no button"):
        press(prompt, "Dar baixa")
    text.setPlainText("   \n")
    with pytest.raises(AssertionError, match="no button"):
        press(prompt, "Dar baixa")
    press(prompt, "Pedido")
    press(prompt, "Dar baixa")
    assert reasons == ["Pedido"]


def test_a_message_is_read_and_gone() -> None:
    prompt = tell(None, "Pronto", "Está feito.")
    press(prompt, "Entendi")
    assert not prompt.isVisible()
