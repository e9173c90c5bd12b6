"""The Portuguese of the window: how the domain's values are called. (Acronyms are in `ui.acronyms`.)"""

from collections.abc import Mapping
from enum import StrEnum

from stipdesk.domain.applications import ApplicationChannel, ApplicationDecision, ApplicationKind, ApplicationState
from stipdesk.domain.calendar import KIND_LABELS, DeadlineUnit, HolidayKind, YearRule
from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.documents import DocumentKind, Verdict
from stipdesk.domain.files import MediaType
from stipdesk.domain.infraction import CaaSituation
from stipdesk.domain.legal import EvidenceKind, Party, Unit
from stipdesk.domain.measures import MeasureEnding, MeasureKind, MeasureState, MeasureStep
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import (
    Addressee,
    AuthorizationKind,
    Establishment,
    Fuel,
    SealRecovery,
    ServiceCategory,
    SubjectKind,
    UseTitleKind,
)
from stipdesk.domain.requirements import RequirementState
from stipdesk.domain.standing import StandingState
from stipdesk.settings import Theme
from stipdesk.ui.palette import Tone

STATES = (
    "AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA", "PB", "PE", "PI", "PR", "RJ",
    "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO",
)  # fmt: skip

# By class first: members of two classes with the same value are equal, and so would be one key.
LABELS: Mapping[type[StrEnum], Mapping[str, str]] = {
    Act: {
        Act.SET_UP_OFFICE: "Primeira configuração",
        Act.EDIT_OFFICE: "Alteração dos dados do órgão",
        Act.SET_PARAMETER: "Valor definido pelo órgão",
        Act.EDIT_CALENDAR: "Alteração do calendário",
        Act.CREATE_USER: "Cadastro de usuário",
        Act.EDIT_USER: "Alteração de usuário",
        Act.CHANGE_PASSWORD: "Troca de senha",
        Act.SIGN_IN: "Entrada no sistema",
        Act.REGISTER_OPERATOR: "Cadastro de operadora",
        Act.EDIT_OPERATOR: "Alteração de operadora",
        Act.WITHDRAW_OPERATOR: "Baixa de operadora",
        Act.REGISTER_DRIVER: "Cadastro de prestador",
        Act.EDIT_DRIVER: "Alteração de prestador",
        Act.WITHDRAW_DRIVER: "Baixa de prestador",
        Act.REGISTER_VEHICLE: "Cadastro de veículo",
        Act.EDIT_VEHICLE: "Alteração de veículo",
        Act.WITHDRAW_VEHICLE: "Baixa de veículo",
        Act.LINK_OPERATOR: "Vínculo com operadora",
        Act.LINK_VEHICLE: "Vínculo com veículo",
        Act.CHECK_REQUIREMENT: "Conferência de requisito",
        Act.RECORD_FEE_PAYMENT: "Registro de pagamento",
        Act.RECORD_INSPECTION: "Vistoria",
        Act.VOID_SEAL: "Cancelamento de selo",
        Act.ISSUE_AUTHORIZATION: "Emissão de CAA",
        Act.VOID_AUTHORIZATION: "Anulação de CAA",
        Act.DRAW_UP_INFRACTION: "Lavratura de auto de infração",
        Act.CANCEL_INFRACTION: "Cancelamento de auto de infração",
        Act.PRINT_DOCUMENT: "Impressão de documento",
        Act.FILE_APPLICATION: "Protocolo de requerimento",
        Act.WITHDRAW_APPLICATION: "Desistência de requerimento",
        Act.CONCLUDE_APPLICATION: "Conclusão de requerimento",
        Act.ISSUE_REQUISITION: "Exigência",
        Act.ANSWER_REQUISITION: "Cumprimento de exigência",
        Act.PROPOSE_REFUSAL: "Proposta de indeferimento",
        Act.REFUSE_APPLICATION: "Decisão sobre indeferimento",
        Act.ATTACH_FILE: "Anexo de arquivo",
        Act.EXEMPT_REQUIREMENT: "Dispensa de requisito por ordem judicial",
        Act.PROPOSE_WAIVER: "Proposta de dispensa de taxa",
        Act.WAIVE_FEE: "Decisão sobre dispensa de taxa",
        Act.REVERSE_PAYMENT: "Estorno de pagamento",
        Act.ISSUE_PROVISIONAL: "Emissão de CAA provisório",
        Act.ISSUE_STATEMENT: "Declaração de situação",
        Act.CHANGE_PLATE: "Troca de placa",
        Act.REPLACE_VEHICLE: "Troca de veículo",
        Act.OPEN_MEASURE: "Abertura de processo",
        Act.RECORD_MEASURE_STEP: "Andamento de processo",
        Act.PROPOSE_MEASURE: "Proposta de decisão",
        Act.DECIDE_MEASURE: "Decisão",
        Act.RECORD_COMMUNICATION: "Comunicação à operadora",
        Act.PRINT_LIST: "Impressão de lista",
        Act.LOAD_DEMO: "Carga de dados fictícios",
    },
    Addressee: {Addressee.DRIVER: "Prestador", Addressee.OPERATOR: "Operadora"},
    AuthorizationKind: {
        AuthorizationKind.OPERATOR: "CAA de operadora",
        AuthorizationKind.DRIVER: "CAA de prestador",
        AuthorizationKind.PROVISIONAL: "CAA provisório",
    },
    CaaSituation: {
        CaaSituation.VALID: "CAA vigente",
        CaaSituation.EXTENDED: "CAA prorrogado até a decisão",
        CaaSituation.EXPIRED: "CAA vencido",
        CaaSituation.NEVER_ISSUED: "CAA nunca emitido",
        CaaSituation.SUSPENDED: "CAA suspenso",
        CaaSituation.REVOKED: "CAA revogado",
    },
    DeadlineUnit: {
        DeadlineUnit.DAYS: "dias corridos",
        DeadlineUnit.BUSINESS_DAYS: "dias úteis",
        DeadlineUnit.MONTHS: "meses",
        DeadlineUnit.YEARS: "anos",
    },
    ApplicationKind: {
        ApplicationKind.FIRST_AUTHORIZATION: "CAA",
        ApplicationKind.RENEWAL: "Renovação do CAA",
        ApplicationKind.VEHICLE_REGISTRATION: "Cadastro de veículo",
        ApplicationKind.VEHICLE_REPLACEMENT: "Troca de veículo",
        ApplicationKind.PLATE_CHANGE: "Troca de placa",
        ApplicationKind.DATA_CHANGE: "Atualização de dados",
    },
    ApplicationChannel: {ApplicationChannel.DESK: "Balcão", ApplicationChannel.OPERATOR: "Empresa operadora"},
    ApplicationDecision: {
        ApplicationDecision.GRANTED: "Deferido",
        ApplicationDecision.REFUSED: "Indeferido",
        ApplicationDecision.WITHDRAWN: "Desistência",
    },
    ApplicationState: {
        ApplicationState.INCOMPLETE: "Faltam documentos",
        ApplicationState.REQUISITION: "Em exigência",
        ApplicationState.AWAITING_PAYMENT: "Aguardando pagamento",
        ApplicationState.READY: "Pronto para decidir",
        ApplicationState.GRANTED: "Deferido",
        ApplicationState.REFUSED: "Indeferido",
        ApplicationState.WITHDRAWN: "Desistência",
    },
    DecisionKind: {
        DecisionKind.REFUSE_APPLICATION: "Indeferir requerimento",
        DecisionKind.WAIVE_FEE: "Dispensar taxa",
        DecisionKind.IMPOSE_MEASURE: "Impor medida",
        DecisionKind.GRANT_REVERSAL: "Deferir reversão",
        DecisionKind.DENY_REVERSAL: "Indeferir reversão",
        DecisionKind.LIFT_MEASURE: "Encerrar medida",
    },
    MeasureKind: {
        MeasureKind.PUNITIVE_SUSPENSION: "Suspensão (sanção)",
        MeasureKind.CONDITIONS_SUSPENSION: "Suspensão por perda de condições",
        MeasureKind.PRECAUTIONARY_SUSPENSION: "Suspensão cautelar",
        MeasureKind.CASSATION: "Cassação",
        MeasureKind.REVOCATION: "Revogação",
        MeasureKind.DISCRETIONARY_REVOCATION: "Cassação ou revogação discricionária",
    },
    MeasureEnding: {
        MeasureEnding.REVERSED: "Revertida",
        MeasureEnding.DISMISSED: "Arquivada",
        MeasureEnding.LIFTED: "Encerrada por decisão",
        MeasureEnding.ANNULLED: "Anulada pela Justiça",
        MeasureEnding.CONCLUDED: "Processo concluído",
        MeasureEnding.REVOKED: "Convertida em revogação",
    },
    MeasureStep: {
        MeasureStep.RECORD_NOTICE: "Registrar ciência da abertura",
        MeasureStep.RECORD_DEFENSE: "Receber defesa",
        MeasureStep.IMPOSE: "Impor",
        MeasureStep.DISMISS: "Arquivar",
        MeasureStep.RECORD_SERVICE: "Registrar ciência da suspensão",
        MeasureStep.REQUEST_REVERSAL: "Pedir reversão",
        MeasureStep.GRANT_REVERSAL: "Deferir reversão",
        MeasureStep.DENY_REVERSAL: "Indeferir reversão",
        MeasureStep.REVOKE: "Revogar",
        MeasureStep.LIFT: "Encerrar",
        MeasureStep.ANNUL: "Anular por ordem judicial",
    },
    MeasureState: {
        MeasureState.OPENED: "Em processo",
        MeasureState.SCHEDULED: "Decidida, ainda não começou",
        MeasureState.IN_FORCE: "Em vigor",
        MeasureState.AWAITING_REVERSAL: "Em vigor, no prazo da reversão",
        MeasureState.REVERSAL_REQUESTED: "Reversão pedida",
        MeasureState.TO_REVOKE: "A revogar",
        MeasureState.COMPLETED: "Cumprida",
        MeasureState.ENDED: "Encerrada",
    },
    SealRecovery: {
        SealRecovery.COLLECTED: "Recolhido",
        SealRecovery.DECLARED_LOST: "Declarado perdido",
    },
    DocumentKind: {
        DocumentKind.SEAL: "Selo de vistoria",
        DocumentKind.DRIVER_CERTIFICATE: "CAA de prestador",
        DocumentKind.OPERATOR_CERTIFICATE: "CAA de operadora",
        DocumentKind.INSPECTION_REPORT: "Laudo de vistoria",
        DocumentKind.INFRACTION_NOTICE: "Auto de infração",
        DocumentKind.APPLICATION_RECEIPT: "Comprovante de protocolo",
        DocumentKind.CHECKLIST: "Lista de documentos",
        DocumentKind.REQUISITION: "Exigência",
        DocumentKind.REFUSAL: "Indeferimento",
        DocumentKind.EXTENSION_DECLARATION: "Declaração de prorrogação legal",
        DocumentKind.REGULAR_STATEMENT: "Declaração de situação regular",
        DocumentKind.IRREGULAR_SHEET: "Por que está irregular",
        DocumentKind.MEASURE_OPENING: "Abertura de processo",
        DocumentKind.MEASURE_DECISION: "Decisão",
        DocumentKind.MEASURE_END: "Encerramento de medida",
        DocumentKind.COMMUNICATION: "Comunicado à operadora",
        DocumentKind.WORK_LIST: "Lista de trabalho",
    },
    Establishment: {Establishment.HEAD_OFFICE: "Matriz", Establishment.BRANCH: "Filial"},
    EvidenceKind: {
        EvidenceKind.DATA: "Dado do cadastro",
        EvidenceKind.DOCUMENT: "Documento conferido",
        EvidenceKind.PAYMENT: "Pagamento",
        EvidenceKind.INSPECTION: "Vistoria",
    },
    Fuel: {
        Fuel.GASOLINE: "Gasolina",
        Fuel.ETHANOL: "Etanol",
        Fuel.FLEX: "Flex (gasolina e etanol)",
        Fuel.DIESEL: "Diesel",
        Fuel.NATURAL_GAS: "Gás natural",
        Fuel.HYBRID: "Híbrido",
        Fuel.ELECTRIC: "Elétrico",
    },
    HolidayKind: {kind: text[0].upper() + text[1:] for kind, text in KIND_LABELS.items()},
    MediaType: {MediaType.PDF: "PDF", MediaType.JPEG: "Foto JPEG", MediaType.PNG: "Imagem PNG"},
    NumberKind: {
        NumberKind.AUTHORIZATION: "CAA",
        NumberKind.SEAL: "Selo",
        NumberKind.INSPECTION: "Laudo",
        NumberKind.INFRACTION_NOTICE: "Auto de infração",
        NumberKind.APPLICATION: "Protocolo",
        NumberKind.MEASURE: "Decisão",
        NumberKind.LETTER: "Documento",
    },
    Party: {Party.CITIZEN: "Cidadão", Party.OFFICE: "CMTU"},
    Role: {
        Role.ATTENDANT: "Atendimento",
        Role.MANAGER: "Unidade Gestora",
        Role.AGENT: "Agente de trânsito (Unidade Fiscalizadora)",
        Role.INSPECTOR: "Vistoria",
        Role.JARI_MEMBER: "JARI, membro",
        Role.JARI_PRESIDENT: "JARI, presidência",
        Role.COORDINATOR: "Coordenação",
        Role.AUDITOR: "Auditoria",
        Role.ADMINISTRATOR: "Administração do sistema",
    },
    ServiceCategory: {
        ServiceCategory.COMMON: "Comum",
        ServiceCategory.COMFORT: "Conforto",
        ServiceCategory.PREMIUM: "Premium",
        ServiceCategory.WOMAN_DRIVER: "Motorista mulher",
        ServiceCategory.DELIVERY: "Entregas",
    },
    RequirementState: {
        RequirementState.MET: "Em ordem",
        RequirementState.MISSING: "Falta",
        RequirementState.REFUSED: "Recusado",
        RequirementState.LAPSED: "Vencido",
        RequirementState.EXEMPT: "Dispensado por ordem judicial",
        RequirementState.NOT_APPLICABLE: "Não se aplica",
    },
    StandingState: {
        StandingState.REGULAR: "Regular",
        StandingState.ATTENTION: "Regular, com aviso",
        StandingState.EXTENDED: "Em vigor por prorrogação legal",
        StandingState.PROVISIONAL: "Provisório",
        StandingState.CONDITIONAL: "Condicional",
        StandingState.SUSPENDED: "Suspenso",
        StandingState.CASSATED: "Cassado",
        StandingState.REVOKED: "Revogado",
        StandingState.UNPAID: "Sem pagamento",
        StandingState.EXPIRED: "Vencido",
        StandingState.BLOCKED: "Bloqueado",
        StandingState.NEVER_AUTHORIZED: "Sem autorização",
        StandingState.WITHDRAWN: "Baixado",
    },
    SubjectKind: {
        SubjectKind.OPERATOR: "Operadora",
        SubjectKind.DRIVER: "Prestador",
        SubjectKind.VEHICLE: "Veículo",
        SubjectKind.INFRACTION: "Auto de infração",
        SubjectKind.APPLICATION: "Requerimento",
        SubjectKind.MEASURE: "Decisão",
    },
    Theme: {Theme.SYSTEM: "Como o sistema", Theme.LIGHT: "Claro", Theme.DARK: "Escuro"},
    Unit: {
        Unit.DAYS: "dias",
        Unit.MONTHS: "meses",
        Unit.YEARS: "anos",
        Unit.COUNT: "quantidade",
        Unit.CENTAVOS: "valor em reais",
        Unit.FLAG: "sim ou não",
        Unit.TEXT: "texto",
    },
    UseTitleKind: {
        UseTitleKind.OWNER: "Proprietário",
        UseTitleKind.POWER_OF_ATTORNEY: "Procuração registrada em cartório",
        UseTitleKind.OWNER_DECLARATION: "Declaração do proprietário com firma reconhecida",
        UseTitleKind.LEASING: "Arrendamento mercantil",
        UseTitleKind.RENTAL: "Contrato de locadora",
    },
    Verdict: {Verdict.GOOD: "Regular", Verdict.CARE: "Atenção", Verdict.STOP: "Irregular"},
    YearRule: {YearRule.CODIGO_CIVIL: "Código Civil, art. 132, § 3º", YearRule.LEI_9784: "Lei 9.784, art. 66, § 3º"},
}


def label_of(value: StrEnum) -> str:
    """How a value of the domain is called in the window."""
    return LABELS[type(value)][value]


_TONES = {
    StandingState.REGULAR: Tone.GOOD,
    StandingState.ATTENTION: Tone.CARE,
    StandingState.EXTENDED: Tone.GOOD,
    StandingState.PROVISIONAL: Tone.CARE,
    StandingState.CONDITIONAL: Tone.CARE,
    StandingState.SUSPENDED: Tone.STOP,
    StandingState.CASSATED: Tone.STOP,
    StandingState.REVOKED: Tone.STOP,
    StandingState.UNPAID: Tone.STOP,
    StandingState.EXPIRED: Tone.STOP,
    StandingState.BLOCKED: Tone.STOP,
    StandingState.NEVER_AUTHORIZED: Tone.STOP,
    StandingState.WITHDRAWN: Tone.NEUTRAL,
}


def tone_of(state: StandingState) -> Tone:
    """The colour that goes with the words of a standing."""
    return _TONES[state]


def roles_text(roles: frozenset[Role]) -> str:
    """The profiles of a user in the order of the law's roles."""
    return " · ".join(label_of(role) for role in Role if role in roles)


def count(quantity: int, one: str, many: str) -> str:
    """'1 resultado', '2 resultados', '1.234 resultados'."""
    return f"{quantity:,}".replace(",", ".") + " " + (one if quantity == 1 else many)
