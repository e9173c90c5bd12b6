"""The office: its first start, its profile, its dated values and its calendar."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.calendar import Holiday, HolidayKind
from stipdesk.domain.documents import OfficeHeader
from stipdesk.domain.errors import EnvironmentFault, FieldErrors, FieldProblem, InvalidValue, Refused
from stipdesk.domain.legal import ParameterOverride, ParameterValue
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.text import tidy
from stipdesk.models import OFFICE_ID, Office, OfficeHoliday, PublishedKey
from stipdesk.models import ParameterValue as ParameterRow
from stipdesk.services.access import Actor, Desk, Rules
from stipdesk.services.users import NewUser, add_user, new_user_problems
from stipdesk.signing import keys
from stipdesk.store.engine import Session
from stipdesk.store.queries import office as queries
from stipdesk.store.unit_of_work import UnitOfWork

MINIMUM_PASSPHRASE = keys.MINIMUM_PASSPHRASE
# A longer address makes a QR code that no telephone reads on a seal.
_LONGEST_ADDRESS = 80
# A key also signs papers of this long before it was made: an auto of December that is drawn up in January.
_SIGNS_BACK = timedelta(days=60)
FIRST_VALUES = ("fee_driver_annual", "fee_operator_annual", "upf_value")


@dataclass(frozen=True, slots=True)
class OfficeProfile:
    """What papers and screens say of the office. `station` (1-99) is part of every printed number."""

    municipality: str
    unit_name: str
    management_unit_name: str
    enforcement_unit_name: str
    address: str
    ouvidoria_contact: str
    ciretran_contact: str
    coordinator_name: str
    coordinator_title: str
    station: int
    station_name: str
    verification_url: str
    logo: bytes | None = None


@dataclass(frozen=True, slots=True)
class SetUpOffice:
    """The first start. `values` are centavos by parameter code (`FIRST_VALUES`), all by one `legal_basis`."""

    profile: OfficeProfile
    administrator: NewUser
    passphrase: str
    values: Mapping[str, int]
    legal_basis: str


@dataclass(frozen=True, slots=True)
class ParameterLine:
    """A parameter as the administration screen lists it; `value` None is one the office must still enter."""

    code: str
    name: str
    article: str
    unit: str
    value: ParameterValue | None
    valid_from: date | None
    legal_basis: str
    setting: bool


@dataclass(frozen=True, slots=True)
class ValueLine:
    """One dated value of a parameter; `by_office` tells the office's own from those of the law data."""

    value: ParameterValue
    valid_from: date
    legal_basis: str
    by_office: bool


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A signing key this desk verifies with. `here`: its private half is in this computer's keys folder."""

    kid: str
    valid_from: date
    valid_to: date
    fingerprint: str
    here: bool
    opened: bool


@dataclass(frozen=True, slots=True)
class NewHoliday:
    """A day the office adds to its calendar, or takes out of it when `working`, by the act in `reason`."""

    day: date
    name: str
    kind: HolidayKind
    working: bool
    reason: str


@dataclass(frozen=True, slots=True)
class CalendarLine:
    holiday: Holiday
    by_office: bool


def exists(desk: Desk) -> bool:
    """Whether the first start was done on this database."""
    with desk.reading() as session:
        return queries.office(session) is not None


def set_up(desk: Desk, command: SetUpOffice) -> Actor:
    """Make the office, its first administrator and its signing key, and put the administrator at the desk.

    The key file is written first and never overwritten: if the database then fails, a second try with the same
    passphrase takes the same key. Everything that can be checked without it is therefore checked before it. Raises
    `FieldErrors`, `InvalidValue` for a short passphrase, or `Refused` when the office already exists.
    """
    problems = [*_profile_problems(command.profile), *new_user_problems(command.administrator)]
    if Role.ADMINISTRATOR not in command.administrator.roles:
        problems.append(FieldProblem("roles", "O primeiro usuário precisa do perfil de administrador."))
    if not tidy(command.legal_basis):
        problems.append(FieldProblem("legal_basis", "Informe o ato que fixa as taxas e a UPF."))
    for code in FIRST_VALUES:
        if command.values.get(code, 0) <= 0:
            problems.append(FieldProblem(code, "Informe um valor maior que zero."))
    if problems:
        raise FieldErrors(*problems)
    with desk.reading() as session:
        _refuse_second_office(session)
    key = _first_key(desk, command.passphrase)
    first_day = date(desk.today.year, 1, 1)
    station = desk.station
    desk.station = command.profile.station
    try:
        with desk.open_work(Act.SET_UP_OFFICE, None) as work:
            # Again, now that nobody else can write: two computers may be at their first start.
            _refuse_second_office(work.session)
            work.add(Office(id=OFFICE_ID, **_columns(command.profile)))
            user = add_user(work, command.administrator, must_change_password=False)
            publish_key(work, key.public)
            for code, value in command.values.items():
                add_value(work, desk, ParameterOverride(code, value, first_day, tidy(command.legal_basis)))
    except BaseException:
        desk.station = station
        raise
    desk.signing_key = key
    desk.actor = Actor(user.id, user.login, user.full_name, user.registration, command.administrator.roles)
    return desk.actor


def profile(desk: Desk) -> tuple[OfficeProfile, int]:
    """The profile and its version."""
    with desk.reading() as session:
        row = require(session)
        return OfficeProfile(**{name: getattr(row, name) for name in OfficeProfile.__slots__}), row.rv


def edit_profile(desk: Desk, profile: OfficeProfile, version: int) -> None:
    """The station code stays what it was: numbers already printed carry it."""
    problems = _profile_problems(profile)
    if problems:
        raise FieldErrors(*problems)
    with desk.act(Act.EDIT_OFFICE) as work:
        row = require(work.session)
        if row.rv != version:
            raise Refused("Outra pessoa alterou os dados do órgão depois que você os abriu. Abra de novo e repita.")
        if row.station != profile.station:
            raise FieldErrors(FieldProblem("station", "O código da estação não muda depois da instalação."))
        for name, value in _columns(profile).items():
            setattr(row, name, value)


def require(session: Session) -> Office:
    """The office row; raises `Refused` before the first start."""
    row = queries.office(session)
    if row is None:
        raise Refused("O órgão ainda não foi configurado neste banco de dados. Abra o programa para configurá-lo.")
    return row


def header(session: Session) -> OfficeHeader:
    """The office as the papers name it."""
    row = require(session)
    return OfficeHeader(
        municipality=row.municipality,
        unit=row.unit_name,
        address=row.address,
        ouvidoria_contact=row.ouvidoria_contact,
        ciretran_contact=row.ciretran_contact,
        coordinator_title=row.coordinator_title,
        logo=row.logo,
    )


def parameters(desk: Desk) -> list[ParameterLine]:
    """Every parameter with the value in force today."""
    with desk.reading() as session:
        rules = desk.rules(session)
    return [_parameter_line(rules, code, desk.today) for code in desk.law.parameters]


def parameter_values(desk: Desk, code: str) -> list[ValueLine]:
    """Every value the parameter had, has or will have, the latest first; of one day, the one that prevails first."""
    with desk.reading() as session:
        overrides = queries.overrides(session)
    law = [ValueLine(each.value, each.valid_from, each.legal_basis, False) for each in desk.law.parameters[code].values]
    own = [ValueLine(each.value, each.valid_from, each.legal_basis, True) for each in overrides if each.code == code]
    return sorted([*reversed(own), *law], key=lambda line: line.valid_from, reverse=True)


def set_parameter(desk: Desk, override: ParameterOverride) -> None:
    """Give a parameter the office's own value from a date on. Raises `FieldErrors` for one that does not fit."""
    with desk.act(Act.SET_PARAMETER, override.legal_basis) as work:
        add_value(work, desk, override)


def calendar(desk: Desk, year: int) -> list[CalendarLine]:
    """Every marked day of the year, and which of them the office added."""
    with desk.reading() as session:
        rules = desk.rules(session)
    own = {holiday.day for holiday in rules.extra_days}
    return [CalendarLine(holiday, holiday.day in own) for holiday in rules.calendar.holidays(year)]


def change_calendar(desk: Desk, command: NewHoliday) -> None:
    """Add a day or take one out. Terms already started keep their reckoning (case Z023)."""
    name, reason = tidy(command.name), tidy(command.reason)
    problems = []
    if not name:
        problems.append(FieldProblem("name", "Informe o nome do dia."))
    if not reason:
        problems.append(FieldProblem("reason", "Informe o decreto ou a portaria."))
    if problems:
        raise FieldErrors(*problems)
    with desk.act(Act.EDIT_CALENDAR, reason) as work:
        work.add(
            OfficeHoliday(day=command.day, name=name, kind=command.kind, working=command.working, extends_term=None)
        )


def unlock_key(desk: Desk, passphrase: str) -> None:
    """Open, for the session, the newest signing key of this computer that the office published.

    Raises `EnvironmentFault` when there is none for today or it does not open. One that is not published, of another
    office or of a set-up that failed, would sign papers that no desk can verify.
    """
    with desk.reading() as session:
        published = {(row.kid, row.x, row.y) for row in queries.published_keys(session)}
    here = keys.public_keys(desk.keys_folder, readable_only=True)
    found = [key for key in here if (key.kid, key.x, key.y) in published]
    current = next((key for key in reversed(found) if key.covers(desk.today)), None)
    if current is None:
        keys.public_keys(desk.keys_folder)  # a damaged file says so by itself
        raise EnvironmentFault(
            "Não há neste computador uma chave de assinatura deste órgão para a data de hoje.",
            "Nada foi assinado nem gravado.",
            "Copie a pasta de chaves do computador principal ou gere a chave do ano em Administração.",
        )
    desk.signing_key = keys.load(desk.keys_folder, current.kid, passphrase)


def new_key(desk: Desk, passphrase: str) -> keys.PublicKey:
    """Make this year's signing key and publish its public half; the older ones keep verifying what they signed."""
    with desk.act(Act.EDIT_OFFICE) as work:
        used = [row.kid for row in queries.published_keys(work.session)]
        used += [key.kid for key in keys.public_keys(desk.keys_folder)]
        key = keys.generate(desk.keys_folder, keys.next_kid(used), passphrase, desk.today - _SIGNS_BACK)
        publish_key(work, key.public)
    desk.signing_key = key
    return key.public


def signing_keys(desk: Desk) -> list[KeyLine]:
    """The keys of the office, the newest first."""
    with desk.reading() as session:
        known = public_keys(session)
    here = {key.kid for key in keys.public_keys(desk.keys_folder)}
    opened = desk.signing_key.kid if desk.signing_key is not None else ""
    return [
        KeyLine(key.kid, key.valid_from, key.valid_to, key.fingerprint, key.kid in here, key.kid == opened)
        for _, key in sorted(known.items(), reverse=True)
    ]


def public_keys(session: Session) -> dict[str, keys.PublicKey]:
    """The keys the office published. A file in the keys folder proves nothing by itself: anybody can put one there."""
    return {
        row.kid: keys.PublicKey(row.kid, row.x, row.y, row.valid_from, row.valid_to)
        for row in queries.published_keys(session)
    }


def publish_key(work: UnitOfWork, key: keys.PublicKey) -> None:
    work.add(PublishedKey(kid=key.kid, x=key.x, y=key.y, valid_from=key.valid_from, valid_to=key.valid_to))


def _refuse_second_office(session: Session) -> None:
    if queries.office(session) is not None:
        raise Refused("Este banco de dados já tem um órgão configurado. Entre com seu usuário.")


def _first_key(desk: Desk, passphrase: str) -> keys.SigningKey:
    found = keys.public_keys(desk.keys_folder)
    if found:
        return keys.load(desk.keys_folder, found[-1].kid, passphrase)
    return keys.generate(desk.keys_folder, keys.next_kid(()), passphrase, desk.today - _SIGNS_BACK)


def add_value(work: UnitOfWork, desk: Desk, override: ParameterOverride) -> UUID:
    """`set_parameter` inside another act."""
    try:
        desk.law.check_override(override)
    except InvalidValue as error:
        raise FieldErrors(FieldProblem("value", error.message, error.remedy)) from error
    row = ParameterRow(
        code=override.code,
        value=json.dumps(override.value, ensure_ascii=False),
        valid_from=override.valid_from,
        legal_basis=override.legal_basis,
    )
    return work.add(row).id


def _parameter_line(rules: Rules, code: str, on: date) -> ParameterLine:
    definition = rules.law.parameters[code]
    try:
        parameter = rules.parameter(code, on)
    except InvalidValue:
        return ParameterLine(
            code, definition.name, definition.article, definition.unit, None, None, "", definition.setting
        )
    return ParameterLine(
        code, definition.name, definition.article, definition.unit,
        parameter.value, parameter.valid_from, parameter.legal_basis, definition.setting,
    )  # fmt: skip


def _profile_problems(profile: OfficeProfile) -> list[FieldProblem]:
    needed = {
        "municipality": "Informe o município.",
        "unit_name": "Informe o nome do órgão.",
        "ouvidoria_contact": "Informe o contato da Ouvidoria: ele é impresso no selo.",
        "ciretran_contact": "Informe o contato da CIRETRAN: ele é impresso no selo.",
        "coordinator_title": "Informe o cargo de quem assina o CAA.",
        "verification_url": "Informe o endereço da página de verificação.",
    }
    problems = [
        FieldProblem(name, message, article="art. 18, § 3º, V" if name.endswith("_contact") else "")
        for name, message in needed.items()
        if not tidy(str(getattr(profile, name)))
    ]
    if not 1 <= profile.station <= 99:
        problems.append(FieldProblem("station", "O código da estação vai de 1 a 99."))
    url = profile.verification_url
    if len(url) > _LONGEST_ADDRESS:
        problems.append(
            FieldProblem(
                "verification_url", "O endereço de verificação é longo demais para o QR.", "Use um mais curto."
            )
        )
    elif url and not (url.startswith(("https://", "http://")) and "#" not in url and " " not in url and url.isascii()):
        problems.append(
            FieldProblem("verification_url", "O endereço de verificação não serve.", "Use https://… sem espaços nem #.")
        )
    return problems


def _columns(profile: OfficeProfile) -> dict[str, object]:
    values = {name: getattr(profile, name) for name in OfficeProfile.__slots__}
    return {name: tidy(value) if isinstance(value, str) else value for name, value in values.items()}
