"""The whole visit on the real window, from signing in to both papers, on both engines; the papers are read back."""

from pathlib import Path

import pypdf
import pypdfium2
import pytest
import zxingcpp
from PySide6.QtWidgets import QApplication

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.services.access import Desk
from stipdesk.services.office import public_keys
from stipdesk.settings import Settings
from stipdesk.signing.verification import Verification, VerificationState, verify
from stipdesk.store.journal import verify_chain
from stipdesk.ui.app import Session
from stipdesk.ui.scenario import DRIVER_NAME, PLATE, CounterVisit
from tests import office


@pytest.fixture
def session(desk: Desk, database_url: str, tmp_path: Path, clock: FixedClock, qapp: QApplication) -> Session:
    """The program as it starts on a database where the office exists and nobody is signed in."""
    assert QApplication.instance() is qapp
    desk.database.close()
    settings = Settings(database_url, tmp_path / "keys")
    opened = Session(
        settings, lambda _settings: None, lambda chosen: open_desk(chosen.database_url, chosen.keys_folder, clock)
    )
    opened.start()
    return opened


def _verified(path: Path, desk: Desk) -> Verification:
    with pypdfium2.PdfDocument(path) as document:
        image = document[0].render(scale=300 / 72).to_pil()
    codes = zxingcpp.read_barcodes(image)
    assert len(codes) == 1
    with desk.reading() as reading:
        keys = public_keys(reading)
    return verify(codes[0].text, keys.values(), desk.today, addresses=[office.PROFILE.verification_url])


def test_from_signing_in_to_both_papers(session: Session, tmp_path: Path) -> None:
    try:
        produced = CounterVisit(session, tmp_path / "out", pictures=False).run(
            "helena", office.PASSWORD, office.PASSPHRASE
        )
        context = session.context
        assert context is not None
        desk = context.desk
        seal, certificate = _verified(produced.seal, desk), _verified(produced.certificate, desk)
        assert (seal.state, certificate.state) == (VerificationState.VALID, VerificationState.VALID)
        assert dict(seal.described)["Placa"] == PLATE
        assert dict(certificate.described)["Prestador"] == "ANA BEATRIZ LUKASZ DAVILA SOUZA"
        assert DRIVER_NAME in pypdf.PdfReader(produced.certificate).pages[0].extract_text()
        with desk.reading() as reading:
            assert list(verify_chain(reading)) == []
    finally:
        if session.main is not None:
            session.main.close()
        session.stop()
