"""The one door: who is at the desk, whether the act is theirs, and the unit of work it happens in."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from uuid import UUID

from stipdesk.domain.calendar import Deadline, Holiday, OfficeCalendar, reckon
from stipdesk.domain.changes import Changes
from stipdesk.domain.clock import Clock, local_time
from stipdesk.domain.documents import DocumentData
from stipdesk.domain.errors import NotAllowed, Refused
from stipdesk.domain.legal import Parameter, ParameterOverride
from stipdesk.domain.permissions import Act, Role, may
from stipdesk.law.law import Law
from stipdesk.models import User
from stipdesk.signing.keys import SigningKey
from stipdesk.store.engine import Database, Session
from stipdesk.store.queries import office as office_queries
from stipdesk.store.unit_of_work import UnitOfWork, unit_of_work

# A clock this far behind the last entry of the journal is wrong, not merely adjusted (reliability: case S011).
CLOCK_TOLERANCE = timedelta(minutes=5)

# In a session's own notes: that it only reads, and the law as it read it.
_KEEPS_RULES = "keeps rules"
_RULES = "rules"

# What may be written while the clock is behind: it dates no paper. It is also how the journal comes back to the right
# time when it was the clock of the last entry that was ahead.
_ADMINISTRATION = frozenset(
    {
        Act.EDIT_OFFICE, Act.SET_PARAMETER, Act.EDIT_CALENDAR, Act.CREATE_USER, Act.EDIT_USER, Act.CHANGE_PASSWORD,
    }
)  # fmt: skip

TABLE_CHANGES = {
    "office": Changes.OFFICE,
    "office_holiday": Changes.OFFICE,
    "parameter_value": Changes.OFFICE,
    "published_key": Changes.OFFICE,
    "app_user": Changes.USERS,
    "operator": Changes.OPERATORS,
    "driver": Changes.DRIVERS,
    "vehicle": Changes.VEHICLES,
    "driver_operator": Changes.DRIVERS | Changes.OPERATORS,
    "driver_vehicle": Changes.DRIVERS | Changes.VEHICLES,
    "postal_address": Changes.DRIVERS | Changes.OPERATORS,
    "requirement_check": Changes.DRIVERS | Changes.OPERATORS | Changes.VEHICLES,
    "passenger_accident_policy": Changes.VEHICLES,
    "inspection": Changes.INSPECTIONS | Changes.VEHICLES,
    "inspection_failure": Changes.INSPECTIONS,
    "seal": Changes.INSPECTIONS | Changes.VEHICLES,
    "fee_payment": Changes.PAYMENTS | Changes.DRIVERS | Changes.OPERATORS,
    "authorization": Changes.AUTHORIZATIONS | Changes.DRIVERS | Changes.OPERATORS,
    "infraction_notice": Changes.INFRACTIONS,
    "issued_document": Changes.DOCUMENTS,
    "document_print": Changes.DOCUMENTS,
    "letter": Changes.DOCUMENTS,
    "application": Changes.APPLICATIONS | Changes.DRIVERS | Changes.OPERATORS | Changes.VEHICLES,
    "requisition": Changes.APPLICATIONS,
    "attached_file": (Changes.APPLICATIONS | Changes.MEASURES | Changes.DRIVERS | Changes.OPERATORS | Changes.VEHICLES),
    "requirement_exemption": Changes.DRIVERS | Changes.OPERATORS | Changes.VEHICLES,
    "plate_change": Changes.VEHICLES,
    "measure": Changes.MEASURES | Changes.DRIVERS | Changes.OPERATORS,
    "communication": Changes.MEASURES,
    "proposal": Changes.DECISIONS,
}


class SigningLocked(Refused):
    """The signing key has not been opened in this session: ask for its passphrase and repeat."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is signed in."""

    user_id: UUID
    login: str
    full_name: str
    registration: str
    roles: frozenset[Role]
    must_change_password: bool = False


@dataclass(frozen=True)
class Rules:
    """The law as this office applies it: its data, the office's dated values and its calendar."""

    law: Law
    overrides: tuple[ParameterOverride, ...]
    extra_days: tuple[Holiday, ...]
    removed_days: tuple[date, ...]

    @cached_property
    def calendar(self) -> OfficeCalendar:
        return self.law.calendar(self.extra_days, self.removed_days)

    def parameter(self, code: str, on: date) -> Parameter:
        """Raises `InvalidValue` when the parameter has no value on that date."""
        return self.law.parameter(code, on, self.overrides)

    def deadline(self, code: str, start: date) -> Deadline:
        """The term that starts on `start`, counted by the rule then in force."""
        return reckon(self.law.deadline_rule(code, start, self.overrides), start, self.calendar)


@dataclass
class Desk:
    """Everything an act needs besides its command. `committed` is told what each successful act changed."""

    database: Database
    clock: Clock
    law: Law
    keys_folder: Path
    render: Callable[[DocumentData], bytes]
    station: int = 1
    actor: Actor | None = None
    signing_key: SigningKey | None = None
    committed: Callable[[Changes], None] = field(default=lambda _changes: None)

    @property
    def today(self) -> date:
        return self.clock.today()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A reading of the database, in which the law is read once however often it is asked for."""
        with self.database.reading() as session:
            session.info[_KEEPS_RULES] = True
            yield session

    @contextmanager
    def act(self, act: Act, reason: str = "") -> Iterator[UnitOfWork]:
        """The unit of work of one act of the signed-in user.

        Raises `NotAllowed` when the user is not active, still has the password given by the administrator or lacks the
        permission, as the database has it now; `Refused` while the computer's clock is behind what this station last
        wrote, except for the administrator's acts.
        """
        if self.actor is None:
            raise NotAllowed("Entre com seu usuário para continuar.")
        with self.open_work(act, self.actor.user_id, reason) as work:
            user = work.session.get(User, self.actor.user_id)
            if user is None or not user.active:
                raise NotAllowed("Seu usuário foi desativado. Procure o administrador.")
            if user.must_change_password and act is not Act.CHANGE_PASSWORD:
                raise NotAllowed("Troque a senha que o administrador lhe deu antes de continuar.")
            if not may(frozenset(Role(role) for role in user.roles), act):
                raise NotAllowed("Seu perfil não permite este ato. Procure quem o realiza no seu setor.")
            if act not in _ADMINISTRATION:
                _refuse_backward_clock(work)
            yield work

    @contextmanager
    def open_work(self, act: Act, user_id: UUID | None, reason: str = "") -> Iterator[UnitOfWork]:
        """The unit of work itself, for the two acts nobody is signed in for: setting up and signing in."""
        with unit_of_work(
            self.database, self.clock, station=self.station, act=act, user_id=user_id, reason=reason
        ) as work:
            yield work
        changes = Changes.NOTHING
        for table in work.changed_tables:
            changes |= TABLE_CHANGES[table]
        self.committed(changes)

    def may(self, act: Act) -> bool:
        """Whether the signed-in user holds the permission, for the button's sake; the door asks again."""
        return self.actor is not None and may(self.actor.roles, act)

    def rules(self, session: Session) -> Rules:
        """The law with the office's values and calendar as this transaction sees them."""
        known = session.info.get(_RULES)
        if isinstance(known, Rules):
            return known
        added, removed = office_queries.calendar_changes(session)
        made = Rules(self.law, office_queries.overrides(session), added, tuple(row.day for row in removed))
        if _KEEPS_RULES in session.info:  # an act may change a value and ask again
            session.info[_RULES] = made
        return made

    def key(self) -> SigningKey:
        """The opened signing key; raises `SigningLocked` while there is none."""
        if self.signing_key is None:
            raise SigningLocked("A chave de assinatura está trancada. Digite a frase-senha para emitir documentos.")
        return self.signing_key


def _refuse_backward_clock(work: UnitOfWork) -> None:
    last = work.last_recorded_at()
    if last is not None and work.moment < last - CLOCK_TOLERANCE:
        raise Refused(
            f"O relógio deste computador marca {local_time(work.moment):%d/%m/%Y %H:%M}, antes do último ato gravado "
            f"({local_time(last):%d/%m/%Y %H:%M}). Acerte a data e a hora do computador e repita. Se era o relógio do "
            "último ato que estava errado, basta o administrador gravar um ato em Administração com a hora certa."
        )
