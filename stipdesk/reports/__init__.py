"""Document data in, PDF bytes out. ReportLab and qrcode are imported when the first paper is drawn, not at start-up."""

from collections.abc import Sequence

from stipdesk.domain.documents import (
    DocumentData,
    DriverCertificateData,
    InfractionNoticeData,
    InspectionReportData,
    LetterData,
    OperatorCertificateData,
    SealData,
)


def render(data: DocumentData) -> bytes:
    """The PDF of one document; the same data give the same bytes.

    Raises `EnvironmentFault` when the typeface is missing and `InvalidValue` when a logo or signature is no image.
    """
    match data:
        case SealData():
            from stipdesk.reports.seal import render_seal

            return render_seal(data)
        case DriverCertificateData():
            from stipdesk.reports.certificate import render_driver_certificate

            return render_driver_certificate(data)
        case OperatorCertificateData():
            from stipdesk.reports.certificate import render_operator_certificate

            return render_operator_certificate(data)
        case InspectionReportData():
            from stipdesk.reports.inspection_report import render_inspection_report

            return render_inspection_report(data)
        case InfractionNoticeData():
            from stipdesk.reports.infraction_notice import render_infraction_notice

            return render_infraction_notice(data)
        case LetterData():
            from stipdesk.reports.letter import render_letter

            return render_letter(data)


def render_seal_sheets(seals: Sequence[SealData], start_position: int = 1) -> bytes:
    """A4 sheets of eight labels; `start_position`, 1 to 8, is the first unused label of the first sheet."""
    from stipdesk.reports import seal

    return seal.render_seal_sheets(seals, start_position)
