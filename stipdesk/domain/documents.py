"""What the papers say: the frozen data from which `reports` draws each document, and nothing else.

A document is issued once. These dataclasses are stored as they were printed; a reprint draws nothing anew.
All texts are ready to be printed (accents and case as they should appear); all dates are legal dates.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from stipdesk.domain.registers import Addressee


class DocumentKind(StrEnum):
    SEAL = "seal"
    DRIVER_CERTIFICATE = "driver_certificate"
    OPERATOR_CERTIFICATE = "operator_certificate"
    INSPECTION_REPORT = "inspection_report"
    INFRACTION_NOTICE = "infraction_notice"
    APPLICATION_RECEIPT = "application_receipt"
    CHECKLIST = "checklist"
    REQUISITION = "requisition"
    REFUSAL = "refusal"
    EXTENSION_DECLARATION = "extension_declaration"
    REGULAR_STATEMENT = "regular_statement"
    IRREGULAR_SHEET = "irregular_sheet"
    MEASURE_OPENING = "measure_opening"
    MEASURE_DECISION = "measure_decision"
    MEASURE_END = "measure_end"
    COMMUNICATION = "communication"
    WORK_LIST = "work_list"


@dataclass(frozen=True, slots=True)
class OfficeHeader:
    """The office as every paper names it; contacts as art. 18 §3 V demands. `logo` is PNG or JPEG bytes."""

    municipality: str
    unit: str
    address: str
    ouvidoria_contact: str
    ciretran_contact: str
    coordinator_title: str
    logo: bytes | None = None


@dataclass(frozen=True, slots=True)
class SealData:
    """The windshield seal (art. 18 §3 I-V). `qr_text` is the signed address, `check_code` confirms it by telephone."""

    office: OfficeHeader
    number: str
    plate: str
    inspected_on: date
    valid_until: date
    inspector_name: str
    inspector_registration: str
    qr_text: str
    check_code: str
    inspector_signature: bytes | None = None


@dataclass(frozen=True, slots=True)
class CertificateVehicle:
    plate: str
    description: str


@dataclass(frozen=True, slots=True)
class DriverCertificateData:
    """The driver's CAA (arts. 14-17). `cpf_masked` hides the first three and the last two digits.

    The validity of the licence is absent only when a court took that requirement away.
    """

    office: OfficeHeader
    number: str
    name: str
    cpf_masked: str
    license_category: str
    license_valid_until: date | None
    issued_on: date
    valid_until: date
    last_timely_renewal: date
    fee_paid_on: date
    vehicles: tuple[CertificateVehicle, ...]
    operators: tuple[str, ...]
    qr_text: str
    check_code: str
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class OperatorCertificateData:
    """The operator's CAA (arts. 9-12), with the five-year clause of art. 62."""

    office: OfficeHeader
    number: str
    legal_name: str
    cnpj: str
    app_name: str
    municipal_registration: str
    address: str
    issued_on: date
    valid_until: date
    last_timely_renewal: date
    fee_paid_on: date
    qr_text: str
    check_code: str


@dataclass(frozen=True, slots=True)
class InspectionLine:
    item: str
    conforms: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class InspectionReportData:
    """The inspection report (laudo): every item of the checklist with its result.

    `retest_of` names the report whose failed items this one repeats: then `lines` are only those.
    """

    office: OfficeHeader
    number: str
    plate: str
    vehicle: str
    renavam: str
    chassis: str
    inspected_on: date
    approved: bool
    valid_until: date | None
    institution: str
    inspector_name: str
    inspector_registration: str
    lines: tuple[InspectionLine, ...]
    remarks: str
    seal_number: str | None
    retest_of: str = ""


@dataclass(frozen=True, slots=True)
class InfractionNoticeData:
    """The auto de infração: the seven items of art. 37 §1 for a driver, the six of §5 for an operator.

    `plate` and `vehicle` are empty for an operator, `addressee_caa` for whoever has none. `unidentified_reason` is
    art. 37 §3; then `addressed_to` is the vehicle's registrant (§4). `defense_text` says the term in words;
    `reckoning` how it was counted, line by line.
    """

    office: OfficeHeader
    number: str
    addressee: Addressee
    addressed_to: str
    addressee_document: str
    addressee_caa: str
    conduct_code: str
    conduct_text: str
    legal_basis: str
    group_label: str
    upf_range: str
    occurred_at: datetime
    place: str
    plate: str
    vehicle: str
    facts: str
    unidentified_reason: str
    defense_text: str
    reckoning: tuple[str, ...]
    agent_name: str
    agent_registration: str
    served_text: str
    qr_text: str
    check_code: str


class Verdict(StrEnum):
    """What the eye takes from a letter before it reads: the colour of its one word."""

    GOOD = "good"
    CARE = "care"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class LetterTable:
    """`columns` are captions with their share of the width; every row has as many cells."""

    columns: tuple[tuple[str, float], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LetterSection:
    """Paragraphs under a heading (none when it is empty), then a table if there is one."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    table: LetterTable | None = None


@dataclass(frozen=True, slots=True)
class LetterText:
    """What a letter says. `facts` are lines of (label, value, share of the line).

    `signers` are lines to sign on, each with the captions under it; `verdict` is the one word beside the title.
    """

    title: str
    subtitle: str
    facts: tuple[tuple[tuple[str, str, float], ...], ...] = ()
    sections: tuple[LetterSection, ...] = ()
    signers: tuple[tuple[str, ...], ...] = ()
    verdict: tuple[str, Verdict] | None = None


@dataclass(frozen=True, slots=True)
class LetterData:
    """Any paper made of text: receipt, requisition, decision, declaration, list.

    `qr_text` and `check_code` are empty on a letter that proves nothing by itself. `closing` is the place and date.
    """

    office: OfficeHeader
    number_label: str
    number: str
    text: LetterText
    closing: str
    qr_text: str = ""
    check_code: str = ""


DocumentData = (
    SealData
    | DriverCertificateData
    | OperatorCertificateData
    | InspectionReportData
    | InfractionNoticeData
    | LetterData
)
