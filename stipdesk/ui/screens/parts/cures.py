"""What is done about one missing requirement: the same act on its line of the checklist and as a step of the visit."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine, is_computed
from stipdesk.domain.standing import Standing
from stipdesk.services.access import Desk
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.parts.check_dialog import check_acts, open_check
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.parts.visit import Step
from stipdesk.ui.widgets.buttons import because, link

EDIT_ACTS = {SubjectKind.OPERATOR: Act.EDIT_OPERATOR, SubjectKind.DRIVER: Act.EDIT_DRIVER}


class Cures:
    """The cures of one register. `fields` are the requirements mended in the form, with the field where it is done."""

    def __init__(
        self,
        context: UiContext,
        owner: QWidget,
        kind: SubjectKind,
        fields: dict[str, str],
        edit: Callable[[str], object],
        pay: Callable[[], object],
    ) -> None:
        self._context = context
        self._owner = owner
        self._kind = kind
        self._fields = fields
        self._edit = edit
        self._pay = pay

    def acts(self, subject_id: UUID, line: RequirementLine) -> Sequence[QWidget]:
        """The links of a line of the checklist."""
        code = line.requirement.code
        if code == f"{self._kind}.fee":
            if not line.state.is_missing:
                return []
            paying = link("Registrar pagamento…", self._pay)
            because(paying, why_not(self._context.desk, Act.RECORD_FEE_PAYMENT))
            return [paying]
        if code in self._fields:
            made = link("Editar cadastro…", partial(self._edit, self._fields[code]))
            made.setAccessibleName(f"Editar cadastro: {line.requirement.text}")
            because(made, why_not(self._context.desk, EDIT_ACTS[self._kind]))
            return [made]
        return check_acts(self._context, self._owner, self._kind, subject_id, line)

    def steps(self, subject_id: UUID, lines: Iterable[RequirementLine]) -> list[Step]:
        """What to do about the missing lines, in the order of the visit: data, papers, then the fee."""
        missing = [line for line in lines if line.state.is_missing]
        found = (self._step(subject_id, line) for line in sorted(missing, key=self._order))
        return [step for step in found if step is not None]

    def _order(self, line: RequirementLine) -> int:
        code = line.requirement.code
        return 2 if code == f"{self._kind}.fee" else 0 if code in self._fields else 1

    def _step(self, subject_id: UUID, line: RequirementLine) -> Step | None:
        desk, requirement = self._context.desk, line.requirement
        if requirement.code == f"{self._kind}.fee":
            return Step("Registrar o pagamento da taxa", self._pay, why_not(desk, Act.RECORD_FEE_PAYMENT))
        if requirement.code in self._fields:
            edit = partial(self._edit, self._fields[requirement.code])
            return Step(f"Completar o cadastro: {requirement.text}", edit, why_not(desk, EDIT_ACTS[self._kind]))
        if is_computed(requirement):
            return None
        check = partial(open_check, self._context, self._owner, self._kind, subject_id, requirement)
        return Step(f"Conferir: {requirement.text}", check, why_not(desk, Act.CHECK_REQUIREMENT))


def needs_authorization(standing: Standing) -> bool:
    """Whether the CAA is what somebody with this standing comes for today: none, ended, provisional or ending."""
    codes = {finding.code for finding in standing.findings}
    return bool(codes & {"never", "expired", "unpaid", "extended", "provisional", "expiring"})


def lost_conditions(standing: Standing, lines: Iterable[RequirementLine]) -> list[RequirementLine]:
    """The missing requirements that the standing warns of during the term (art. 60)."""
    codes = {finding.code for finding in standing.findings}
    return [line for line in lines if line.state.is_missing and line.requirement.code in codes]


def why_not_print(desk: Desk, *, issued: bool) -> str:
    return why_not(desk, Act.PRINT_DOCUMENT) or ("" if issued else "Nenhum CAA emitido ainda.")
