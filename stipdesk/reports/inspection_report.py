"""The inspection report (laudo de vistoria, art. 18 IV and §1): every item of the checklist with its result."""

from stipdesk.domain.documents import InspectionReportData
from stipdesk.domain.text import format_date
from stipdesk.reports.flow import Flow, paginated
from stipdesk.reports.letterhead import MARGIN, WIDTH, signature_line
from stipdesk.reports.styles import BODY, BOLD, GOOD, GOOD_WASH, LABEL, SOFT, STOP, STOP_WASH, STRONG, Style

_ITEM, _RESULT, _NOTE = 82.0, 30.0, 50.0
_VERDICT = Style(13, BOLD)
_AGAIN = BODY.at(9.5)


def render_inspection_report(data: InspectionReportData) -> bytes:
    return paginated(lambda pages: _draw(data, pages))


def _draw(data: InspectionReportData, pages: int) -> Flow:
    flow = Flow(
        data.office, "LAUDO Nº", data.number, "Laudo de vistoria",
        "Inspeção veicular do STIP/PVA, Lei Municipal nº 2.054/2022, art. 18, IV e §§1º e 3º", pages,
    )  # fmt: skip
    _verdict(flow, data.approved)
    inspected_on = format_date(data.inspected_on)
    until = format_date(data.valid_until) if data.valid_until else ""
    flow.facts(("PLACA", data.plate, 2), ("VEÍCULO", data.vehicle, 5), ("VISTORIA EM", inspected_on, 2))
    flow.facts(("RENAVAM", data.renavam, 2), ("CHASSI", data.chassis, 5), ("VÁLIDA ATÉ", until, 2))
    flow.facts(("SELO", data.seal_number or "não emitido", 2), ("INSTITUIÇÃO", data.institution, 7))
    flow.y += 2
    if data.retest_of:
        flow.text("REPETIÇÃO DE VISTORIA", LABEL)
        flow.y += 0.8
        seen = (
            f"Só os itens reprovados no laudo {data.retest_of}, foram vistos de novo; os demais já estavam conformes."
        )
        flow.text(seen, _AGAIN)
        flow.y += 3
    _checklist(flow, data)
    if data.remarks:
        flow.y += 5
        flow.room(14)
        flow.text("OBSERVAÇÕES", LABEL)
        flow.y += 0.8
        flow.text(data.remarks, BODY.at(9.5))
    flow.room(30)
    flow.y += 15
    signature_line(
        flow.paper, MARGIN, flow.y, 100, data.inspector_name,
        f"Responsável pela vistoria · matrícula {data.inspector_registration}",
    )  # fmt: skip
    return flow


def _verdict(flow: Flow, approved: bool) -> None:
    word, colour, wash = ("APROVADO", GOOD, GOOD_WASH) if approved else ("REPROVADO", STOP, STOP_WASH)
    left, top = MARGIN + WIDTH - 42, flow.title_baseline - 8.4
    flow.paper.panel(left, top, 42, 11, fill=wash, radius=2)
    flow.paper.line(word, left, top + 7.2, _VERDICT.in_colour(colour), 42, "center")


def _checklist(flow: Flow, data: InspectionReportData) -> None:
    flow.row(("ITEM", LABEL, _ITEM), ("RESULTADO", LABEL, _RESULT), ("OBSERVAÇÃO", LABEL, _NOTE))
    flow.y += 0.6
    item, note = BODY.at(9), BODY.at(8.5).in_colour(SOFT)
    for line in data.lines:
        flow.room(5.6)
        flow.rule()
        flow.y += 1.2
        result, style = ("Conforme", item) if line.conforms else ("Não conforme", STRONG.at(9).in_colour(STOP))
        flow.row((line.item, item, _ITEM), (result, style, _RESULT), (line.note, note, _NOTE))
    flow.rule()
