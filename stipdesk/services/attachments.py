"""Files brought by citizens: judged by their content, kept once by their SHA-256, never executed."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.errors import FieldErrors, FieldProblem, InvalidValue, Refused
from stipdesk.domain.files import MediaType, safe_name
from stipdesk.domain.permissions import Act
from stipdesk.domain.text import tidy
from stipdesk.models import Application, AttachedFile, Attachment, MeasureRow, RequirementCheck
from stipdesk.services import file_content
from stipdesk.services.access import Desk
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import office as office_queries
from stipdesk.store.queries import papers
from stipdesk.store.unit_of_work import UnitOfWork

MOST_FILES = 20
_CHUNK = 512 * 1024
_FIELD = "files"


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file as it was chosen; `name` is the user's own and proves nothing."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class FileTarget:
    """What files are brought for: exactly one of these."""

    check_id: UUID | None = None
    application_id: UUID | None = None
    measure_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file as a card lists it; `attached_by` is the person's name."""

    file_id: UUID
    name: str
    media_type: MediaType
    size: int
    attached_on: date
    attached_by: str
    target: FileTarget


@dataclass(frozen=True, slots=True)
class FileView:
    """A file opened: its bytes are those that came. `active` warns that another program might run what is inside."""

    line: FileLine
    content: bytes
    active: bool


def judge(file: NewFile) -> MediaType:
    """What the file is, by its content. Raises `InvalidValue`, which names it, for one that is not accepted."""
    try:
        return file_content.judge(file.content)
    except InvalidValue as error:
        name = tidy(file.name) or "sem nome"
        raise InvalidValue(f"“{name}”: {error.message}", error.remedy) from error


def attach(desk: Desk, target: FileTarget, files: Sequence[NewFile]) -> tuple[UUID, ...]:
    """Add files to a check, an application or a measure. Raises `FieldErrors` that name each file not accepted."""
    with desk.act(Act.ATTACH_FILE) as work:
        if not files:
            raise FieldErrors(FieldProblem(_FIELD, "Nenhum arquivo escolhido.", "Escolha um PDF, JPEG ou PNG."))
        owner: Application | MeasureRow | RequirementCheck
        if target.application_id is not None:
            owner = work.get(Application, target.application_id)
        elif target.measure_id is not None:
            owner = work.get(MeasureRow, target.measure_id)
        else:
            assert target.check_id is not None, "a file is brought for something"
            owner = work.get(RequirementCheck, target.check_id)
        rows = attach_in(desk, work, target, files)
        work.touch(owner)  # whoever has it open sees the file
        return tuple(row.id for row in rows)


def attach_in(desk: Desk, work: UnitOfWork, target: FileTarget, files: Sequence[NewFile]) -> list[AttachedFile]:
    """`attach` inside another act, in its transaction."""
    assert desk.actor is not None
    accepted = _accepted(work.session, target, files)
    return [
        work.add(
            AttachedFile(
                check_id=target.check_id,
                application_id=target.application_id,
                measure_id=target.measure_id,
                name=safe_name(file.name, media_type),
                media_type=media_type,
                size=len(file.content),
                sha256=keep(work, file.content, media_type),
                attached_on=desk.today,
                attached_by=desk.actor.user_id,
            )
        )
        for file, media_type in accepted
    ]


def files_of(desk: Desk, *targets: FileTarget) -> tuple[FileLine, ...]:
    """The files brought for any of these, in the order they came."""
    with desk.reading() as session:
        return lines(session, targets)


def lines(session: Session, targets: Iterable[FileTarget]) -> tuple[FileLine, ...]:
    """`files_of` inside another reading."""
    wanted = list(targets)
    rows = queries.files_of(
        session,
        checks=[each.check_id for each in wanted if each.check_id is not None],
        applications=[each.application_id for each in wanted if each.application_id is not None],
        measures=[each.measure_id for each in wanted if each.measure_id is not None],
    )
    names = office_queries.user_names(session, [row.attached_by for row in rows])
    return tuple(_line(row, names[row.attached_by]) for row in rows)


def view(desk: Desk, file_id: UUID) -> FileView:
    """The file, proved to be what was brought. Raises `Refused` when it is damaged or not in this database."""
    with desk.reading() as session:
        row = session.get(AttachedFile, file_id)
        if row is None:
            raise Refused("O arquivo indicado não existe neste banco de dados.")
        names = office_queries.user_names(session, [row.attached_by])
        content = kept(session, row.sha256, f"O arquivo “{row.name}”")
        return FileView(_line(row, names[row.attached_by]), content, file_content.is_active(content))


def keep(work: UnitOfWork, content: bytes, media_type: MediaType) -> str:
    """Store the bytes in chunks, once whatever the number of rows that name them, and return their SHA-256."""
    sha256 = hashlib.sha256(content).hexdigest()
    work.session.flush()
    if work.session.get(Attachment, (sha256, 0)) is not None:
        # What is damaged cannot be written again under the same name: better to know it while the paper is at hand.
        kept(work.session, sha256, "Um arquivo igual a este já estava guardado")
        return sha256
    for chunk, start in enumerate(range(0, len(content), _CHUNK)):
        work.add(Attachment(sha256=sha256, chunk=chunk, media_type=media_type, content=content[start : start + _CHUNK]))
    return sha256


def kept(session: Session, sha256: str, what: str) -> bytes:
    """The bytes kept under a SHA-256. Raises `Refused`, beginning with `what`, when they are not those."""
    content = papers.attachment(session, sha256)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise Refused(f"{what}: seu conteúdo foi alterado ou não está neste banco de dados. Avise o administrador.")
    return content


def _accepted(session: Session, target: FileTarget, files: Sequence[NewFile]) -> list[tuple[NewFile, MediaType]]:
    already = {row.sha256: row.name for row in _rows(session, target)}
    problems = []
    accepted = []
    if len(already) + len(files) > MOST_FILES:
        text = f"Cabem {MOST_FILES} arquivos aqui, contando os que já estão."
        problems.append(FieldProblem(_FIELD, text, "Junte as páginas em um PDF."))
    for file in files:
        sha256 = hashlib.sha256(file.content).hexdigest()
        if sha256 in already:
            text = f"“{tidy(file.name)}” é o mesmo arquivo que “{already[sha256]}”."
            problems.append(FieldProblem(_FIELD, text, "Retire um dos dois."))
            continue
        already[sha256] = tidy(file.name)
        try:
            accepted.append((file, judge(file)))
        except InvalidValue as error:
            problems.append(FieldProblem(_FIELD, error.message, error.remedy))
    if problems:
        raise FieldErrors(*problems)
    return accepted


def _rows(session: Session, target: FileTarget) -> Sequence[AttachedFile]:
    return queries.files_of(
        session,
        checks=[target.check_id] if target.check_id is not None else [],
        applications=[target.application_id] if target.application_id is not None else [],
        measures=[target.measure_id] if target.measure_id is not None else [],
    )


def _line(row: AttachedFile, attached_by: str) -> FileLine:
    target = FileTarget(row.check_id, row.application_id, row.measure_id)
    return FileLine(row.id, row.name, MediaType(row.media_type), row.size, row.attached_on, attached_by, target)
