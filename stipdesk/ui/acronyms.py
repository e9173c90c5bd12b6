"""What each acronym of the desk stands for; texts that hold one say so on hover."""

import re
from collections.abc import Mapping

ACRONYMS: Mapping[str, str] = {
    "APP": "Acidentes Pessoais de Passageiros (seguro)",
    "CAA": "Certificado Anual de Autorização (arts. 9º a 17)",
    "CEP": "Código de Endereçamento Postal",
    "CIRETRAN": "Circunscrição Regional de Trânsito",
    "CMTU": "Coordenadoria Municipal de Trânsito Urbano",
    "CNH": "Carteira Nacional de Habilitação",
    "CNPJ": "Cadastro Nacional da Pessoa Jurídica",
    "CPF": "Cadastro de Pessoas Físicas",
    "CRLV": "Certificado de Registro e Licenciamento de Veículo",
    "DDD": "Discagem direta a distância: o código da área do telefone",
    "DETRAN": "Departamento Estadual de Trânsito",
    "EAR": "Exerce Atividade Remunerada (observação na CNH)",
    "INPC": "Índice Nacional de Preços ao Consumidor",
    "INSS": "Instituto Nacional do Seguro Social",
    "JARI": "Junta Administrativa de Recursos de Infrações",
    "LGPD": "Lei Geral de Proteção de Dados Pessoais",
    "NIT": "Número de Identificação do Trabalhador",
    "PDF": "Arquivo de documento pronto para imprimir",
    "PIS": "Programa de Integração Social: o mesmo número do NIT",
    "QR": "Código quadrado que a câmera do celular lê",
    "RENAVAM": "Registro Nacional de Veículos Automotores: o número está no CRLV",
    "STIP": "Serviço de Transporte Individual Privado de Passageiros por aplicativo",
    "UF": "Unidade da Federação: a sigla do estado",
    "UPF": "Unidade Padrão Fiscal do município",
}
_WORDS = re.compile(r"\b[A-Z]{2,9}\b")


def explain(text: str) -> str:
    """What the acronyms in `text` stand for, one a line; '' when there is none."""
    found = dict.fromkeys(word for word in _WORDS.findall(text) if word in ACRONYMS)
    return "\n".join(f"{word}: {ACRONYMS[word]}" for word in found)
