"""Files brought by citizens: what is accepted, how it is kept, and that it comes back as it came."""

import io
from uuid import UUID, uuid4

import pypdf
import pytest
from sqlalchemy import func, select, update

from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.files import MediaType
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import AttachedFile, Attachment
from stipdesk.services import attachments, checking, drivers, file_content, requirements
from stipdesk.services.access import Desk
from stipdesk.services.attachments import FileTarget, NewFile
from stipdesk.services.requirements import CheckRequirement
from tests import files, office
from tests.stored import refusal

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


def checked(desk: Desk, *brought: NewFile) -> FileTarget:
    """A certificate that was checked, with these copies."""
    driver_id = drivers.register(desk, office.DRIVER)
    command = CheckRequirement(
        SubjectKind.DRIVER, driver_id, "driver.criminal_certificate", accepted=True, issued_on=desk.today, files=brought
    )
    return FileTarget(check_id=requirements.check_requirement(desk, command))


def locked_pdf(password: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(files.pdf()))
    writer.encrypt(password, "dono", algorithm="RC4-128")
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def chunks(desk: Desk) -> int:
    with desk.reading() as session:
        return session.scalar(select(func.count()).select_from(Attachment)) or 0


@pytest.mark.parametrize(
    ("name", "content", "shown", "media_type"),
    [
        ("certidão.pdf", files.pdf(3), "certidão.pdf", MediaType.PDF),
        ("foto.jpg", files.jpeg(), "foto.jpg", MediaType.JPEG),
        ("digitalizado.pdf", files.png(), "digitalizado.png", MediaType.PNG),
        ("C:\\Users\\x\\rg\u202efdp.exe\n.pdf", files.pdf(), "rgfdp.exe.pdf", MediaType.PDF),
    ],
)
def test_a_file_comes_back_as_it_came(desk: Desk, name: str, content: bytes, shown: str, media_type: MediaType) -> None:
    target = checked(desk)
    (file_id,) = attachments.attach(desk, target, [NewFile(name, content)])
    (line,) = attachments.files_of(desk, target)
    assert (line.file_id, line.name, line.media_type, line.size) == (file_id, shown, media_type, len(content))
    assert (line.attached_on, line.attached_by, line.target) == (desk.today, "Helena Prado", target)
    opened = attachments.view(desk, file_id)
    assert (opened.line, opened.content, opened.active) == (line, content, False)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("certidão.pdf", files.EXECUTABLE, "não é PDF, JPEG nem PNG"),
        ("foto.jpg", files.jpeg(200, 200)[:-60], "JPEG está incompleta ou danificada"),
        ("foto.png", files.png()[:-30], "PNG está incompleta ou danificada"),
        ("vazio.pdf", b"", "vazio (0 bytes)"),
        ("grande.pdf", files.pdf() + bytes(file_content.SIZE_LIMIT), "cabem 10 MB"),
        ("cortado.pdf", files.pdf(40)[:1500], "falta o fim do arquivo"),
        ("lixo.pdf", b"%PDF-1.7\nlixo\n%%EOF", "danificado e não abre"),
        ("senha.pdf", locked_pdf("segredo"), "protegido por senha"),
        ("longo.pdf", files.pdf(501), "tem 501 páginas"),
        ("enorme.pdf", files.pdf(side=90_000), "página de tamanho impossível"),
        ("bomba.png", files.png_that_says(30_000, 30_000), "mais pontos do que se pode mostrar"),
        ("bomba.png", files.png_that_says(9_000, 9_000), "mais pontos do que se pode mostrar"),
        ("animada.gif", b"GIF89a" + bytes(100), "não é PDF, JPEG nem PNG"),
    ],
)
@sqlite_only
def test_what_is_not_accepted_is_named_and_nothing_is_kept(desk: Desk, name: str, content: bytes, said: str) -> None:
    target = checked(desk)
    good = NewFile("boa.png", files.png())
    with refusal(desk, FieldErrors) as raised:
        attachments.attach(desk, target, [good, NewFile(name, content)])
    (problem,) = raised.value.problems
    assert problem.field == "files"
    assert f"“{name}”" in problem.message
    assert said in problem.message
    assert problem.remedy


@sqlite_only
def test_a_pdf_that_opens_without_a_password_is_taken(desk: Desk) -> None:
    content = locked_pdf("")
    (file_id,) = attachments.attach(desk, checked(desk), [NewFile("nota.pdf", content)])
    assert attachments.view(desk, file_id).content == content


@sqlite_only
@pytest.mark.parametrize(
    "catalog",
    [
        "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>",
        "/Names << /J#61vaScript << /Names [(a) << /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>] >> >>",
        "/OpenAction << /S /Launch /F (calc.exe) >>",
    ],
)
def test_a_pdf_with_programs_is_kept_and_marked(desk: Desk, catalog: str) -> None:
    content = files.pdf(catalog=catalog)
    (file_id,) = attachments.attach(desk, checked(desk), [NewFile("nota.pdf", content)])
    opened = attachments.view(desk, file_id)
    assert opened.active
    assert opened.content == content


def test_the_same_file_is_kept_once(desk: Desk) -> None:
    content = files.pdf(text="x" * 1_200_000)  # three chunks
    file = NewFile("certidão.pdf", content)
    target = checked(desk, file)
    kept = chunks(desk)
    assert kept == 3
    command = CheckRequirement(
        SubjectKind.DRIVER, drivers.register(desk, office.another_driver(1)), "driver.criminal_certificate",
        accepted=True, issued_on=desk.today, files=(NewFile("outra.pdf", content),),
    )  # fmt: skip
    other = FileTarget(check_id=requirements.check_requirement(desk, command))
    assert chunks(desk) == kept
    ours, theirs = attachments.files_of(desk, target, other)
    assert (ours.name, theirs.name) == ("certidão.pdf", "outra.pdf")
    assert attachments.view(desk, theirs.file_id).content == content
    with refusal(desk, FieldErrors) as raised:
        attachments.attach(desk, target, [NewFile("cópia.pdf", content)])
    assert "mesmo arquivo que “certidão.pdf”" in str(raised.value)
    with refusal(desk, FieldErrors):
        attachments.attach(desk, target, [NewFile("a.png", files.png()), NewFile("b.png", files.png())])


def damage(desk: Desk) -> None:
    with desk.database.writing() as session:
        session.execute(update(Attachment).where(Attachment.chunk == 0).values(content=b"%PDF-outro"))


def test_a_damaged_file_is_never_shown(desk: Desk) -> None:
    content = files.pdf()
    target = checked(desk, NewFile("certidão.pdf", content))
    (line,) = attachments.files_of(desk, target)
    damage(desk)
    with refusal(desk, Refused) as raised:
        attachments.view(desk, line.file_id)
    assert "“certidão.pdf”: seu conteúdo foi alterado" in str(raised.value)
    command = CheckRequirement(
        SubjectKind.DRIVER, drivers.register(desk, office.another_driver(1)), "driver.criminal_certificate",
        accepted=True, issued_on=desk.today, files=(NewFile("a.pdf", content),),
    )  # fmt: skip
    with refusal(desk, Refused):  # it cannot be kept again under the same name
        requirements.check_requirement(desk, command)
    assert [finding.area for finding in checking.check(desk)] == [checking.CheckArea.DOCUMENTS]


@sqlite_only
def test_a_file_that_is_not_there_is_told(desk: Desk) -> None:
    with refusal(desk, Refused):
        attachments.view(desk, uuid4())
    for target in (
        FileTarget(check_id=uuid4()), FileTarget(application_id=uuid4()), FileTarget(measure_id=uuid4()),
    ):  # fmt: skip
        with refusal(desk, Refused):
            attachments.attach(desk, target, [NewFile("a.pdf", files.pdf())])
    target = checked(desk)
    with refusal(desk, FieldErrors):
        attachments.attach(desk, target, [])


@sqlite_only
def test_so_many_files_and_no_more(desk: Desk) -> None:
    brought = [NewFile(f"{width}.png", files.png(width)) for width in range(1, attachments.MOST_FILES + 2)]
    target = checked(desk, *brought[:-1])
    assert len(attachments.files_of(desk, target)) == attachments.MOST_FILES
    with refusal(desk, FieldErrors):
        attachments.attach(desk, target, brought[-1:])


def attached_rows(desk: Desk) -> list[UUID]:
    with desk.reading() as session:
        return list(session.scalars(select(AttachedFile.id)))


@sqlite_only
def test_a_check_that_is_refused_keeps_no_file(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    command = CheckRequirement(
        SubjectKind.DRIVER, driver_id, "driver.criminal_certificate", accepted=True, files=(NewFile("a.pdf", b"x"),)
    )
    with refusal(desk, FieldErrors):
        requirements.check_requirement(desk, command)
    assert attached_rows(desk) == []


@sqlite_only
def test_who_is_not_of_the_desk_attaches_nothing(desk: Desk) -> None:
    target = checked(desk)
    office.sign_in_as(desk, Role.INSPECTOR)
    with refusal(desk, NotAllowed):
        attachments.attach(desk, target, [NewFile("a.pdf", files.pdf())])
