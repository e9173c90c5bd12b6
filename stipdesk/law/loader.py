"""Reads `resources/law/*.toml` and checks every file against its schema and against the others."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from string import Formatter

from stipdesk.domain.calendar import AnnualHoliday, HolidayKind, YearRule
from stipdesk.domain.legal import (
    Conduct,
    DatedValue,
    DeadlineDefinition,
    EvidenceKind,
    InfractionGroup,
    InspectionItem,
    ParameterDefinition,
    Party,
    Requirement,
    RequirementDefinition,
    Slip,
    Twin,
    Unit,
)
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.law.law import PROMULGATED_ON, Law
from stipdesk.law.schema import Table, read_table
from stipdesk.paths import resource


def load_law(folder: Path | None = None) -> Law:
    """The whole law, from `resources/law` unless another folder is given.

    Raises `LawDataError`, which names the file and the key, when anything is missing, unknown or contradictory.
    """
    folder = resource("law") if folder is None else folder
    parameters = _parameters(read_table(folder, "parameters.toml"))
    groups, conducts = _infractions(read_table(folder, "conducts.toml"))
    texts, slips = _texts(read_table(folder, "texts.toml"))
    return Law(
        parameters=parameters,
        deadlines=_deadlines(read_table(folder, "deadlines.toml"), parameters),
        requirement_definitions=_requirements(read_table(folder, "requirements.toml"), parameters),
        groups=groups,
        conducts=conducts,
        inspection_items=_inspection(read_table(folder, "inspection.toml")),
        texts=texts,
        slips=slips,
        municipal_holidays=_holidays(read_table(folder, "holidays.toml")),
    )


def _parameters(file: Table) -> dict[str, ParameterDefinition]:
    parameters = {}
    for code, table in file.named():
        unit = table.choice("unit", Unit)
        parameters[code] = ParameterDefinition(
            code,
            table.text("name"),
            table.article("article"),
            unit,
            table.flag("setting") if table.has("setting") else False,
            tuple(_dated_value(value, unit) for value in table.tables("values")),
        )
        days = [value.valid_from for value in parameters[code].values]
        if len(set(days)) != len(days):
            raise table.fail("values", "há dois valores que começam a valer no mesmo dia")
        table.close()
    return parameters


def _dated_value(table: Table, unit: Unit) -> DatedValue:
    value = table.anything("value")
    if not isinstance(value, (int, str)) or not unit.admits(value):
        raise table.fail("value", f"o valor não é do tipo “{unit}”")
    dated = DatedValue(value, _in_force(table), table.text("legal_basis"))
    table.close()
    return dated


def _in_force(table: Table) -> date:
    day = table.day("valid_from") if table.has("valid_from") else PROMULGATED_ON
    if day < PROMULGATED_ON:
        raise table.fail("valid_from", "é anterior à própria lei")
    return day


def _deadlines(file: Table, parameters: Mapping[str, ParameterDefinition]) -> dict[str, DeadlineDefinition]:
    deadlines = {}
    for code, table in file.named():
        deadlines[code] = DeadlineDefinition(
            code=code,
            name=table.text("name"),
            article=table.article("article"),
            amount=_amount(table, parameters),
            party=table.choice("party", Party),
            starts_from=table.text("starts_from"),
            roll_forward=table.flag("roll_forward"),
            year_rule=table.choice("year_rule", YearRule) if table.has("year_rule") else YearRule.CODIGO_CIVIL,
            counting_basis=table.text("counting_basis"),
        )
        if code in parameters:
            raise table.fail("", "o código já é de um parâmetro")
        table.close()
    return deadlines


def _amount(table: Table, parameters: Mapping[str, ParameterDefinition]) -> str:
    code = _known(table, "amount", parameters)
    definition = parameters[code]
    if definition.unit not in (Unit.DAYS, Unit.MONTHS, Unit.YEARS):
        raise table.fail("amount", f"“{code}” não é uma quantidade de dias, meses ou anos")
    if any(value.value == 0 for value in definition.values):
        raise table.fail("amount", f"“{code}” é zero, e um prazo tem ao menos um dia")
    return code


def _known(table: Table, key: str, codes: Mapping[str, object]) -> str:
    code = table.text(key)
    if code not in codes:
        raise table.fail(key, f"“{code}” não existe")
    return code


def _requirements(file: Table, parameters: Mapping[str, ParameterDefinition]) -> tuple[RequirementDefinition, ...]:
    definitions = []
    for subject, items in file.named():
        if subject not in (SubjectKind.OPERATOR, SubjectKind.DRIVER, SubjectKind.VEHICLE):
            raise file.fail(subject, "só há requisitos de operator, driver e vehicle")
        for name, table in items.named():
            requirement = Requirement(
                code=f"{subject}.{name}",
                subject=SubjectKind(subject),
                text=table.text("text"),
                article=table.article("article"),
                evidence=table.choice("evidence", EvidenceKind),
                cure=table.text("cure"),
                may_be_absent=table.flag("may_be_absent") if table.has("may_be_absent") else False,
                bring=table.text("bring" if table.has("bring") else "cure"),
            )
            validity = _known(table, "validity", parameters) if table.has("validity") else ""
            if validity and parameters[validity].unit is not Unit.DAYS:
                raise table.fail("validity", f"“{validity}” não é uma quantidade de dias")
            definitions.append(RequirementDefinition(requirement, validity, _in_force(table)))
            table.close()
    return tuple(definitions)


def _infractions(file: Table) -> tuple[dict[str, InfractionGroup], tuple[Conduct, ...]]:
    groups, conducts = {}, {}
    for code, table in file.table("groups").named():
        groups[code] = InfractionGroup(
            code,
            table.text("label"),
            table.article("article"),
            table.integer("upf_minimum", 1),
            table.integer("upf_maximum", 1),
        )
        if groups[code].upf_minimum > groups[code].upf_maximum:
            raise table.fail("upf_maximum", "é menor que o mínimo")
        table.close()
    for code, table in file.table("conducts").named():
        conducts[code] = Conduct(
            code,
            _known(table, "group", groups),
            table.text("text"),
            table.article("article"),
            table.articles("duties"),
            _addressees(table),
            tuple(_twin(twin) for twin in table.tables("twins")) if table.has("twins") else (),
        )
        if not code.startswith(f"{conducts[code].group}-"):
            raise table.fail("group", f"o código “{code}” não é do grupo {conducts[code].group}")
        table.close()
    file.close()
    for conduct in conducts.values():
        for twin in conduct.twins:
            if twin.code not in conducts or twin.code == conduct.code:
                raise file.fail(f"conducts.{conduct.code}.twins", f"“{twin.code}” não é outra conduta")
    return groups, tuple(conducts.values())


def _addressees(table: Table) -> tuple[Addressee, ...]:
    values = table.texts("addressees")
    for value in values:
        if value not in list(Addressee):
            raise table.fail("addressees", f"“{value}” não é um de: {', '.join(Addressee)}")
    return tuple(Addressee(value) for value in values)


def _twin(table: Table) -> Twin:
    twin = Twin(table.text("code"), table.text("advice"))
    table.close()
    return twin


def _inspection(file: Table) -> tuple[InspectionItem, ...]:
    items: dict[str, InspectionItem] = {}
    for section in file.tables("sections"):
        name = section.text("name")
        for table in section.tables("items"):
            item = InspectionItem(table.text("code"), table.text("text"), name)
            if item.code in items:
                raise table.fail("code", f"“{item.code}” já é de outro item")
            items[item.code] = item
            table.close()
        section.close()
    file.close()
    return tuple(items.values())


def _texts(file: Table) -> tuple[dict[str, str], tuple[Slip, ...]]:
    table = file.table("texts")
    texts = {code: table.text(code) for code in table.codes()}
    for code, text in texts.items():
        try:
            named = all(field is None or field.isidentifier() for _, field, _, _ in Formatter().parse(text))
        except ValueError:
            named = False
        if not named:
            raise table.fail(code, "as chaves { } do texto não fecham ou não têm nome")
    slips = []
    for slip in file.tables("slips"):
        slips.append(Slip(slip.article("article"), slip.text("written"), slip.text("adopted")))
        slip.close()
    file.close()
    return texts, tuple(slips)


def _holidays(file: Table) -> tuple[AnnualHoliday, ...]:
    holidays = []
    for table in file.tables("days"):
        extends_term = table.flag("extends_term") if table.has("extends_term") else None
        name, kind, basis = table.text("name"), table.choice("kind", HolidayKind), table.text("legal_basis")
        since = _in_force(table)
        if table.has("easter_offset"):
            offset = table.integer("easter_offset", -80)
            holidays.append(AnnualHoliday(name, kind, basis, since, easter_offset=offset, extends_term=extends_term))
        else:
            month, day = table.integer("month", 1), table.integer("day", 1)
            try:
                date(2001, month, day)
            except ValueError:
                raise table.fail("day", "este dia não existe em todos os anos") from None
            holidays.append(AnnualHoliday(name, kind, basis, since, month, day, extends_term=extends_term))
        table.close()
    file.close()
    return tuple(holidays)
