"""The work that waits, as lists: each line says who, what, by which article, until or since when, and how to cure it.

SQL narrows by dates; whether a line belongs to its list is asked of the same rules that the cards show.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from enum import StrEnum

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import work_requests, work_terms
from stipdesk.services.access import Desk
from stipdesk.services.work_lines import Reading
from stipdesk.services.work_lines import WorkLine as WorkLine


class WorkList(StrEnum):
    """In the order in which the desk looks at them: what waits for the office first, then what is about to end."""

    DECISIONS = "decisions"
    ISSUE_LATE = "issue_late"
    ISSUE_SOON = "issue_soon"
    PROVISIONAL = "provisional"
    PAYMENT = "payment"
    REQUISITIONS = "requisitions"
    TO_REVOKE = "to_revoke"
    REVERSALS = "reversals"
    COMMUNICATIONS = "communications"
    DRIVER_CAA = "driver_caa"
    OPERATOR_CAA = "operator_caa"
    SEALS = "seals"
    CONDITIONAL = "conditional"
    CONDITIONAL_LAPSED = "conditional_lapsed"
    DISPUTED = "disputed"


TITLES: Mapping[WorkList, str] = {
    WorkList.DECISIONS: "Decisões à espera de outra pessoa",
    WorkList.ISSUE_LATE: "Requerimentos além dos 30 dias",
    WorkList.ISSUE_SOON: "Requerimentos perto dos 30 dias",
    WorkList.PROVISIONAL: "CAA provisórios a vencer",
    WorkList.PAYMENT: "Aguardando pagamento",
    WorkList.REQUISITIONS: "Exigências sem resposta",
    WorkList.TO_REVOKE: "Suspensões a revogar",
    WorkList.REVERSALS: "Reversões de suspensão",
    WorkList.COMMUNICATIONS: "Comunicados por enviar",
    WorkList.DRIVER_CAA: "CAA de prestadores a vencer",
    WorkList.OPERATOR_CAA: "CAA de operadoras a vencer",
    WorkList.SEALS: "Selos a vencer",
    WorkList.CONDITIONAL: "Veículos condicionais a vencer",
    WorkList.CONDITIONAL_LAPSED: "Veículos condicionais bloqueados",
    WorkList.DISPUTED: "Veículos com cadastro em dúvida",
}
EXPLANATIONS: Mapping[WorkList, str] = {
    WorkList.DECISIONS: "O que alguém propôs e outra pessoa precisa aprovar ou devolver.",
    WorkList.ISSUE_LATE: "Tudo apresentado há mais de 30 dias sem decisão da CMTU (arts. 11 e 16).",
    WorkList.ISSUE_SOON: "Tudo apresentado, com o prazo da CMTU perto do fim (arts. 11 e 16).",
    WorkList.PROVISIONAL: "O CAA provisório vale 30 dias do pagamento e não se prorroga sozinho (art. 16, § 1º).",
    WorkList.PAYMENT: "Só falta a taxa, ou o pagamento foi estornado: nenhum CAA vale sem ela (art. 16, § 2º).",
    WorkList.REQUISITIONS: "O que foi pedido ao interessado e ele ainda não trouxe, do mais antigo ao mais novo.",
    WorkList.TO_REVOKE: "Sem reversão pedida ou comprovada a tempo: pedem o ato de revogação (art. 40).",
    WorkList.REVERSALS: "Pedidos de reversão por decidir e prazos perto do fim (art. 39).",
    WorkList.COMMUNICATIONS: "Medidas que as operadoras ainda não souberam (arts. 33 e 34).",
    WorkList.DRIVER_CAA: "Quem pede a renovação até 30 dias antes do fim continua com o CAA em vigor (art. 17).",
    WorkList.OPERATOR_CAA: "Quem pede a renovação até 30 dias antes do fim continua com o CAA em vigor (art. 12).",
    WorkList.SEALS: "O último selo do veículo vence nos próximos dias (art. 18, § 3º).",
    WorkList.CONDITIONAL: "Cadastrados sem vistoria, perto do fim dos 30 dias (art. 19, § 1º).",
    WorkList.CONDITIONAL_LAPSED: "Os 30 dias acabaram sem vistoria: reabrem com a prova dela (art. 19, § 1º).",
    WorkList.DISPUTED: "O mesmo veículo em dois cadastros, ou um dono que o CRLV não confirma (art. 19, § 2º).",
}


def lines(desk: Desk, which: WorkList) -> tuple[WorkLine, ...]:
    """Everything on one list today, the most urgent first."""
    with desk.reading() as session:
        found = _READERS[which](Reading(desk, session))
        return tuple(sorted(found, key=lambda line: (line.day or date.max, line.who, line.document)))


def counts(desk: Desk, which: Iterable[WorkList] = WorkList) -> dict[WorkList, int]:
    """How many lines each list has, as `lines` would bring them."""
    with desk.reading() as session:
        reading = Reading(desk, session)
        return {each: sum(1 for _ in _READERS[each](reading)) for each in which}


_READERS: Mapping[WorkList, Callable[[Reading], Iterator[WorkLine]]] = {
    WorkList.DECISIONS: work_requests.decisions,
    WorkList.ISSUE_LATE: work_requests.issue_late,
    WorkList.ISSUE_SOON: work_requests.issue_soon,
    WorkList.PROVISIONAL: work_terms.provisional,
    WorkList.PAYMENT: work_requests.payment,
    WorkList.REQUISITIONS: work_requests.requisitions,
    WorkList.TO_REVOKE: work_requests.to_revoke,
    WorkList.REVERSALS: work_requests.reversals,
    WorkList.COMMUNICATIONS: work_requests.communications,
    WorkList.DRIVER_CAA: work_terms.expiring(SubjectKind.DRIVER),
    WorkList.OPERATOR_CAA: work_terms.expiring(SubjectKind.OPERATOR),
    WorkList.SEALS: work_terms.seals,
    WorkList.CONDITIONAL: work_terms.conditional("conditional"),
    WorkList.CONDITIONAL_LAPSED: work_terms.conditional("conditional_lapsed"),
    WorkList.DISPUTED: work_requests.disputed,
}
