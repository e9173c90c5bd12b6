"""A parameter's value in words, and the field in which a new one is given."""

from stipdesk.domain.legal import ParameterValue, Unit
from stipdesk.domain.money import format_money
from stipdesk.ui.screens.parts.radio import RadioField
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.field import Field
from stipdesk.ui.widgets.fields import IntegerField, MoneyField, TextField

_SINGULAR = {Unit.DAYS: "dia", Unit.MONTHS: "mês", Unit.YEARS: "ano"}


def written(unit: Unit, value: ParameterValue) -> str:
    """ "R$ 150,00", "30 dias", "Sim"."""
    if isinstance(value, bool):
        return "Sim" if value else "Não"
    if isinstance(value, str):
        return value
    if unit is Unit.CENTAVOS:
        return format_money(value)
    if unit in _SINGULAR:
        return f"{value} {_SINGULAR[unit] if value == 1 else label_of(unit)}"
    return str(value)


def value_field(unit: Unit) -> Field[int | None] | Field[bool | None] | Field[str]:
    """The editor that fits the unit; its name is the one by which the service reports problems."""
    match unit:
        case Unit.CENTAVOS:
            return MoneyField("value", "Valor", required=True)
        case Unit.FLAG:
            flag: RadioField[bool] = RadioField("value", "Valor", ((True, "Sim"), (False, "Não")))
            return flag
        case Unit.TEXT:
            return TextField("value", "Valor", required=True, limit=120)
        case _:
            return IntegerField("value", f"Valor em {label_of(unit)}", required=True, maximum=9_999)
