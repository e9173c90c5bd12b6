"""Verifying papers: by text, by PDF, by picture; voided ones; and files of every kind, which never do harm."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID

import pypdfium2
import pytest
import zxingcpp
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from sqlalchemy import select

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import Refused
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.measures import MeasureEnding, MeasureKind
from stipdesk.domain.registers import Addressee, SealRecovery, SubjectKind
from stipdesk.models import Authorization, Seal
from stipdesk.reports import render_seal_sheets
from stipdesk.services import (
    applications,
    authorizations,
    documents,
    drivers,
    fees,
    infractions,
    inspections,
    measures,
    office,
    registers,
    vehicle_changes,
    vehicles,
    verification,
)
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.measures import ProposeMeasure, Terms
from stipdesk.services.vehicle_changes import ChangePlate
from stipdesk.signing import keys
from stipdesk.signing.payload import SealPayload, sign_payload
from stipdesk.signing.verification import Verification, VerificationState
from tests.office import PASSPHRASE, PROFILE, pay, ready, walk_in
from tests.reports.papers import seal
from tests.services.measuring import approve, cassated, end, go_to, suspended

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)

SIGNED = "#S1.A1.2601000001.ABC1D23.261201.271201.0457.-."


@pytest.fixture
def visit(desk: Desk) -> tuple[UUID, UUID, UUID]:
    return walk_in(desk)


@pytest.fixture
def seal_pdf(desk: Desk, visit: tuple[UUID, UUID, UUID], tmp_path: Path) -> Path:
    outcome = inspections.record(desk, RecordInspection(visit[2], desk.today, "Oficina"))
    assert outcome.seal_document_id is not None
    path = tmp_path / "selo.pdf"
    path.write_bytes(documents.view(desk, outcome.seal_document_id).pdf)
    return path


def only(found: list[Verification]) -> Verification:
    (answer,) = found
    return answer


def test_a_seal_is_valid_by_pdf_picture_and_text(desk: Desk, seal_pdf: Path, tmp_path: Path) -> None:
    with pypdfium2.PdfDocument(seal_pdf) as document:
        image = document[0].render(scale=3).to_pil()
    for name, mode in (("foto.png", "RGBA"), ("foto.jpg", "RGB")):
        image.convert(mode).save(tmp_path / name)
    (text,) = verification.read_codes(seal_pdf)
    for source in (str(seal_pdf), str(tmp_path / "foto.png"), str(tmp_path / "foto.jpg"), text, f"  {text}\n"):
        answer = only(verification.verify_any(desk, source))
        assert (answer.state, answer.verdict) == (VerificationState.VALID, "VÁLIDO")
        assert dict(answer.described)["Placa"] == "ABC1D23"


def test_one_changed_character_is_refused(desk: Desk, seal_pdf: Path) -> None:
    (text,) = verification.read_codes(seal_pdf)
    assert SIGNED in text
    forged = text.replace("ABC1D23", "ABC1D24")
    assert verification.verify(desk, forged).state is VerificationState.BAD_SIGNATURE


def _void_seal(desk: Desk, visit: tuple[UUID, UUID, UUID]) -> str:
    inspections.record(desk, RecordInspection(visit[2], desk.today, "Oficina"))
    with desk.reading() as session:
        text, seal_id = session.execute(select(Seal.qr_text, Seal.id)).one()
    assert verification.verify(desk, text).state is VerificationState.VALID
    inspections.void_seal(desk, seal_id, "rasgado")
    return text


def _void_certificate(desk: Desk, visit: tuple[UUID, UUID, UUID]) -> str:
    ready(desk, visit[1])
    issued = authorizations.issue(desk, SubjectKind.DRIVER, visit[1])
    with desk.reading() as session:
        text = session.scalars(select(Authorization.qr_text)).one()
    assert verification.verify(desk, text).state is VerificationState.VALID
    authorizations.void(desk, issued.authorization_id, "emitido por engano")
    return text


def _cancel_auto(desk: Desk, visit: tuple[UUID, UUID, UUID]) -> str:
    drawn = infractions.draw_up(
        desk,
        infractions.DrawUpInfraction(
            Addressee.DRIVER, "A-f", desk.clock.now(), "Rua A", "Foi rude.", visit[1], None, visit[2]
        ),
    )
    paper = documents.view(desk, drawn.document_id).pdf
    with pypdfium2.PdfDocument(paper) as document:
        stream = io.BytesIO()
        document[0].render(scale=3).to_pil().save(stream, "PNG")
    file = desk.keys_folder.parent / "auto.png"
    file.write_bytes(stream.getvalue())
    (text,) = verification.read_codes(file)
    assert verification.verify(desk, text).state is VerificationState.VALID
    infractions.cancel(desk, drawn.infraction_id, "em duplicidade")
    return text


@pytest.mark.parametrize("paper", [_void_seal, _void_certificate, _cancel_auto])
def test_what_was_voided_is_revoked(
    desk: Desk, visit: tuple[UUID, UUID, UUID], paper: Callable[[Desk, tuple[UUID, UUID, UUID]], str]
) -> None:
    text = paper(desk, visit)
    assert verification.verify(desk, text).state is VerificationState.REVOKED


def test_papers_printed_before_the_address_changed_still_hold(desk: Desk, seal_pdf: Path) -> None:
    profile, version = office.profile(desk)
    office.edit_profile(desk, replace(profile, verification_url="https://outro.example/v"), version)
    assert only(verification.verify_file(desk, seal_pdf)).state is VerificationState.VALID


def test_an_address_that_never_was_ours_is_told(desk: Desk, seal_pdf: Path) -> None:
    (text,) = verification.read_codes(seal_pdf)
    elsewhere = "https://falso.example/stip#" + text.partition("#")[2]
    assert verification.verify(desk, elsewhere).state is VerificationState.NOT_OURS


def test_a_sheet_gives_one_answer_for_each_seal(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "folha.pdf"
    path.write_bytes(render_seal_sheets([seal(number) for number in range(1, 12)]))
    assert len(verification.verify_file(desk, path)) == 11


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-",
        b"%PDF-1.7\n%%EOF",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"GIF89a",
        b"PK\x03\x04",
        b"\x00" * 5000,
        "não é um PDF".encode(),
    ],
)
def test_a_file_that_is_no_paper_is_refused_in_words(desk: Desk, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "coisa.pdf"
    path.write_bytes(content)
    with pytest.raises(Refused, match=r"coisa\.pdf"):
        verification.verify_any(desk, str(path))


def test_a_picture_without_a_code_is_refused_in_words(desk: Desk, tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "white").save(tmp_path / "branco.png")
    with pytest.raises(Refused, match="Nenhum QR code"):
        verification.verify_any(desk, str(tmp_path / "branco.png"))


@pytest.mark.parametrize("side", [10_000, 30_000])
def test_a_picture_that_would_fill_the_memory_is_refused(desk: Desk, tmp_path: Path, side: int) -> None:
    Image.new("1", (side, side)).save(tmp_path / "bomba.png")
    with pytest.raises(Refused, match=r"bomba\.png"):
        verification.verify_any(desk, str(tmp_path / "bomba.png"))


def test_an_enormous_page_is_read_small(desk: Desk, tmp_path: Path) -> None:
    with pypdfium2.PdfDocument.new() as document:
        document.new_page(14_400, 14_400)
        document.save(tmp_path / "cartaz.pdf")
    with pytest.raises(Refused, match="Nenhum QR code"):
        verification.verify_any(desk, str(tmp_path / "cartaz.pdf"))


def test_a_missing_file_is_told_apart_from_a_text(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="não foi encontrado"):
        verification.verify_any(desk, str(tmp_path / "falta.pdf"))
    assert only(verification.verify_any(desk, str(tmp_path))).state is VerificationState.NOT_OURS


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.text(), st.text(alphabet="S1A.#-/0123456789ABCDEF").map("https://x.example/v#S1.A1.".__add__)))
def test_any_text_gets_a_verdict(desk: Desk, text: str) -> None:
    assert verification.verify(desk, text).verdict


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_paper_is_read_or_refused(desk: Desk, seal_pdf: Path, data: st.DataObject) -> None:
    content = bytearray(seal_pdf.read_bytes())
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=40)):
        content[place] = data.draw(st.integers(0, 255))
    damaged = seal_pdf.with_name("danificado.pdf")
    damaged.write_bytes(content)
    try:
        states = {answer.state for answer in verification.verify_file(desk, damaged)}
    except Refused:
        return
    assert states == {VerificationState.VALID}


@pytest.mark.parametrize("kind", [SubjectKind.VEHICLE, SubjectKind.DRIVER])
def test_the_paper_of_a_withdrawn_holder_no_longer_holds(
    desk: Desk, visit: tuple[UUID, UUID, UUID], kind: SubjectKind
) -> None:
    _, driver_id, vehicle_id = visit
    outcome = inspections.record(desk, RecordInspection(vehicle_id, desk.today, "Oficina"))
    ready(desk, driver_id)
    issued = authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    document_id = outcome.seal_document_id if kind is SubjectKind.VEHICLE else issued.document_id
    assert document_id is not None
    (text,) = _codes(documents.view(desk, document_id).pdf)
    assert verification.verify(desk, text).state is VerificationState.VALID
    registers.withdraw(desk, kind, vehicle_id if kind is SubjectKind.VEHICLE else driver_id, "Mudou de cidade")
    assert verification.verify(desk, text).state is VerificationState.REVOKED


def test_another_plate_voids_the_seal_and_the_mercosul_form_does_not(
    desk: Desk, visit: tuple[UUID, UUID, UUID]
) -> None:
    outcome = inspections.record(desk, RecordInspection(visit[2], desk.today, "Oficina"))
    assert outcome.seal_document_id is not None
    (text,) = _codes(documents.view(desk, outcome.seal_document_id).pdf)
    card = vehicles.card(desk, visit[2])
    same_car = replace(card.fields, plate=Plate("ABC1323"))
    vehicles.edit(desk, visit[2], card.version, card.fields, same_car)
    assert verification.verify(desk, text).state is VerificationState.VALID
    vehicle_changes.change_plate(
        desk, ChangePlate(visit[2], Plate("ABC1323"), Plate("XYZ9K88"), "Nova placa", SealRecovery.COLLECTED)
    )
    assert verification.verify(desk, text).state is VerificationState.REVOKED
    assert not vehicles.card(desk, visit[2]).standing.state.may_serve


def test_a_key_the_office_never_published_proves_nothing(desk: Desk) -> None:
    payload = SealPayload("2601000099", "XYZ9K88", desk.today, desk.today, "0457", "")
    stranger = keys.generate(desk.keys_folder, "B1", "outra frase qualquer", desk.today)
    forged = sign_payload(payload, stranger, PROFILE.verification_url).text
    assert verification.verify(desk, forged).state is VerificationState.UNKNOWN_KEY


def _codes(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [code.text for code in zxingcpp.read_barcodes(document[0].render(scale=3).to_pil())]


# What the law did to a paper after it was signed


def _caa(desk: Desk, visit: tuple[UUID, UUID, UUID]) -> str:
    ready(desk, visit[1])
    issued = authorizations.issue(desk, SubjectKind.DRIVER, visit[1])
    (text,) = _codes(documents.view(desk, issued.document_id).pdf)
    return text


def test_a_suspended_authorization_verifies_suspended(
    desk: Desk, other_desk: Desk, visit: tuple[UUID, UUID, UUID], clock: FixedClock
) -> None:
    text = _caa(desk, visit)
    start = desk.today + timedelta(days=2)
    command = ProposeMeasure(
        MeasureKind.PUNITIVE_SUSPENSION, SubjectKind.DRIVER, visit[1], "Gravidade da conduta.",
        Terms(start, start + timedelta(days=9), imposed_on=desk.today, final_on=desk.today),
    )  # fmt: skip
    approve(other_desk, measures.propose_measure(desk, command).proposal_id)
    for days, state in (
        (1, VerificationState.VALID),
        (2, VerificationState.SUSPENDED),
        (11, VerificationState.SUSPENDED),
        (12, VerificationState.VALID),
    ):
        go_to(clock, start + timedelta(days=days - 2))
        found = verification.verify(desk, text)
        assert found.state is state
        assert ("até 12/12/2026 (art. 33)" in found.explanation) is (state is VerificationState.SUSPENDED)


@sqlite_only
def test_a_suspension_without_end_says_so(desk: Desk, other_desk: Desk, visit: tuple[UUID, UUID, UUID]) -> None:
    text = _caa(desk, visit)
    suspended(desk, other_desk, visit[1])
    found = verification.verify(desk, text)
    assert (found.state, "sem data de fim" in found.explanation) == (VerificationState.SUSPENDED, True)


def test_a_cassated_authorization_is_revoked_and_its_annulment_brings_it_back(
    desk: Desk, other_desk: Desk, visit: tuple[UUID, UUID, UUID]
) -> None:
    text = _caa(desk, visit)
    made = cassated(desk, other_desk, visit[1])
    found = verification.verify(desk, text)
    assert (found.state, "Autorização cassada" in found.explanation) == (VerificationState.REVOKED, True)
    end(desk, other_desk, made.measure_id, MeasureEnding.ANNULLED)
    assert verification.verify(desk, text).state is VerificationState.VALID


@sqlite_only
def test_an_unpaid_authorization_is_revoked_and_the_next_one_is_not(desk: Desk, visit: tuple[UUID, UUID, UUID]) -> None:
    text = _caa(desk, visit)
    (paid,) = drivers.card(desk, visit[1]).payments
    fees.reverse(desk, paid.payment_id, "Pagamento contestado.")
    found = verification.verify(desk, text)
    assert (found.state, "estornado" in found.explanation) == (VerificationState.REVOKED, True)
    pay(desk, SubjectKind.DRIVER, visit[1], "BB-2")
    issued = authorizations.issue(desk, SubjectKind.DRIVER, visit[1])
    (second,) = _codes(documents.view(desk, issued.document_id).pdf)
    assert verification.verify(desk, second).state is VerificationState.VALID
    assert verification.verify(desk, text).state is VerificationState.REVOKED


@pytest.mark.parametrize(
    ("asked_on", "state"),
    [(date(2027, 11, 1), VerificationState.EXTENDED), (date(2027, 11, 2), VerificationState.EXPIRED)],
)
def test_an_authorization_whose_renewal_was_asked_in_time_verifies_extended(
    desk: Desk, visit: tuple[UUID, UUID, UUID], clock: FixedClock, asked_on: date, state: VerificationState
) -> None:
    text = _caa(desk, visit)
    go_to(clock, asked_on)
    office.new_key(desk, PASSPHRASE)
    asked = applications.file(desk, FileApplication(ApplicationKind.RENEWAL, SubjectKind.DRIVER, visit[1]))
    go_to(clock, date(2027, 12, 1))
    assert verification.verify(desk, text).state is VerificationState.VALID
    go_to(clock, date(2027, 12, 2))
    assert verification.verify(desk, text).state is state
    applications.withdraw(desk, asked.application_id, "desistiu")
    assert verification.verify(desk, text).state is state
    go_to(clock, date(2027, 12, 3))
    assert verification.verify(desk, text).state is VerificationState.EXPIRED


@sqlite_only
def test_the_seal_of_a_car_too_old_no_longer_holds(
    desk: Desk, visit: tuple[UUID, UUID, UUID], clock: FixedClock
) -> None:
    card = vehicles.card(desk, visit[2])
    vehicles.edit(
        desk, visit[2], card.version, card.fields, replace(card.fields, manufacture_year=2020, model_year=2020)
    )
    outcome = inspections.record(desk, RecordInspection(visit[2], desk.today, "Oficina"))
    assert outcome.seal_document_id is not None
    (text,) = _codes(documents.view(desk, outcome.seal_document_id).pdf)
    go_to(clock, date(2026, 12, 31))
    assert verification.verify(desk, text).state is VerificationState.VALID
    go_to(clock, date(2027, 1, 1))
    found = verification.verify(desk, text)
    assert (found.state, "art. 18, I" in found.explanation) == (VerificationState.REVOKED, True)
