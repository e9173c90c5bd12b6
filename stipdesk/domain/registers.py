"""The fields of the three registers as the forms fill them and the services store them.

Every text has already passed its domain type; an empty optional text is `""`, an empty optional date is `None`.
The names are those of the columns, so that storing, comparing and the journal speak of the same fields.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from uuid import UUID

from stipdesk.domain.contacts import PostalCode


class SubjectKind(StrEnum):
    OPERATOR = "operator"
    DRIVER = "driver"
    VEHICLE = "vehicle"
    INFRACTION = "infraction"
    APPLICATION = "application"
    MEASURE = "measure"


class Establishment(StrEnum):
    """Art. 9 III: the operator has its head office or a branch in the city."""

    HEAD_OFFICE = "head_office"
    BRANCH = "branch"


class Fuel(StrEnum):
    GASOLINE = "gasoline"
    ETHANOL = "ethanol"
    FLEX = "flex"
    DIESEL = "diesel"
    NATURAL_GAS = "natural_gas"
    HYBRID = "hybrid"
    ELECTRIC = "electric"


class ServiceCategory(StrEnum):
    """Art. 18 §2 I: labels for the passenger's choice, without legal effect on the authorisation."""

    COMMON = "common"
    COMFORT = "comfort"
    PREMIUM = "premium"
    WOMAN_DRIVER = "woman_driver"
    DELIVERY = "delivery"


class UseTitleKind(StrEnum):
    """By what right the driver uses the vehicle (arts. 15 III, 15 §1, 19 II, 19 §2)."""

    OWNER = "owner"
    POWER_OF_ATTORNEY = "power_of_attorney"
    OWNER_DECLARATION = "owner_declaration"
    LEASING = "leasing"
    RENTAL = "rental"


@dataclass(frozen=True, slots=True)
class Address:
    street: str = ""
    number: str = ""
    complement: str = ""
    district: str = ""
    city: str = ""
    state: str = ""
    postal_code: str = ""

    def __str__(self) -> str:
        line = ", ".join(part for part in (self.street, self.number, self.complement, self.district) if part)
        place = "/".join(part for part in (self.city, self.state) if part)
        code = f"CEP {PostalCode(self.postal_code).shown}" if self.postal_code else ""
        return " · ".join(part for part in (line, place, code) if part)


@dataclass(frozen=True, slots=True)
class OperatorFields:
    """Arts. 9-10: who the company is and how the public power writes to it."""

    cnpj: str
    legal_name: str
    trade_name: str
    app_name: str
    establishment: Establishment
    commercial_registry: str
    municipal_registration: str
    corporate_email: str
    phone: str
    representative_name: str
    representative_cpf: str
    address: Address
    notes: str = ""


@dataclass(frozen=True, slots=True)
class DriverFields:
    """Arts. 14-15. `email_consent_on` is the date of the signed consent line of art. 15 IV."""

    cpf: str
    full_name: str
    birth_date: date | None
    birth_state: str
    license_number: str
    license_category: str
    has_paid_activity_endorsement: bool
    license_valid_until: date | None
    nit: str
    email: str
    email_consent_on: date | None
    phone: str
    address: Address
    notes: str = ""


@dataclass(frozen=True, slots=True)
class VehicleFields:
    """Arts. 18-19. `registration_year` is the exercise of the CRLV; `plate` is stored without separators."""

    plate: str
    renavam: str
    chassis: str
    chassis_restamped: bool
    make: str
    model: str
    color: str
    manufacture_year: int
    model_year: int
    fuel: Fuel
    is_hybrid: bool
    doors: int
    seats: int
    has_air_conditioning: bool
    is_adapted: bool
    categories: tuple[ServiceCategory, ...]
    registration_year: int | None
    owner_name: str
    owner_document: str
    notes: str = ""

    @property
    def is_electric(self) -> bool:
        return self.fuel is Fuel.ELECTRIC


@dataclass(frozen=True, slots=True)
class PolicyFields:
    """The passengers' accident policy (art. 18 III); amounts per passenger in centavos."""

    insurer: str
    policy_number: str
    starts_on: date
    ends_on: date
    seats_covered: int
    death_amount: int
    disability_amount: int
    index_name: str = "INPC"


@dataclass(frozen=True, slots=True)
class UseTitleFields:
    """`reference` names the paper: registry office, book and page, contract number."""

    kind: UseTitleKind
    reference: str
    valid_until: date | None


@dataclass(frozen=True, slots=True)
class Similar:
    """A record that may be the same person, company or car as the one being typed."""

    kind: SubjectKind
    subject_id: UUID
    label: str
    why: str
    certain: bool


class SealRecovery(StrEnum):
    """What became of the sticker of a seal that was replaced: handed in, or declared lost by the holder."""

    COLLECTED = "collected"
    DECLARED_LOST = "declared_lost"


class AuthorizationKind(StrEnum):
    """The CAA of arts. 9-12 and 14-17; PROVISIONAL is art. 16 §1."""

    OPERATOR = "operator"
    DRIVER = "driver"
    PROVISIONAL = "provisional"


class Addressee(StrEnum):
    """To whom an auto de infração is directed: art. 37 §1 or §5."""

    DRIVER = "driver"
    OPERATOR = "operator"
