"""What the journal keeps, in Portuguese: how each column is called and how its values read."""

from collections.abc import Mapping
from datetime import date

from stipdesk.domain.applications import ApplicationDecision
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import (
    Chassis,
    Cnpj,
    Cpf,
    DriverLicenseNumber,
    Identifier,
    Nit,
    Phone,
    Plate,
    PostalCode,
    Renavam,
)
from stipdesk.domain.measures import MeasureEnding
from stipdesk.domain.money import format_money
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import (
    Address,
    AuthorizationKind,
    Establishment,
    Fuel,
    SealRecovery,
    ServiceCategory,
    UseTitleKind,
)
from stipdesk.domain.text import format_date
from stipdesk.services.registers import HistoryLine
from stipdesk.ui.strings import LABELS, label_of

# Columns that say nothing to a person are left out: keys, sort keys, what is signed.
CAPTIONS: Mapping[str, str] = {
    "amount": "Valor",
    "answered_on": "Exigência cumprida em",
    "app_name": "Aplicativo",
    "approved": "Aprovado",
    "birth_date": "Nascimento",
    "birth_state": "UF de nascimento",
    "cancel_reason": "Motivo do cancelamento",
    "cancelled_on": "Cancelado em",
    "categories": "Categorias",
    "chassis": "Chassi",
    "chassis_restamped": "Chassi remarcado",
    "city": "Cidade",
    "cnpj": "CNPJ",
    "color": "Cor",
    "commercial_registry": "Registro na Junta Comercial",
    "complement": "Complemento",
    "completed_on": "Completo em",
    "conditional_until": "Cadastro condicional até",
    "conduct": "Conduta",
    "corporate_email": "E-mail corporativo",
    "cpf": "CPF",
    "death_amount": "Indenização por morte",
    "decision": "Decisão",
    "decision_reason": "Motivo da decisão",
    "defense_due_on": "Defesa até",
    "defense_received_on": "Defesa recebida em",
    "defense_text": "Defesa",
    "disability_amount": "Indenização por invalidez",
    "district": "Bairro",
    "doors": "Portas",
    "effective_from": "Efeito desde",
    "effective_until": "Último dia",
    "email": "E-mail",
    "email_consent_on": "Consentimento do e-mail",
    "end_reason": "Motivo do fim",
    "ended_on": "Encerrada em",
    "ending": "Fim",
    "ends_on": "Fim da apólice",
    "establishment": "Estabelecimento",
    "fee": "Taxa",
    "filed_by": "Apresentado por",
    "filed_on": "Protocolado em",
    "final_on": "Trânsito em julgado",
    "fuel": "Combustível",
    "full_name": "Nome",
    "has_air_conditioning": "Ar-condicionado",
    "has_paid_activity_endorsement": "EAR na CNH",
    "imposed_on": "Decidida em",
    "index_name": "Índice da apólice",
    "inspected_on": "Vistoriado em",
    "institution": "Instituição",
    "insurer": "Seguradora",
    "is_adapted": "Adaptado",
    "is_hybrid": "Híbrido",
    "issued_on": "Emitido em",
    "kind": "Tipo",
    "legal_name": "Razão social",
    "license_category": "Categoria da CNH",
    "license_number": "CNH",
    "license_valid_until": "Validade da CNH",
    "make": "Marca",
    "manufacture_year": "Ano de fabricação",
    "means": "Meio",
    "model": "Modelo",
    "model_year": "Ano do modelo",
    "municipal_registration": "Inscrição municipal",
    "new_plate": "Placa nova",
    "nit": "NIT",
    "note": "Observação",
    "notes": "Observações",
    "notified_on": "Ciência da abertura",
    "number": "Número",
    "old_plate": "Placa anterior",
    "owner_document": "Documento do proprietário",
    "owner_name": "Proprietário",
    "paid_on": "Pago em",
    "payer": "Quem pagou",
    "phone": "Telefone",
    "plate": "Placa",
    "policy_number": "Apólice",
    "postal_code": "CEP",
    "receipt": "Comprovante",
    "received_on": "Recebido em",
    "recovery": "Adesivo do selo",
    "registration_year": "Exercício do CRLV",
    "remarks": "Observações",
    "renavam": "RENAVAM",
    "representative_cpf": "CPF do representante",
    "representative_name": "Representante",
    "reversal_decided_on": "Reversão decidida em",
    "reversal_due_on": "Reversão até",
    "reversal_granted": "Reversão deferida",
    "reversal_proof": "Prova da correção",
    "reversal_reason": "Sobre a reversão",
    "reversal_requested_on": "Reversão pedida em",
    "seats": "Lugares",
    "seats_covered": "Passageiros cobertos",
    "sent_on": "Enviado em",
    "served_on": "Ciência em",
    "since": "Desde",
    "starts_on": "Início da apólice",
    "state": "UF",
    "street": "Logradouro",
    "title_kind": "Título de uso",
    "title_reference": "Documento do título",
    "title_valid_until": "Fim do título",
    "trade_name": "Nome fantasia",
    "until": "Até",
    "valid_from": "Vale de",
    "valid_until": "Vale até",
    "void_reason": "Motivo da anulação",
    "voided_on": "Anulado em",
    "withdrawal_reason": "Motivo da baixa",
    "withdrawn_on": "Baixado em",
}
_ENUMS = {
    "decision": ApplicationDecision,
    "ending": MeasureEnding,
    "fuel": Fuel,
    "establishment": Establishment,
    "recovery": SealRecovery,
    "title_kind": UseTitleKind,
    "categories": ServiceCategory,
    "kind": AuthorizationKind,
}
_IDENTIFIERS: Mapping[str, type[Identifier]] = {
    "chassis": Chassis,
    "cnpj": Cnpj,
    "cpf": Cpf,
    "license_number": DriverLicenseNumber,
    "nit": Nit,
    "phone": Phone,
    "new_plate": Plate,
    "old_plate": Plate,
    "plate": Plate,
    "postal_code": PostalCode,
    "renavam": Renavam,
    "representative_cpf": Cpf,
}
_MONEY = frozenset({"amount", "death_amount", "disability_amount"})
_EMPTY = "vazio"
# Of a record that begins, only what tells it from another is worth a line.
_TELLING = (
    "amount", "paid_on", "receipt", "insurer", "policy_number", "ends_on", "approved", "institution", "valid_until",
    "old_plate", "new_plate",
    "notified_on", "defense_due_on", "imposed_on", "final_on", "effective_from", "effective_until", "served_on",
    "reversal_due_on", "reversal_requested_on", "reversal_decided_on", "ended_on", "sent_on", "received_on",
    "filed_on", "filed_by", "conditional_until",
)  # fmt: skip

_LINKS = {"driver_operator": "Vínculo com operadora", "driver_vehicle": "Vínculo com veículo"}


def act_name(line: HistoryLine) -> str:
    """What was done; an act of a newer program keeps its code."""
    return label_of(Act(line.act)) if line.act in set(Act) else line.act


def describe(line: HistoryLine, requirements: Mapping[str, str]) -> list[str]:
    """The changes of one line, each as "Campo: antes → depois"; of a record that began, one line that tells it apart.

    `requirements` are the texts of the law's requirements by their codes.
    """
    after = {field: value for field, _, value in line.changes}
    if line.table == "postal_address" and "street" in after:
        return [f"Endereço: {Address(**{name: str(after[name]) for name in Address.__slots__})}"]
    if line.table in _LINKS and "since" in after:
        title = _value("title_kind", after["title_kind"]) if "title_kind" in after else ""
        since = f"{_LINKS[line.table]} desde {_value('since', after['since'])}"
        return [" · ".join(part for part in (since, title) if part)]
    if line.table == "requirement_check" and "requirement" in after:
        return _check(after, requirements)
    if line.table == "requirement_exemption" and "requirement" in after:
        return [requirements.get(str(after["requirement"]), str(after["requirement"]))]
    if all(before is None for _, before, _ in line.changes):
        telling = (field for field in _TELLING if after.get(field) not in (None, ""))
        told = " · ".join(f"{CAPTIONS[field]}: {_value(field, after[field])}" for field in telling)
        return [told] if told else []
    return [
        f"{CAPTIONS[field]}: {_value(field, before)} → {_value(field, now)}"
        for field, before, now in line.changes
        if field in CAPTIONS
    ]


def _check(after: Mapping[str, object], requirements: Mapping[str, str]) -> list[str]:
    code = str(after["requirement"])
    result = "não é o caso" if after["not_applicable"] else "aceito" if after["accepted"] else "recusado"
    text = f"{requirements.get(code, code)}: {result}"
    return [text, *(str(after[name]) for name in ("document_reference", "note") if after[name])]


def _value(field: str, value: object) -> str:
    match value:
        case None | "" | []:
            return _EMPTY
        case bool():
            return "sim" if value else "não"
        case int() if field in _MONEY:
            return format_money(value)
        case list():
            return ", ".join(_value(field, each) for each in value)
        case str():
            return _text(field, value)
        case _:
            return str(value)


def _text(field: str, value: str) -> str:
    enum = _ENUMS.get(field)
    if enum is not None:
        return LABELS[enum].get(value, value)
    identifier = _IDENTIFIERS.get(field)
    if identifier is not None:
        try:
            return identifier.parse(value).shown
        except InvalidValue:
            return value
    try:
        return format_date(date.fromisoformat(value)) if len(value) == 10 else value
    except ValueError:
        return value
