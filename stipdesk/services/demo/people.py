"""Made-up people, companies and cars for the fictitious office: plausible, with right check digits, and nobody's.

Everything comes from one `Random`: the same seed gives the same people. Documents never repeat within one seed.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from math import gcd
from random import Random

from stipdesk.domain.identifiers import Chassis, Cnpj, Cpf, DriverLicenseNumber, Nit, Plate, Renavam
from stipdesk.domain.registers import (
    Address,
    DriverFields,
    Establishment,
    Fuel,
    OperatorFields,
    PolicyFields,
    ServiceCategory,
    UseTitleFields,
    UseTitleKind,
    VehicleFields,
)
from stipdesk.domain.text import fold

CITY = "Primavera do Leste"
_WOMEN = (
    "Adriana", "Aline", "Amanda", "Ana Beatriz", "Ana Cláudia", "Ana Lúcia", "Andréia", "Ângela", "Antônia", "Beatriz",
    "Bruna", "Camila", "Carla", "Cecília", "Célia", "Cíntia", "Cláudia", "Cristiane", "Daniela", "Débora", "Eliane",
    "Érica", "Fabiana", "Fátima", "Fernanda", "Flávia", "Francisca", "Gabriela", "Graça", "Helena", "Heloísa", "Inês",
    "Isabel", "Ivone", "Janaína", "Joana", "Josefa", "Júlia", "Jussara", "Karina", "Larissa", "Letícia", "Lívia",
    "Lúcia", "Luísa", "Márcia", "Maria Aparecida", "Maria da Conceição", "Maria das Graças", "Maria de Fátima",
    "Maria José", "Mariana", "Marlene", "Mônica", "Nair", "Natália", "Patrícia", "Paula", "Priscila", "Rafaela",
    "Raquel", "Renata", "Rita", "Rosângela", "Sandra", "Sílvia", "Simone", "Sônia", "Tatiana", "Tereza", "Valéria",
    "Vanessa", "Vera Lúcia", "Vitória", "Zilda",
)  # fmt: skip
_MEN = (
    "Adão", "Ademir", "Adriano", "Alan", "Alex", "Anderson", "André", "Antônio", "Aparecido", "Benedito", "Bruno",
    "Caio", "Carlos", "Carlos Eduardo", "Célio", "César", "Cícero", "Cláudio", "Cristiano", "Daniel", "Davi", "Diego",
    "Diogo", "Edson", "Eduardo", "Emerson", "Érico", "Fábio", "Felipe", "Fernando", "Flávio", "Francisco", "Gabriel",
    "Geraldo", "Gilberto", "Guilherme", "Gustavo", "Hélio", "Henrique", "Igor", "Ítalo", "Ivan", "Jair", "João",
    "João Batista", "João Pedro", "Joaquim", "Jorge", "José", "José Carlos", "Joílson", "Júlio", "Leandro", "Leonardo",
    "Lucas", "Luís", "Luiz Henrique", "Márcio", "Marcos", "Mário", "Matheus", "Maurício", "Mauro", "Moacir", "Nélson",
    "Osvaldo", "Otávio", "Paulo", "Paulo César", "Pedro", "Rafael", "Raimundo", "Renato", "Ricardo", "Roberto",
    "Rodrigo", "Rogério", "Sebastião", "Sérgio", "Severino", "Thiago", "Valdir", "Vicente", "Vinícius", "Wagner",
    "Wellington", "William", "Zé Maria",
)  # fmt: skip
_SURNAMES = (
    "Almeida", "Alves", "Amaral", "Andrade", "Antunes", "Araújo", "Arruda", "Assis", "Azevedo", "Barbosa", "Barros",
    "Batista", "Bezerra", "Borges", "Brandão", "Brito", "Camargo", "Campos", "Cardoso", "Carneiro", "Carvalho",
    "Castro", "Cavalcante", "Conceição", "Cordeiro", "Correia", "Costa", "Coutinho", "Cunha", "Dias",
    "Duarte", "Esteves", "Evangelista", "Farias", "Fernandes", "Ferraz", "Ferreira", "Figueiredo", "Fonseca",
    "Fontoura", "França", "Freitas", "Garcia", "Gomes", "Gonçalves", "Guimarães", "Kowalski", "Leite", "Lima", "Lopes",
    "Macedo", "Machado", "Magalhães", "Marques", "Martins", "Medeiros", "Meira", "Mello", "Mendes", "Menezes",
    "Miranda", "Monteiro", "Moraes", "Moreira", "Moura", "Müller", "Nascimento", "Neves", "Nogueira", "Nunes",
    "Oliveira", "Pacheco", "Paiva", "Pereira", "Pinheiro", "Pinto", "Pires", "Queiroz", "Ramos", "Reis", "Rezende",
    "Ribeiro", "Rocha", "Rodrigues", "Sampaio", "Santana", "Santiago", "Santos", "Schmidt", "Silva", "Silveira",
    "Simões", "Soares", "Sousa", "Souza", "Tavares", "Teixeira", "Trindade", "Vasconcelos", "Vieira", "Xavier",
    "Zanatta",
)  # fmt: skip
_PARTICLES = {
    **dict.fromkeys(("Conceição", "Costa", "Cunha", "Fonseca", "Rocha", "Silva", "Silveira", "Trindade"), "da"),
    **dict.fromkeys(("Reis", "Santos"), "dos"),
    **dict.fromkeys(("Almeida", "Assis", "Freitas", "Lima", "Moraes", "Oliveira", "Souza"), "de"),
    **dict.fromkeys(("Nascimento", "Amaral"), "do"),
}
_LAST_SURNAMES = (*(f"{_PARTICLES.get(name, '')} {name}".strip() for name in _SURNAMES), "D'Ávila", "D'Agostini")
_STREETS = (
    "Avenida Cuiabá", "Avenida das Torres", "Avenida do Cerrado", "Avenida São João", "Rua Araguaia", "Rua Bem-te-vi",
    "Rua Canário", "Rua Curitiba", "Rua das Acácias", "Rua das Orquídeas", "Rua do Comércio", "Rua dos Ipês",
    "Rua Ipê-Amarelo", "Rua Jatobá", "Rua Londrina", "Rua Maceió", "Rua Pequi", "Rua Piracicaba", "Rua Poxoréu",
    "Rua Rio Grande", "Rua Rondonópolis", "Rua Santo Antônio", "Rua Sucupira", "Rua Tarumã", "Travessa Belém",
)  # fmt: skip
_DISTRICTS = (
    "Centro", "Primavera I", "Primavera II", "Primavera III", "Jardim Riva", "Parque Eldorado", "São Cristóvão",
    "Castelândia", "Guterres", "Tuiuiú",
)  # fmt: skip
# Make, model, fuel, seats.
_CARS = (
    ("Chevrolet", "Onix", Fuel.FLEX, 5), ("Chevrolet", "Onix Plus", Fuel.FLEX, 5), ("Chevrolet", "Spin", Fuel.FLEX, 7),
    ("Chevrolet", "Prisma", Fuel.FLEX, 5), ("Volkswagen", "Gol", Fuel.FLEX, 5), ("Volkswagen", "Voyage", Fuel.FLEX, 5),
    ("Volkswagen", "Polo", Fuel.FLEX, 5), ("Volkswagen", "Virtus", Fuel.FLEX, 5), ("Fiat", "Argo", Fuel.FLEX, 5),
    ("Fiat", "Cronos", Fuel.FLEX, 5), ("Fiat", "Uno", Fuel.FLEX, 5), ("Fiat", "Grand Siena", Fuel.NATURAL_GAS, 5),
    ("Hyundai", "HB20", Fuel.FLEX, 5), ("Hyundai", "HB20S", Fuel.FLEX, 5), ("Renault", "Logan", Fuel.FLEX, 5),
    ("Renault", "Sandero", Fuel.FLEX, 5), ("Renault", "Kwid", Fuel.FLEX, 5), ("Ford", "Ka Sedan", Fuel.FLEX, 5),
    ("Toyota", "Etios Sedan", Fuel.FLEX, 5), ("Toyota", "Yaris", Fuel.FLEX, 5), ("Toyota", "Corolla", Fuel.HYBRID, 5),
    ("Honda", "City", Fuel.FLEX, 5), ("Nissan", "Versa", Fuel.FLEX, 5), ("Peugeot", "208", Fuel.FLEX, 5),
    ("Citroën", "C3", Fuel.FLEX, 5), ("BYD", "Dolphin", Fuel.ELECTRIC, 5),
)  # fmt: skip
_COLORS = ("Branca", "Prata", "Preta", "Cinza", "Vermelha", "Azul", "Marrom", "Bege")
_INSURERS = ("Seguradora Araguaia", "Seguradora do Cerrado", "Vale Verde Seguros", "Companhia Pantanal de Seguros")
_APPS = (
    ("Cerrado Mobilidade", "Cerrado Vai"), ("Leste Corridas", "LesteJá"), ("Araguaia Transportes", "Araguaia Car"),
    ("Ipê Viagens", "Ipê Vai"), ("Tuiuiú Tecnologia", "Tuiuiú"), ("Rota Certa Aplicativos", "Rota Certa"),
    ("Chapada Serviços Digitais", "Chapada Go"), ("Pantanal Mobilidade", "Panta"), ("Via Soja Tecnologia", "ViaSoja"),
    ("Bem-te-vi Transportes", "Bem-te-vi"), ("Portal do Leste Corridas", "Portal Car"), ("Buriti Móvel", "Buriti"),
)  # fmt: skip
_CATEGORIES = (
    (ServiceCategory.COMMON,), (ServiceCategory.COMMON,), (ServiceCategory.COMMON, ServiceCategory.DELIVERY),
    (ServiceCategory.COMFORT,), (ServiceCategory.COMMON, ServiceCategory.COMFORT), (ServiceCategory.PREMIUM,),
)  # fmt: skip
_VIN_YEARS = "ABCDEFGHJKLMNPRSTVWXY123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLATES = 9 * len(_LETTERS) ** 2 * 10_000
_NOT_IN_CHASSIS = str.maketrans("IOQ", "100")


class People:
    """Hands out one after another, without end. `today` is the day the ages and validities are counted from."""

    def __init__(self, random: Random, today: date) -> None:
        self._random = random
        self._today = today
        self._cpfs = _numbers(random, 10**9)
        self._licenses = _numbers(random, 10**9)
        self._nits = _numbers(random, 10**9)
        self._renavams = _numbers(random, 10**8)
        self._chassis = _numbers(random, 10**6)
        self._plates = _numbers(random, _PLATES)
        self._companies = 0

    def name(self) -> str:
        pick = self._random.choice
        first = pick(_WOMEN if self._random.random() < 0.3 else _MEN)
        return f"{first} {pick(_SURNAMES)} {pick(_LAST_SURNAMES)}"

    def address(self) -> Address:
        pick = self._random.choice
        complement = f"casa {self._random.randint(1, 9)}" if self._random.random() < 0.1 else ""
        number = str(self._random.randint(1, 2400))
        return Address(pick(_STREETS), number, complement, pick(_DISTRICTS), CITY, "MT", "78850000")

    def phone(self) -> str:
        return f"669{self._random.randint(80000000, 99999999)}"

    def driver(self, registered_on: date) -> DriverFields:
        """Most have everything arts. 14-15 ask for; one in twenty lacks something or let the licence lapse."""
        random, name = self._random, self.name()
        words = fold(name).split()
        lacks = random.random()
        days_left = random.randint(-60, -1) if lacks < 0.02 else random.randint(5, 3000)
        return DriverFields(
            cpf=Cpf.with_check_digits(f"{next(self._cpfs):09d}"),
            full_name=name,
            birth_date=self._today - timedelta(days=random.randint(21 * 365, 66 * 365)),
            birth_state="MT" if random.random() < 0.9 else random.choice(("GO", "MS", "PR", "RS", "SP")),
            license_number=DriverLicenseNumber.with_check_digits(f"{next(self._licenses):09d}"),
            license_category=random.choice(("B", "B", "B", "AB", "AB", "D", "AD")),
            has_paid_activity_endorsement=not 0.02 <= lacks < 0.03,
            license_valid_until=self._today + timedelta(days=days_left),
            nit="" if 0.03 <= lacks < 0.04 else Nit.with_check_digits(f"1{next(self._nits):09d}"),
            email="" if 0.04 <= lacks < 0.05 else f"{words[0]}.{words[-1]}{random.randint(1, 9999)}@example.com",
            email_consent_on=None if 0.04 <= lacks < 0.05 else registered_on,
            phone=self.phone(),
            address=self.address(),
        )

    def operator(self) -> OperatorFields:
        random, number = self._random, self._companies
        self._companies += 1
        company, app = _APPS[number % len(_APPS)]
        host = fold(app).replace(" ", "").replace("-", "")
        return OperatorFields(
            cnpj=Cnpj.with_check_digits(f"{random.randint(10000000, 59999999):08d}{1 + number:04d}"),
            legal_name=f"{company} {random.choice(('Ltda.', 'S.A.', 'Ltda. ME'))}",
            trade_name=company,
            app_name=app,
            establishment=random.choice((Establishment.HEAD_OFFICE, Establishment.BRANCH)),
            commercial_registry=f"512{random.randint(0, 99999999):08d}",
            municipal_registration=f"{10200 + number}",
            corporate_email=f"contato@{host}.example",
            phone=f"6634{random.randint(0, 999999):06d}",
            representative_name=self.name(),
            representative_cpf=Cpf.with_check_digits(f"{next(self._cpfs):09d}"),
            address=self.address(),
        )

    def vehicle(self, driver_name: str, driver_cpf: str, registered_on: date, *, owned: bool) -> VehicleFields:
        """The driver's own car or another's, within the limits of art. 18 but for one in fifty, too old."""
        random = self._random
        make, model, fuel, seats = random.choice(_CARS)
        year = registered_on.year - (random.randint(9, 14) if random.random() < 0.02 else random.randint(0, 4))
        return VehicleFields(
            plate=self._plate(),
            renavam=Renavam.with_check_digits(f"01{next(self._renavams):08d}"),
            chassis=self._chassis_of(make, year),
            chassis_restamped=random.random() < 0.005,
            make=make,
            model=model,
            color=random.choice(_COLORS),
            manufacture_year=year,
            model_year=year + random.randint(0, 1),
            fuel=fuel,
            is_hybrid=fuel is Fuel.HYBRID,
            doors=4,
            seats=seats,
            has_air_conditioning=True,
            is_adapted=random.random() < 0.02,
            categories=random.choice(_CATEGORIES),
            registration_year=registered_on.year,
            owner_name=driver_name if owned else self.name(),
            owner_document=driver_cpf if owned else Cpf.with_check_digits(f"{next(self._cpfs):09d}"),
        )

    def use_title(self, *, owned: bool, since: date) -> UseTitleFields:
        if owned:
            return UseTitleFields(UseTitleKind.OWNER, "", None)
        random = self._random
        kind = random.choice((UseTitleKind.POWER_OF_ATTORNEY, UseTitleKind.OWNER_DECLARATION, UseTitleKind.RENTAL))
        if kind is UseTitleKind.RENTAL:
            return UseTitleFields(kind, f"Contrato {random.randint(1000, 9999)}", since + timedelta(days=1095))
        book = f"2º Ofício, livro {random.randint(10, 99)}, folha {random.randint(1, 300)}"
        return UseTitleFields(kind, book, since + timedelta(days=1095) if random.random() < 0.5 else None)

    def policy(self, seats: int, since: date) -> PolicyFields:
        random = self._random
        days = 365 if random.random() < 0.1 else 1095
        return PolicyFields(
            insurer=random.choice(_INSURERS),
            policy_number=f"AP-{random.randint(100000, 999999)}",
            starts_on=since,
            ends_on=since + timedelta(days=days),
            seats_covered=seats - 1,
            death_amount=10_000_00 * random.randint(1, 5),
            disability_amount=10_000_00 * random.randint(1, 5),
        )

    def place(self) -> str:
        return f"{self._random.choice(_STREETS)}, {self._random.randint(1, 2400)}"

    def _chassis_of(self, make: str, year: int) -> Chassis:
        maker = make[:2].upper().translate(_NOT_IN_CHASSIS)
        model = f"{self._random.choice('DGFRW')}{maker}{self._random.randint(1000, 9999)}"
        return Chassis(f"9B{model}{_VIN_YEARS[year % 30]}{self._random.choice('ABCP')}{next(self._chassis):06d}")

    def _plate(self) -> Plate:
        """Three in ten still carry the old plate; some of the new ones never had another (fifth letter K-Z)."""
        letters, digits = divmod(next(self._plates), 10_000)
        first, rest = divmod(letters, 676)
        pair = f"{_LETTERS[rest // 26]}{_LETTERS[rest % 26]}"
        old = Plate(f"{'JKLMNOPQR'[first]}{pair}{digits:04d}")
        kind = self._random.random()
        if kind < 0.3:
            return old
        if kind < 0.8:
            return Plate(old.mercosul)
        return Plate(f"{'STUVWXYZA'[first]}{pair}{old[3]}{'KLMNPRSTUV'[int(old[4])]}{old[5:]}")


def _numbers(random: Random, size: int) -> Iterator[int]:
    """The numbers below `size` in an order that looks like chance, none twice, none of one repeated digit."""
    length = len(str(size - 1))
    step = random.randrange(size // 3, size // 2)
    while gcd(step, size) != 1:
        step += 1
    number = random.randrange(size)
    while True:
        number = (number + step) % size
        if len(set(f"{number:0{length}d}")) > 1:
            yield number
