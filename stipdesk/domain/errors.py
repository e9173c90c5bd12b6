"""What can go wrong at the desk, sorted by who can cure it.

The user's errors (`InvalidValue`, `FieldErrors`, `Refused`, `Conflict`, `NotAllowed`) say what is wrong
and how to cure it, in Portuguese, with the article when the law is the reason. The environment's errors
(`EnvironmentFault`) say what happened, what was kept and what to do. Anything else that is raised is ours:
a bug, logged and reported, never swallowed.
"""

from dataclasses import dataclass
from uuid import UUID


class DeskError(Exception):
    """Base of every error that is meant to be read by a person; `str(error)` is the whole text in Portuguese."""


class InvalidValue(DeskError):
    """A text that cannot become the value it should be; raised by the `parse` of every domain type."""

    def __init__(self, message: str, remedy: str = "", *, suggestion: str | None = None) -> None:
        super().__init__(f"{message} {remedy}".strip())
        self.message = message
        self.remedy = remedy
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One field that cannot be saved as it is; `field` is the name in the command's dataclass."""

    field: str
    message: str
    remedy: str = ""
    article: str = ""

    def __str__(self) -> str:
        article = f" ({self.article})" if self.article else ""
        return f"{self.message}{article} {self.remedy}".strip()


class FieldErrors(DeskError):
    """A command whose fields contradict one another or what is stored; nothing was written."""

    def __init__(self, *problems: FieldProblem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an act is refused or a holder is irregular: the article it rests on and the way to cure it."""

    code: str
    text: str
    article: str
    cure: str = ""


class Refused(DeskError):
    """An act the law or the state of the records does not allow now; nothing was written."""

    def __init__(self, message: str, *reasons: Reason) -> None:
        lines = [message, *(f"• {reason.text} ({reason.article}). {reason.cure}".rstrip() for reason in reasons)]
        super().__init__("\n".join(lines))
        self.message = message
        self.reasons = reasons


class NotAllowed(DeskError):
    """The signed-in user does not hold the permission of the act (Lei 2.054/2022, arts. 5, 6 and 28)."""


@dataclass(frozen=True, slots=True)
class FieldConflict:
    """One field that two people changed: what was there, what is there now and what this person typed."""

    field: str
    before: str
    theirs: str
    mine: str


class Conflict(DeskError):
    """Someone else saved this record after it was opened; nothing of this save was written.

    `version` is the version now stored: saving again with it, after the person decided field by field, succeeds.
    """

    def __init__(self, subject_id: UUID, version: int, author: str, fields: tuple[FieldConflict, ...]) -> None:
        super().__init__(f"{author} alterou este cadastro depois que você o abriu. Nada do que você digitou se perdeu.")
        self.subject_id = subject_id
        self.version = version
        self.author = author
        self.fields = fields


class Duplicate(DeskError):
    """A document, plate or number that another active record already holds; `subject_id` opens that record."""

    def __init__(self, field: str, message: str, subject_id: UUID) -> None:
        super().__init__(message)
        self.field = field
        self.subject_id = subject_id


class EnvironmentFault(DeskError):
    """The machine, the disk, the network or the database failed: what happened, what was kept, what to do."""

    def __init__(self, happened: str, kept: str, remedy: str) -> None:
        super().__init__(f"{happened} {kept} {remedy}".strip())
        self.happened = happened
        self.kept = kept
        self.remedy = remedy
