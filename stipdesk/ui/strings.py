"""The Portuguese of the window: how the domain's values are called. (Acronyms are in `ui.acronyms`.)"""

from collections.abc import Mapping
from enum import StrEnum

from stipdesk.domain.calendar import KIND_LABELS, DeadlineUnit, HolidayKind, YearRule
from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.infraction import CaaSituation
from stipdesk.domain.legal import EvidenceKind, Party, Unit
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import (
    Addressee,
    AuthorizationKind,
    Establishment,
    Fuel,
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
    DocumentKind: {
        DocumentKind.SEAL: "Selo de vistoria",
        DocumentKind.DRIVER_CERTIFICATE: "CAA de prestador",
        DocumentKind.OPERATOR_CERTIFICATE: "CAA de operadora",
        DocumentKind.INSPECTION_REPORT: "Laudo de vistoria",
        DocumentKind.INFRACTION_NOTICE: "Auto de infração",
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
    NumberKind: {
        NumberKind.AUTHORIZATION: "CAA",
        NumberKind.SEAL: "Selo",
        NumberKind.INSPECTION: "Laudo",
        NumberKind.INFRACTION_NOTICE: "Auto de infração",
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
        RequirementState.LAPSED: "Vencido",
        RequirementState.NOT_APPLICABLE: "Não se aplica",
    },
    StandingState: {
        StandingState.REGULAR: "Regular",
        StandingState.ATTENTION: "Regular, com aviso",
        StandingState.EXPIRED: "Vencido",
        StandingState.NEVER_AUTHORIZED: "Sem autorização",
        StandingState.WITHDRAWN: "Baixado",
    },
    SubjectKind: {
        SubjectKind.OPERATOR: "Operadora",
        SubjectKind.DRIVER: "Prestador",
        SubjectKind.VEHICLE: "Veículo",
        SubjectKind.INFRACTION: "Auto de infração",
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
    YearRule: {YearRule.CODIGO_CIVIL: "Código Civil, art. 132, § 3º", YearRule.LEI_9784: "Lei 9.784, art. 66, § 3º"},
}


def label_of(value: StrEnum) -> str:
    """How a value of the domain is called in the window."""
    return LABELS[type(value)][value]


_TONES = {
    StandingState.REGULAR: Tone.GOOD,
    StandingState.ATTENTION: Tone.CARE,
    StandingState.EXPIRED: Tone.STOP,
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
