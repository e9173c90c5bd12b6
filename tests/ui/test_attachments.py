"""Files in the window: chosen, pasted and dropped, kept with the check, seen again, saved as a copy; court orders."""

from pathlib import Path
from uuid import UUID

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from stipdesk.domain.legal import Requirement
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementState
from stipdesk.services import attachments, drivers, requirements
from stipdesk.services.attachments import FileTarget, NewFile
from stipdesk.services.requirements import CheckRequirement
from stipdesk.ui.context import UiContext
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.pdf_view import PdfView
from stipdesk.ui.screens.parts.attachments import AttachForm, AttachmentsSection
from stipdesk.ui.screens.parts.check_dialog import CheckForm, check_acts, open_check
from stipdesk.ui.screens.parts.checklist import RequirementList
from stipdesk.ui.screens.parts.exemptions import ExemptionForm, ExemptionsSection, open_exemption
from stipdesk.ui.screens.parts.file_field import FilesField
from stipdesk.ui.screens.parts.file_viewer import FileViewer, PictureView, show_file
from stipdesk.ui.screens.parts.seen_check import SeenCheck
from tests import files, office
from tests.ui.acting import act_named, form_opened, give_reason, opened, press, put, save, texts
from tests.ui.conftest import activate, windows

DRIVER = SubjectKind.DRIVER
CRIMINAL = "driver.criminal_certificate"


@pytest.fixture
def driver_id(context: UiContext) -> UUID:
    return drivers.register(context.desk, office.DRIVER)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def field(context: UiContext, qtbot: QtBot) -> FilesField:
    made = FilesField(context)
    qtbot.addWidget(made)
    made.show()
    return made


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def checked(context: UiContext, driver_id: UUID, *brought: NewFile) -> FileTarget:
    command = CheckRequirement(
        DRIVER, driver_id, CRIMINAL, accepted=True, issued_on=context.desk.today, reference="TJ 77", files=brought
    )
    return FileTarget(check_id=requirements.check_requirement(context.desk, command))


def criminal(context: UiContext) -> Requirement:
    (found,) = [each for each in context.desk.law.requirements(DRIVER, context.desk.today) if each.code == CRIMINAL]
    return found


def line_of(context: UiContext, driver_id: UUID) -> tuple[RequirementState, int]:
    (line,) = [each for each in drivers.card(context.desk, driver_id).requirements if each.requirement.code == CRIMINAL]
    return line.state, line.check.files if line.check is not None else 0


def shown(context: UiContext, window: QWidget, target: FileTarget) -> FileViewer:
    (line,) = attachments.files_of(context.desk, target)
    show_file(context, window, line.file_id)
    return opened(context, FileViewer)


def test_good_files_are_listed_and_bad_ones_told(context: UiContext, field: FilesField, tmp_path: Path) -> None:
    good = written(tmp_path, "certidão.pdf", files.pdf())
    film = written(tmp_path, "filme.pdf", b"")
    with film.open("r+b") as stream:
        stream.truncate(3_000_000_000)  # never read
    field.add_paths([good, film, tmp_path / "sumiu.pdf", tmp_path])
    assert context.tasks.wait_idle()
    assert [file.name for file in field.value()] == ["certidão.pdf"]
    (told,) = [text for text in texts(field) if "filme.pdf" in text]
    assert "cabem 10 MB" in told
    assert "“sumiu.pdf” não pôde ser lido" in told
    assert good.read_bytes() == files.pdf()
    assert field.problem() == ""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (files.EXECUTABLE, "não é PDF, JPEG nem PNG"), (b"", "vazio"),
        (files.jpeg()[:-40], "incompleta ou danificada"),
    ],
)  # fmt: skip
def test_what_the_worker_refuses_leaves_the_list(
    context: UiContext, field: FilesField, tmp_path: Path, content: bytes, said: str
) -> None:
    field.add_paths([written(tmp_path, "boa.png", files.png()), written(tmp_path, "certidão.pdf", content)])
    assert context.tasks.wait_idle()
    assert [file.name for file in field.value()] == ["boa.png"]
    assert any("“certidão.pdf”" in text and said in text for text in texts(field))
    press(field, "Retirar boa.png")
    assert field.value() == ()
    assert not any(said in text for text in texts(field))


def test_the_same_file_is_taken_once(context: UiContext, field: FilesField, tmp_path: Path) -> None:
    field.add_paths([written(tmp_path, "a.png", files.png()), written(tmp_path, "b.png", files.png())])
    assert context.tasks.wait_idle()
    assert [file.name for file in field.value()] == ["a.png"]
    assert any("“b.png” já foi escolhido" in text for text in texts(field))


def test_files_are_chosen_in_the_systems_window(
    context: UiContext, field: FilesField, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "rg.jpg", files.jpeg())
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path)], ""))
    field.choose_button.click()
    assert context.tasks.wait_idle()
    assert [(file.name, file.content) for file in field.value()] == [("rg.jpg", files.jpeg())]


def test_a_copied_picture_or_file_is_pasted(context: UiContext, field: FilesField, tmp_path: Path) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    press(field, "Colar arquivo: Cópia do documento")
    assert any("Não há arquivo nem imagem copiada" in text for text in texts(field))
    picture = QImage(30, 20, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    clipboard.setImage(picture)
    activate(field)
    field.focus()
    QTest.keyClick(field.choose_button, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(written(tmp_path, "rg.pdf", files.pdf())))])
    clipboard.setMimeData(data)
    field.paste()
    assert context.tasks.wait_idle()
    assert [file.name for file in field.value()] == ["imagem colada.png", "rg.pdf"]
    clipboard.clear()


def test_files_are_dropped(context: UiContext, field: FilesField, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(written(tmp_path, "rg.pdf", files.pdf())))])
    drop = QDropEvent(
        QPointF(4, 4), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    field.dropEvent(drop)
    assert context.tasks.wait_idle()
    assert [file.name for file in field.value()] == ["rg.pdf"]


def test_a_paper_is_checked_with_its_copy(context: UiContext, window: QWidget, driver_id: UUID, tmp_path: Path) -> None:
    (requirement,) = [
        each for each in context.desk.law.requirements(DRIVER, context.desk.today) if each.code == CRIMINAL
    ]
    open_check(context, window, DRIVER, driver_id, requirement)
    dialog, form = form_opened(context, CheckForm)
    put(form, issued_on="16/05/1990")
    form.files.add_paths([written(tmp_path, "certidão.pdf", files.pdf())])
    save(context, dialog)
    assert "anterior ao nascimento" in " ".join(texts(form))
    assert len(form.files.value()) == 1
    put(form, issued_on="20/11/2026")
    save(context, dialog)
    assert line_of(context, driver_id) == (RequirementState.MET, 1)


def test_the_checklist_says_who_looked_and_opens_the_copy(context: UiContext, qtbot: QtBot, driver_id: UUID) -> None:
    checked(context, driver_id, NewFile("certidão.pdf", files.pdf(3)))
    shown_list = RequirementList()
    qtbot.addWidget(shown_list)
    card = drivers.card(context.desk, driver_id)
    shown_list.show_lines(
        card.requirements, card.standing, lambda line: check_acts(context, shown_list, DRIVER, driver_id, line)
    )
    shown_list.show()
    press(shown_list, act_named(shown_list, f"Mostrar todos ({len(card.requirements)})").text())
    assert any("conferido em 01/12/2026 por Helena Prado" in text for text in texts(shown_list))
    text = next(line.requirement.text for line in card.requirements if line.requirement.code == CRIMINAL)
    press(shown_list, f"Ver 1 arquivo: {text}")
    seen = opened(context, SeenCheck)
    read = texts(seen)
    assert {"Aceito", "TJ 77", "certidão.pdf", "Helena Prado, em 01/12/2026"} <= set(read)
    press(seen, "Ver certidão.pdf")
    viewer = opened(context, FileViewer)
    assert isinstance(viewer.pages, PdfView)
    assert "Página 1 de 3" in texts(viewer)


def test_files_are_added_to_a_check_and_seen_at_once(
    context: UiContext, window: QWidget, driver_id: UUID, tmp_path: Path
) -> None:
    target = checked(context, driver_id)
    assert target.check_id is not None
    (requirement,) = [
        each for each in context.desk.law.requirements(DRIVER, context.desk.today) if each.code == CRIMINAL
    ]
    seen = SeenCheck(context, window, target.check_id, requirement)
    seen.reload()
    seen.open()
    assert context.tasks.wait_idle()
    assert "Nenhum arquivo anexado." in texts(seen)
    press(seen, "Anexar arquivo")
    dialog, form = form_opened(context, AttachForm)
    save(context, dialog)
    assert any("Nenhum arquivo escolhido" in text for text in texts(form))
    form.files.add_paths([written(tmp_path, "verso.jpg", files.jpeg())])
    save(context, dialog)
    assert context.tasks.wait_idle()
    assert "verso.jpg" in texts(seen)


def test_who_cannot_attach_is_told_whose_act_it_is(context: UiContext, qtbot: QtBot, driver_id: UUID) -> None:
    target = checked(context, driver_id)
    office.sign_in_as(context.desk, Role.INSPECTOR)
    section = AttachmentsSection(context)
    qtbot.addWidget(section)
    section.show_files(target, ())
    assert not section.attach_button.isEnabled()
    assert "Ato de" in section.attach_button.toolTip()
    section.show_files(target, (), "Processo encerrado.")
    assert section.attach_button.toolTip() == "Processo encerrado."


def width_of(view: PictureView) -> int:
    inside = view.widget()
    assert inside is not None
    return inside.sizeHint().width()


def test_a_picture_is_shown_whole_and_enlarged(context: UiContext, window: QWidget, driver_id: UUID) -> None:
    viewer = shown(context, window, checked(context, driver_id, NewFile("foto.png", files.png(3000, 200))))
    view = viewer.pages
    assert isinstance(view, PictureView)
    before = width_of(view)
    assert before <= view.viewport().width()
    activate(viewer)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert width_of(view) > before
    press(viewer, "Página inteira")
    assert width_of(view) == before


def test_a_copy_is_saved_as_it_came_with_the_right_ending(
    context: UiContext, window: QWidget, driver_id: UUID, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = shown(context, window, checked(context, driver_id, NewFile("foto.pdf.exe", files.png())))
    assert viewer.windowTitle() == "foto.pdf.exe.png"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "cópia.exe"), ""))
    viewer.save_button.click()
    assert (tmp_path / "cópia.exe.png").read_bytes() == files.png()
    viewer.save_as(tmp_path / "não existe" / "foto.png")
    assert "não pôde ser gravado" in " ".join(texts(opened(context, Prompt)))


def test_a_pdf_with_programs_is_shown_with_a_warning_and_saved_after_one(
    context: UiContext, window: QWidget, driver_id: UUID, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = files.pdf(catalog="/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>")
    viewer = shown(context, window, checked(context, driver_id, NewFile("nota.pdf", content)))
    assert any("comandos ou outros arquivos" in text for text in texts(viewer))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "nota.pdf"), ""))
    viewer.save_button.click()
    assert not (tmp_path / "nota.pdf").exists()
    press(opened(context, Prompt), "Salvar assim mesmo")
    assert (tmp_path / "nota.pdf").read_bytes() == content


def test_a_court_order_is_recorded_and_ended(context: UiContext, qtbot: QtBot, driver_id: UUID) -> None:
    section = ExemptionsSection(context)
    qtbot.addWidget(section)
    section.show()
    open_exemption(context, section, DRIVER, driver_id)
    dialog, form = form_opened(context, ExemptionForm)
    codes = [form.requirement.combo.itemText(index) for index in range(form.requirement.combo.count())]
    assert not any("axa anual" in text for text in codes)
    form.requirement.set_value(CRIMINAL)
    put(form, court_order="MS 1001234-56.2026.8.11.0037, 1ª Vara", valid_until="30/11/2026")
    save(context, dialog)
    assert any("termina antes de começar" in text for text in texts(form))
    put(form, valid_until="")
    save(context, dialog)
    section.show_lines(requirements.exemptions(context.desk, DRIVER, driver_id))
    assert "Em vigor" in texts(section)
    (line,) = requirements.exemptions(context.desk, DRIVER, driver_id)
    press(section, f"Encerrar a dispensa de {line.text}")
    give_reason(context, "Decisão revogada", "Encerrar")
    section.show_lines(requirements.exemptions(context.desk, DRIVER, driver_id))
    assert "Encerrada" in texts(section)
    assert any("Decisão revogada" in text for text in texts(section))
    assert windows(Prompt) == []
