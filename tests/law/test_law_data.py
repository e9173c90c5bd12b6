"""The law's data: complete, consistent, and refused with the file and the key when it is not."""

import shutil
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from stipdesk.domain.calendar import DeadlineUnit, reckon
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.legal import EvidenceKind, ParameterOverride, Party, Unit, is_article
from stipdesk.law.loader import load_law
from stipdesk.law.schema import LawDataError
from stipdesk.paths import resource

LAW = load_law()
TODAY = date(2026, 12, 1)
NO_VALUE = {
    "fee_operator_annual",
    "fee_operator_renewal",
    "fee_driver_annual",
    "fee_driver_renewal",
    "upf_value",
    "revenue_code_licence_fees",
    "revenue_code_public_price",
    "insurance_minimum_per_passenger",
    "appeal_judgment_days",
}


def override(
    code: str, value: int | str | bool, valid_from: date = date(2026, 1, 1), legal_basis: str = "Portaria 1/2026"
) -> ParameterOverride:
    return ParameterOverride(code, value, valid_from, legal_basis)


# ── what the files say ──


def test_twenty_conducts_in_four_groups() -> None:
    assert Counter(conduct.group for conduct in LAW.conducts) == {"A": 6, "B": 4, "C": 7, "D": 3}


def test_conducts_are_the_alineas_of_art_59_in_order() -> None:
    incisos = {"A": "I", "B": "II", "C": "III", "D": "IV"}
    expected = [
        (f"{group}-{letter}", f"art. 59, {incisos[group]}, {letter}")
        for group, letters in (("A", "abcdef"), ("B", "abcd"), ("C", "abcdefg"), ("D", "abc"))
        for letter in letters
    ]
    assert [(conduct.code, conduct.article) for conduct in LAW.conducts] == expected


@pytest.mark.parametrize(
    ("group", "label", "minimum", "maximum"),
    [("A", "leve", 50, 100), ("B", "média", 70, 150), ("C", "grave", 100, 180), ("D", "gravíssima", 150, 200)],
)
def test_ranges_of_arts_30_and_31(group: str, label: str, minimum: int, maximum: int) -> None:
    found = LAW.group(group)
    assert (found.label, found.upf_minimum, found.upf_maximum) == (label, minimum, maximum)


def test_twins_point_at_each_other() -> None:
    pairs = {(conduct.code, twin.code) for conduct in LAW.conducts for twin in conduct.twins}
    assert pairs == {(other, one) for one, other in pairs}
    assert {("A-b", "D-c"), ("B-b", "C-c"), ("B-c", "C-c"), ("B-c", "C-d"), ("A-d", "A-e")} <= pairs


def test_conduct_texts_are_the_laws_own_words() -> None:
    for conduct in LAW.conducts:
        # Every alínea goes on from the caput: lower case, and the final mark belongs to the list, not to the text.
        assert conduct.text[0].islower(), conduct.code
        assert conduct.text[-1] not in ".;,", conduct.code
        assert " ".join(conduct.text.split()) == conduct.text
    assert LAW.conduct("A-b").text == "prestar serviço com o Certificado Autorização Anual - CAA, vencido"
    assert LAW.conduct("D-c").text == "operar sem autorização, ou com a autorização suspensa ou vencida"
    with pytest.raises(KeyError):
        LAW.conduct("E-a")


def test_every_article_cited_is_one_of_this_law() -> None:
    cited = [
        *(definition.article for definition in LAW.parameters.values()),
        *(deadline.article for deadline in LAW.deadlines.values()),
        *(definition.requirement.article for definition in LAW.requirement_definitions),
        *(group.article for group in LAW.groups.values()),
        *(duty for conduct in LAW.conducts for duty in conduct.duties),
        *(slip.article for slip in LAW.slips),
    ]
    assert len(cited) > 150
    assert [article for article in cited if not is_article(article)] == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("art. 12, § 1º", True),
        ("art. 9º, VII; art. 10, II", True),
        ("art. 37, § 1º, VII", True),
        ("art. 59, III, g", True),
        ("art. 28, parágrafo único", True),
        ("art. 9, VII", False),
        ("art. 64", False),
        ("art. 12º", False),
        ("art. 59, IIX, a", False),
        ("Art. 12", False),
        ("art. 12 § 1º", False),
        ("art. 12; ", False),
        ("", False),
    ],
)
def test_how_articles_are_written(text: str, right: bool) -> None:
    assert is_article(text) is right


def test_codes_are_unique_and_no_two_kinds_share_one() -> None:
    requirements = [definition.requirement.code for definition in LAW.requirement_definitions]
    assert len(requirements) == len(set(requirements))
    assert not LAW.parameters.keys() & LAW.deadlines.keys()
    items = [item.code for item in LAW.inspection_items]
    assert len(items) == len(set(items)) == 22


@pytest.mark.parametrize(
    ("subject", "articles"),
    [
        (
            "operator",
            [
                *(f"art. 9º, {inciso}" for inciso in ("I", "II", "III", "IV", "V", "VI", "VII")),
                *(f"art. 10, {inciso}" for inciso in ("I", "II", "III", "IV")),
                *(
                    f"art. 13, {inciso}"
                    for inciso in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
                ),
            ],
        ),
        (
            "driver",
            [
                *(f"art. 14, {inciso}" for inciso in ("I", "II", "III", "IV")),
                *(f"art. 15, {inciso}" for inciso in ("I", "II", "III", "IV")),
            ],
        ),
        (
            "vehicle",
            [
                *(f"art. 18, {inciso}" for inciso in ("I", "II", "III", "IV")),
                *(f"art. 19, {inciso}" for inciso in ("I", "II", "III", "IV")),
            ],
        ),
    ],
)
def test_every_inciso_of_the_requirements_is_there(subject: str, articles: list[str]) -> None:
    cited = {article for requirement in LAW.requirements(subject, TODAY) for article in requirement.article.split("; ")}
    assert set(articles) <= cited


def test_what_may_be_absent() -> None:
    absent = {
        requirement.code
        for subject in ("operator", "driver", "vehicle")
        for requirement in LAW.requirements(subject, TODAY)
        if requirement.may_be_absent
    }
    assert absent == {
        "operator.other_documents",
        "driver.other_documents",
        "driver.criminal_certificate_other_state",
        "driver.use_title",
        "vehicle.use_title",
        "vehicle.inspection",
    }


def test_one_payment_for_each_authorization_and_one_inspection() -> None:
    evidence = {
        requirement.code: requirement.evidence
        for subject in ("operator", "driver", "vehicle")
        for requirement in LAW.requirements(subject, TODAY)
    }
    assert [code for code, kind in evidence.items() if kind is EvidenceKind.PAYMENT] == ["operator.fee", "driver.fee"]
    assert [code for code, kind in evidence.items() if kind is EvidenceKind.INSPECTION] == ["vehicle.inspection"]


def test_app_changes_are_demanded_only_after_sixty_days() -> None:
    before = {requirement.article for requirement in LAW.requirements("operator", date(2022, 5, 3))}
    after = {requirement.article for requirement in LAW.requirements("operator", date(2022, 5, 4))}
    assert after - before == {f"art. 13, {inciso}" for inciso in ("VII", "VIII", "IX", "X", "XI")}


def test_terms_of_the_citizen_roll_and_those_of_the_office_do_not() -> None:
    validities = {"authorization_validity", "provisional_authorization", "seal_validity"}
    for code, deadline in LAW.deadlines.items():
        assert deadline.roll_forward is (deadline.party is Party.CITIZEN and code not in validities), code


def test_every_deadline_with_a_number_can_be_reckoned() -> None:
    for code in LAW.deadlines.keys() - {"appeal_judgment"}:
        deadline = reckon(LAW.deadline_rule(code, TODAY), TODAY, LAW.calendar())
        assert deadline.due > TODAY
        assert deadline.steps[-1].startswith("Base da contagem: ")


def test_what_the_law_does_not_price_has_no_value() -> None:
    assert {code for code, definition in LAW.parameters.items() if not definition.values} == NO_VALUE
    for code in NO_VALUE:
        with pytest.raises(InvalidValue, match="não tem valor em 01/12/2026"):
            LAW.parameter(code, TODAY)


def test_settings_say_that_the_law_is_silent_or_whose_choice_it_is() -> None:
    for code, definition in LAW.parameters.items():
        for value in definition.values:
            assert definition.setting is not value.legal_basis.startswith("Lei 2.054/2022, art"), code


def test_texts_fill_in_and_miss_nothing() -> None:
    text = LAW.text("certificate_renewal", day="31/05/2027", days="30", articles="art. 17, §§ 1º e 2º")
    assert "até 31/05/2027" in text
    with pytest.raises(KeyError):
        LAW.text("certificate_renewal", day="31/05/2027")
    assert LAW.text("law_heading") == "Lei Municipal nº 2.054, de 4 de março de 2022"


def test_slips_of_the_law_are_quoted() -> None:
    quoted = {slip.article: slip.written for slip in LAW.slips}
    assert quoted["art. 48, § 2º"] == "30 (dias) dias"
    assert {"art. 16, § 3º", "art. 18, III", "art. 21, XIX", "art. 48, caput", "art. 59, caput"} <= quoted.keys()


def test_municipal_days() -> None:
    calendar = LAW.calendar()
    assert not calendar.is_business_day(date(2026, 5, 13))
    assert not calendar.is_business_day(date(2025, 7, 25))
    assert not calendar.is_business_day(date(2025, 6, 19))
    assert calendar.is_business_day(date(2026, 2, 18))


# ── values on a date, and the office's own ──


def test_nothing_has_a_value_before_the_law() -> None:
    with pytest.raises(InvalidValue):
        LAW.parameter("prior_defense_days", date(2022, 3, 3))
    assert LAW.parameter("prior_defense_days", date(2022, 3, 4)).number == 15


def test_a_fee_entered_by_the_office_is_found_from_its_day() -> None:
    fees = [override("fee_driver_annual", 12_345), override("fee_driver_annual", 13_000, date(2027, 1, 1))]
    assert LAW.parameter("fee_driver_annual", date(2026, 12, 31), fees).number == 12_345
    assert LAW.parameter("fee_driver_annual", date(2027, 1, 1), fees).number == 13_000
    with pytest.raises(InvalidValue):
        LAW.parameter("fee_driver_annual", date(2025, 12, 31), fees)


def test_of_two_overrides_of_the_same_day_the_last_entered_holds() -> None:
    fees = [override("upf_value", 100), override("upf_value", 200)]
    parameter = LAW.parameter("upf_value", TODAY, fees)
    assert (parameter.number, parameter.legal_basis) == (200, "Portaria 1/2026")


def test_the_office_prevails_over_the_law_of_the_same_day() -> None:
    own = override("seal_validity_months", 6, date(2022, 3, 4))
    assert LAW.parameter("seal_validity_months", TODAY, [own]).number == 6


def test_an_override_of_another_type_is_refused_not_used() -> None:
    with pytest.raises(InvalidValue, match="outro tipo"):
        LAW.parameter("upf_value", TODAY, [override("upf_value", "cem")])


def test_a_parameter_is_read_by_its_type() -> None:
    days = LAW.parameter("prior_defense_days", TODAY)
    assert days.unit is Unit.DAYS
    with pytest.raises(TypeError):
        _ = days.text
    with pytest.raises(TypeError):
        _ = LAW.parameter("renewal_rolls_forward", TODAY).number


def test_an_unknown_code_is_a_bug_and_says_so() -> None:
    with pytest.raises(KeyError):
        LAW.parameter("prior_defence_days", TODAY)


def test_a_deadline_takes_the_offices_own_way_of_counting() -> None:
    own = [
        override("prior_defense_days", 20),
        override("prior_defense.unit", "business_days"),
        override("prior_defense.roll_forward", False),
        override("prior_defense.first_day_business", True),
    ]
    rule = LAW.deadline_rule("prior_defense", TODAY, own)
    assert (rule.amount, rule.unit, rule.roll_forward, rule.first_day_business) == (
        20,
        DeadlineUnit.BUSINESS_DAYS,
        False,
        True,
    )
    before = LAW.deadline_rule("prior_defense", date(2025, 12, 31), own)
    assert (before.amount, before.unit, before.roll_forward) == (15, DeadlineUnit.DAYS, True)


def test_a_requirement_can_be_switched_off_and_on_again() -> None:
    own = [
        override("vehicle.inspection.enabled", False),
        override("vehicle.inspection.enabled", True, date(2026, 6, 1)),
    ]

    def codes(on: date) -> set[str]:
        return {requirement.code for requirement in LAW.requirements("vehicle", on, own)}

    assert "vehicle.inspection" in codes(date(2025, 12, 31))
    assert "vehicle.inspection" not in codes(date(2026, 1, 1))
    assert "vehicle.inspection" in codes(date(2026, 6, 1))


def test_the_validity_of_a_paper_follows_its_parameter() -> None:
    own = [override("criminal_certificate_validity_days", 30)]
    days = {requirement.code: requirement.validity_days for requirement in LAW.requirements("driver", TODAY, own)}
    assert days["driver.criminal_certificate"] == 30
    assert days["driver.email"] is None


def test_vehicle_limits_follow_their_parameters() -> None:
    limits = LAW.vehicle_limits(TODAY, [override("vehicle_maximum_age_electric_years", 10)])
    assert (limits.maximum_age, limits.maximum_age_hybrid, limits.maximum_age_electric) == (6, 8, 10)


@pytest.mark.parametrize(
    "good",
    [
        override("upf_value", 0),
        override("upf_conversion_moment", "decisão"),
        override("renewal_rolls_forward", False),
        override("appeal.unit", "business_days"),
        override("appeal.roll_forward", False),
        override("driver.criminal_certificate.enabled", False),
    ],
)
def test_overrides_the_office_may_save(good: ParameterOverride) -> None:
    LAW.check_override(good)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (override("upf_value", -1), "não serve"),
        (override("upf_value", True), "não serve"),
        (override("upf_value", 100_000_000_000), "não serve"),
        (override("vehicle_maximum_age_years", 51), "não serve"),
        (override("seal_validity_months", 601), "não serve"),
        (override("prior_defense_days", 10_000), "não serve"),
        (override("upf_value", "1"), "não serve"),
        (override("upf_conversion_moment", "  "), "não serve"),
        (override("prior_defense_days", 0), "não serve"),
        (override("renewal_rolls_forward", 1), "não serve"),
        (override("appeal.unit", "fortnights"), "não serve"),
        (override("appeal.amount", 3), "não serve"),
        (override("authorization_validity.unit", "business_days"), "não serve"),
        (override("driver.criminal_certificate.enabled", 0), "não serve"),
        (override("driver.nothing.enabled", False), "não serve"),
        (override("nothing", 1), "não serve"),
        (override("upf_value", 1, legal_basis=" "), "fundamento"),
        (override("upf_value", 1, date(2022, 3, 3)), "anterior à própria lei"),
    ],
)
def test_overrides_the_office_may_not_save(bad: ParameterOverride, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        LAW.check_override(bad)


# ── files that cannot be trusted ──


@pytest.mark.parametrize(
    ("file", "old", "new", "key"),
    [
        ("parameters.toml", 'unit = "years"', 'unit = "decades"', "authorization_validity_years.unit"),
        ("parameters.toml", "{ value = 1, ", '{ value = "1", ', "authorization_validity_years.values[1].value"),
        ("parameters.toml", "{ value = 1, ", "{ value = -1, ", "authorization_validity_years.values[1].value"),
        ("parameters.toml", "valid_from = 2022-03-04", "since = 2022-03-04", "authorization_validity_years.values[1]."),
        ("parameters.toml", "valid_from = 2022-03-04", "valid_from = 2021-03-04", "values[1].valid_from"),
        ("parameters.toml", "art. 11; art. 16, caput", "art. 11 e 16", "authorization_issue_days.article"),
        ("parameters.toml", "values = []", "values = 3", "fee_operator_annual.values"),
        ("parameters.toml", "values = []", "values = [3]", "fee_operator_annual.values"),
        ("parameters.toml", "values = []", "", "fee_operator_annual.values"),
        ("parameters.toml", "setting = true", 'setting = "sim"', "issue_clock_pauses_on_requisition.setting"),
        ("deadlines.toml", '"prior_defense_days"', '"prior_defence_days"', "prior_defense.amount"),
        ("deadlines.toml", '"prior_defense_days"', '"upf_value"', "prior_defense.amount"),
        ("deadlines.toml", '"prior_defense_days"', '"presumed_service_days"', "prior_defense.amount"),
        ("deadlines.toml", "[prior_defense]", "[prior_defense_days]", "prior_defense_days"),
        ("deadlines.toml", "roll_forward = true", "roll_foward = true", "vehicle_inspection_proof.roll_forward"),
        ("requirements.toml", "[operator.purpose]", "[company.purpose]", "company"),
        ("requirements.toml", 'evidence = "document"', 'evidence = "paper"', "operator.purpose.evidence"),
        ("requirements.toml", 'validity = "criminal', 'validity = "no_such', "driver.criminal_certificate.validity"),
        ("requirements.toml", "may_be_absent = true", "may_be_absnt = true", "may_be_absnt"),
        ("conducts.toml", "upf_maximum = 100", "upf_maximum = 49", "groups.A.upf_maximum"),
        ("conducts.toml", 'group = "A"', 'group = "E"', "conducts.A-a.group"),
        ("conducts.toml", 'group = "A"', 'group = "B"', "conducts.A-a.group"),
        ("conducts.toml", 'duties = ["art. 20, V"]', "duties = []", "conducts.A-a.duties"),
        ("conducts.toml", 'duties = ["art. 20, V"]', 'duties = ["art. 20 V"]', "conducts.A-a.duties"),
        ("conducts.toml", '["driver"]', '["taxi"]', "conducts.A-a.addressees"),
        ("conducts.toml", 'code = "D-c"', 'code = "D-z"', "conducts.A-b.twins"),
        ("conducts.toml", 'code = "D-c"', 'code = "A-b"', "conducts.A-b.twins"),
        ("inspection.toml", 'code = "chassis"', 'code = "plates"', "sections[1].items[2].code"),
        ("inspection.toml", 'text = "Buzina"', 'text = " Buzina"', "sections[4].items[4].text"),
        ("texts.toml", "{days} dias contados", "{days dias contados", "texts.driver_certificate_provisional"),
        ("texts.toml", "{days} dias contados", "{} dias contados", "texts.driver_certificate_provisional"),
        ("holidays.toml", "month = 5", "month = 13", "days[1].day"),
        ("holidays.toml", 'kind = "municipal"', 'kind = "local"', "days[1].kind"),
        ("holidays.toml", "easter_offset = -48", "easter_offset = -480", "days[3].easter_offset"),
    ],
)
def test_a_broken_file_is_named_with_its_key(file: str, old: str, new: str, key: str, tmp_path: Path) -> None:
    folder = tmp_path / "law"
    shutil.copytree(resource("law"), folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LawDataError) as caught:
        load_law(folder)
    assert caught.value.file == file
    assert key in caught.value.key
    assert file in str(caught.value)


@pytest.mark.parametrize("content", [b"[oops", b"\xff\xfe", None])
def test_an_unreadable_or_missing_file_is_named(content: bytes | None, tmp_path: Path) -> None:
    folder = tmp_path / "law"
    shutil.copytree(resource("law"), folder)
    if content is None:
        (folder / "texts.toml").unlink()
    else:
        (folder / "texts.toml").write_bytes(content)
    with pytest.raises(LawDataError, match=r"texts\.toml"):
        load_law(folder)


def test_two_values_from_the_same_day_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "law"
    shutil.copytree(resource("law"), folder)
    path = folder / "parameters.toml"
    value = '{ value = 100, valid_from = 2026-01-01, legal_basis = "Decreto" }'
    text = path.read_text(encoding="utf-8").replace("values = []", f"values = [{value}, {value}]", 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LawDataError, match="fee_operator_annual"):
        load_law(folder)
