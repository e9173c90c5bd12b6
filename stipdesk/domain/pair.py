"""The pair on the road: whether a driver may serve in a vehicle on a date (arts. 9, 15 §1 and 19)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from stipdesk.domain.standing import Finding, Standing

NO_OPERATOR = Finding(
    "pair.operator",
    "Nenhuma empresa operadora regular vinculada ao prestador",
    "art. 9º, caput",
    "Vincule o prestador a uma empresa com CAA.",
)


@dataclass(frozen=True, slots=True)
class PairLink:
    """The driver's right to use the vehicle, as registered; both days included, the end absent while it goes on."""

    since: date
    until: date | None
    title_valid_until: date | None


@dataclass(frozen=True, slots=True)
class PairStanding:
    """A driver in a vehicle on the road on a date: both must be regular and bound to each other."""

    may_serve: bool
    driver: Standing
    vehicle: Standing
    findings: tuple[Finding, ...]
    as_of: date


def pair_standing(
    driver: Standing, vehicle: Standing, links: Sequence[PairLink], operators: Sequence[Standing], on: date
) -> PairStanding:
    """Whether this driver may serve in this vehicle on `on`, and why not.

    A vehicle that is not registered for the driver blocks (art. 19); a title of use that ended or no regular operator
    is a warning of art. 60, as for each of them.
    """
    findings = []
    current = [link for link in links if link.since <= on and (link.until is None or on <= link.until)]
    if not current:
        text = "O veículo não está cadastrado para este prestador"
        findings.append(
            Finding("pair.link", text, "art. 19, caput", "Cadastre o veículo para o prestador.", blocks=True)
        )
    elif all(link.title_valid_until is not None and link.title_valid_until < on for link in current):
        ended = max(link.title_valid_until for link in current if link.title_valid_until is not None)
        text = f"O título de uso do veículo terminou em {ended:%d/%m/%Y}"
        since = ended + timedelta(days=1)
        findings.append(
            Finding("pair.title", text, "art. 15, § 1º", "Apresente o título de uso em vigor.", since=since)
        )
    if not any(operator.state.may_serve for operator in operators):
        findings.append(NO_OPERATOR)
    may = bool(current) and driver.state.may_serve and vehicle.state.may_serve
    return PairStanding(may, driver, vehicle, (*findings, *driver.findings, *vehicle.findings), on)
