"""The fictitious office: two years of work made up in minutes, the same for the same seed and day, on either engine.

Its passwords are public and anybody can make its keys again, so its papers prove nothing: its keys stay in a folder of
their own, never beside a real office's.
"""

import gc
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from random import Random

from stipdesk.domain.errors import EnvironmentFault, Refused
from stipdesk.domain.permissions import Act, Role
from stipdesk.models import OFFICE_ID, Office, ParameterValue, PublishedKey, User
from stipdesk.services.access import Desk, Rules
from stipdesk.services.demo.history import History, Loaded
from stipdesk.services.demo.papers import FEES, Papers
from stipdesk.services.demo.people import CITY
from stipdesk.services.demo.story import HISTORY, Author, Story
from stipdesk.services.office import OfficeProfile
from stipdesk.services.users import hashed
from stipdesk.signing import keys
from stipdesk.store.bulk import bulk_load, is_empty
from stipdesk.store.queries import history as queries

SEED = 2054
PASSWORD = "demonstracao"
PASSPHRASE = "demonstracao sem valor"
COUNTER_LOGIN = "balcao"
PROFILE = OfficeProfile(
    municipality=f"{CITY}/MT",
    unit_name="Coordenadoria Municipal de Trânsito Urbano (demonstração)",
    management_unit_name="Unidade Gestora do STIP",
    enforcement_unit_name="Unidade Fiscalizadora do STIP",
    address="Rua Fictícia, 100, Centro",
    ouvidoria_contact="(66) 3400-0001",
    ciretran_contact="(66) 3400-0002",
    coordinator_name="Helena Prado",
    coordinator_title="Coordenadora Municipal de Trânsito Urbano",
    station=1,
    station_name="CMTU",
    verification_url="https://stip.example/v",
)
# Login, name, registration, roles: one person for each role, and one with what a small counter needs.
USERS: tuple[tuple[str, str, str, tuple[Role, ...]], ...] = (
    ("admin", "Téo Arruda", "0101", (Role.ADMINISTRATOR,)),
    ("coordenador", PROFILE.coordinator_name, "0457", (Role.COORDINATOR,)),
    ("gestor", "Marta Quintela", "0312", (Role.MANAGER,)),
    ("atendente", "Joílson Braga", "0620", (Role.ATTENDANT,)),
    ("vistoriador", "Rui Tavares", "0233", (Role.INSPECTOR,)),
    ("agente", "Selma Brandão", "0718", (Role.AGENT,)),
    ("jari", "Olívia Sampaio", "0840", (Role.JARI_MEMBER,)),
    ("presidente", "Ênio Guimarães", "0811", (Role.JARI_PRESIDENT,)),
    ("auditor", "Lígia Meira", "0905", (Role.AUDITOR,)),
    (COUNTER_LOGIN, "Íris Fontoura", "0555", (Role.ATTENDANT, Role.MANAGER, Role.INSPECTOR, Role.AGENT)),
)
_VALUES = {**{f"fee_{kind}_annual": fee for kind, fee in FEES.items()}, "upf_value": 5_12}
_PASSWORD_SALT = b"demonstracao sem sal"


def load(desk: Desk, drivers: int, seed: int = SEED, progress: Callable[[int, int], None] | None = None) -> Loaded:
    """Fill an empty prepared database with the office of so many drivers; all of it or nothing.

    The key files are made in `desk.keys_folder` and open with `PASSPHRASE`. Papers are signed and not drawn: the first
    who asks for one draws it. `progress` is told how many of the days are done. Raises `Refused` for a database that
    was ever written to and `EnvironmentFault` when the folder holds other keys.
    """
    if drivers < 1:
        raise Refused("A repartição fictícia precisa de ao menos um prestador.")
    with desk.reading() as session:
        if not is_empty(session):
            raise Refused("Este banco de dados já tem registros. A demonstração só é criada em um banco vazio.")
    first_day = desk.today - HISTORY
    signing_keys = _signing_keys(desk, seed, range(first_day.year, desk.today.year + 1))
    with (
        _without_collector(),
        bulk_load(desk.database, station=PROFILE.station, salt=partial(_salt, seed)) as bulk,
    ):
        story = Story(bulk, Random(seed), Rules(desk.law, (), (), ()), desk.today)
        _open_office(story, signing_keys)
        papers = Papers(story, signing_keys, PROFILE.verification_url)
        loaded = History(story, papers, drivers).run(progress or _silent)
    desk.station = PROFILE.station
    return loaded


def is_demo(desk: Desk) -> bool:
    """Whether the office of this database is a fictitious one, by the first act of its journal."""
    with desk.reading() as session:
        return queries.first_act(session) == Act.LOAD_DEMO


@contextmanager
def _without_collector() -> Iterator[None]:
    """Nothing made here refers to itself in a circle, and to look for circles would cost a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _silent(_done: int, _total: int) -> None:
    pass


def _salt(seed: int, seq: int) -> str:
    return hashlib.sha256(f"demo {seed} {seq}".encode()).hexdigest()[:32]


def _signing_keys(desk: Desk, seed: int, years: range) -> dict[int, keys.SigningKey]:
    """One key a year, as an office has them: D1, D2, D3. Those of an earlier load of the same data serve again."""
    found = {key.kid: key for key in keys.public_keys(desk.keys_folder)}
    made: dict[int, keys.SigningKey] = {}
    for number, year in enumerate(years, 1):
        kid, origin = f"D{number}", f"stipdesk demo {seed} {year}"
        if kid not in found:
            made[year] = keys.generate(desk.keys_folder, kid, PASSPHRASE, date(year, 1, 1), made_from=origin)
            continue
        made[year] = keys.load(desk.keys_folder, kid, PASSPHRASE)
        if made[year].valid_from.year != year:
            raise EnvironmentFault(
                f"A pasta {desk.keys_folder} já tem chaves de outra repartição.",
                "Nada foi criado.",
                "Escolha outra pasta de chaves.",
            )
    return made


def _open_office(story: Story, signing_keys: dict[int, keys.SigningKey]) -> None:
    """The office row, its people, its keys and its values; the story learns who acts in each role."""
    deed = story.deed(Act.LOAD_DEMO, None, "Repartição fictícia")
    columns = {name: getattr(PROFILE, name) for name in OfficeProfile.__slots__}
    story.add_as(OFFICE_ID, Office, deed, **columns)
    password = hashed(PASSWORD, _PASSWORD_SALT)
    for login, name, registration, roles in USERS:
        user_id = story.add(
            User, deed, login=login, full_name=name, registration=registration, roles=sorted(roles),
            password_hash=password, must_change_password=False, active=True,
        )  # fmt: skip
        for role in roles:
            story.authors.setdefault(role, Author(user_id, name, registration))
    for key in signing_keys.values():
        columns = {name: getattr(key.public, name) for name in keys.PublicKey.__slots__}
        story.add(PublishedKey, deed, **columns)
    since = date(story.first_day.year, 1, 1)
    for code, value in _VALUES.items():
        basis = "Decreto fictício 1"
        story.add(ParameterValue, deed, code=code, value=json.dumps(value), valid_from=since, legal_basis=basis)
