"""A small office for the tests: its profile, its people, and records with valid documents."""

from dataclasses import replace
from datetime import date
from uuid import UUID

from stipdesk.domain.identifiers import Chassis, Cnpj, Cpf, DriverLicenseNumber, Nit, Plate, Renavam
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import (
    Address,
    DriverFields,
    Establishment,
    Fuel,
    OperatorFields,
    PolicyFields,
    ServiceCategory,
    SubjectKind,
    UseTitleFields,
    UseTitleKind,
    VehicleFields,
)
from stipdesk.services import drivers, fees, operators, requirements, users, vehicles
from stipdesk.services import office as office_service
from stipdesk.services.access import Actor, Desk
from stipdesk.services.office import OfficeProfile, SetUpOffice
from stipdesk.services.users import NewUser

PASSPHRASE = "girassol sobre a chapada"
PASSWORD = "balcão das oito"
EVERY_ROLE = frozenset(Role)

PROFILE = OfficeProfile(
    municipality="Primavera do Leste/MT",
    unit_name="Coordenadoria Municipal de Trânsito Urbano",
    management_unit_name="Unidade Gestora do STIP",
    enforcement_unit_name="Unidade Fiscalizadora do STIP",
    address="Rua Maringá, 444, Centro",
    ouvidoria_contact="(66) 3400-0001",
    ciretran_contact="(66) 3400-0002",
    coordinator_name="Helena Prado",
    coordinator_title="Coordenadora Municipal de Trânsito Urbano",
    station=1,
    station_name="CMTU",
    verification_url="https://primaveradoleste.mt.gov.br/stip",
)
ADDRESS = Address("Avenida São Paulo", "100", "", "Primavera II", "Primavera do Leste", "MT", "78850000")
OPERATOR = OperatorFields(
    cnpj=Cnpj.with_check_digits("123456780001"),
    legal_name="Cerrado Mobilidade Ltda.",
    trade_name="Cerrado",
    app_name="Cerrado Vai",
    establishment=Establishment.BRANCH,
    commercial_registry="51200000001",
    municipal_registration="10203",
    corporate_email="contato@cerrado.example",
    phone="6634000000",
    representative_name="Otávio Lemos",
    representative_cpf=Cpf.with_check_digits("123456789"),
    address=ADDRESS,
)
DRIVER = DriverFields(
    cpf=Cpf.with_check_digits("111444777"),
    full_name="Ana Beatriz de Souza",
    birth_date=date(1990, 5, 17),
    birth_state="MT",
    license_number=DriverLicenseNumber.with_check_digits("123456789"),
    license_category="AB",
    has_paid_activity_endorsement=True,
    license_valid_until=date(2029, 9, 30),
    nit=Nit.with_check_digits("1234567891"),
    email="ana@example.com",
    email_consent_on=date(2026, 11, 30),
    phone="66999990000",
    address=ADDRESS,
)
VEHICLE = VehicleFields(
    plate=Plate("ABC1D23"),
    renavam=Renavam.with_check_digits("0012345678"),
    chassis=Chassis("9BWZZZ00ZZP000001"),
    chassis_restamped=False,
    make="Chevrolet",
    model="Onix Plus",
    color="Prata",
    manufacture_year=2022,
    model_year=2023,
    fuel=Fuel.FLEX,
    is_hybrid=False,
    doors=4,
    seats=5,
    has_air_conditioning=True,
    is_adapted=False,
    categories=(ServiceCategory.COMMON,),
    registration_year=2026,
    owner_name="Ana Beatriz de Souza",
    owner_document=Cpf.with_check_digits("111444777"),
)
OWNED = UseTitleFields(UseTitleKind.OWNER, "", None)
POLICY = PolicyFields("Seguradora do Cerrado", "AP-1001", date(2026, 3, 1), date(2027, 6, 30), 4, 10_000_00, 10_000_00)


def set_up(desk: Desk) -> None:
    """The first start, by somebody who holds every role."""
    administrator = NewUser("helena", "Helena Prado", "0457", EVERY_ROLE, PASSWORD)
    values = {"fee_driver_annual": 150_00, "fee_operator_annual": 1_500_00, "upf_value": 5_12}
    office_service.set_up(desk, SetUpOffice(PROFILE, administrator, PASSPHRASE, values, "Decreto 1/2026"))


def add_colleague(desk: Desk) -> Actor:
    """Iara, who holds every role too; the one at the desk stays."""
    with desk.act(Act.CREATE_USER) as work:
        colleague = NewUser("iara", "Iara Nunes", "0731", EVERY_ROLE, PASSWORD)
        user = users.add_user(work, colleague, must_change_password=False)
        return Actor(user.id, user.login, user.full_name, user.registration, EVERY_ROLE)


def sign_in_as(desk: Desk, *roles: Role, login: str = "rui") -> None:
    """Create a user with these roles, who chose his own password already, and put him at the desk."""
    with desk.act(Act.CREATE_USER) as work:
        user = NewUser(login, login.title(), "0999", frozenset(roles), PASSWORD)
        users.add_user(work, user, must_change_password=False)
    users.sign_in(desk, login, PASSWORD)


def another_driver(number: int, name: str = "Bruno Teixeira") -> DriverFields:
    """A driver with documents of his own, by number."""
    return replace(
        DRIVER,
        cpf=Cpf.with_check_digits(f"{222000000 + number}"),
        full_name=name,
        license_number=DriverLicenseNumber.with_check_digits(f"{333000000 + number}"),
        nit=Nit.with_check_digits(f"{1300000000 + number}"),
        birth_date=date(1985, 1, 1 + number % 28),
    )


def another_vehicle(number: int) -> VehicleFields:
    """A vehicle with documents of its own, by number."""
    return replace(
        VEHICLE,
        plate=Plate(f"QBX{number % 10}A{number % 100:02d}"),
        renavam=Renavam.with_check_digits(f"{10_0000_000 + number:010d}"),
        chassis=Chassis(f"9BWZZZ00ZZP{100000 + number}"),
    )


def walk_in(desk: Desk) -> tuple[UUID, UUID, UUID]:
    """Operator, driver and vehicle registered and linked; only papers, fee and inspection are missing."""
    operator_id = operators.register(desk, OPERATOR)
    driver_id = drivers.register(desk, DRIVER, operator_id)
    vehicle_id = vehicles.register(desk, VEHICLE, driver_id, OWNED, POLICY)
    return operator_id, driver_id, vehicle_id


def ready(desk: Desk, driver_id: UUID, receipt: str = "BB-1") -> None:
    """Papers checked and fee paid: the driver's CAA can be issued."""
    certificate = requirements.CheckRequirement(
        SubjectKind.DRIVER, driver_id, "driver.criminal_certificate", accepted=True, issued_on=desk.today
    )
    requirements.check_requirement(desk, certificate)
    pay(desk, SubjectKind.DRIVER, driver_id, receipt)


def pay(desk: Desk, kind: SubjectKind, subject_id: UUID, receipt: str) -> None:
    due = fees.fee_due(desk, kind, subject_id)
    fees.record_payment(desk, fees.RecordFeePayment(kind, subject_id, due.amount, desk.today, receipt, ""))
