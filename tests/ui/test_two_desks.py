"""Two desks on one database, on both engines: nobody waits for a form, and nobody overwrites."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from stipdesk.services import drivers
from stipdesk.services.access import Desk
from stipdesk.settings import Settings
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.merge import MergeDialog
from stipdesk.ui.screens.drivers.card import DriverCard
from stipdesk.ui.screens.drivers.form import DriverForm
from tests import office
from tests.cases.loading import Case, cases
from tests.ui.acting import form_opened, open_transactions, opened, press, put, save, texts


@pytest.fixture
def settings(database_url: str, desk: Desk) -> Settings:
    return Settings(database_url, desk.keys_folder)


@pytest.fixture
def window_desk(desk: Desk) -> Desk:
    """Here the window stands on either engine."""
    return desk


@pytest.fixture
def card(context: UiContext) -> DriverCard:
    """The card of a driver, as it stands alone."""
    driver_id = drivers.register(context.desk, office.DRIVER)
    made = DriverCard(context)
    made.resize(900, 640)
    made.show()
    context.bus.changed.connect(made.reload)
    made.open(driver_id)
    assert context.tasks.wait_idle()
    return made


@pytest.mark.parametrize("case", cases("two_editors"))
def test_the_other_desk_saves_first(case: Case, context: UiContext, card: DriverCard, other_desk: Desk) -> None:
    assert case.expected == {"second_save": "conflict", "lost": 0}
    assert card.subject_id is not None
    card.edit()
    dialog, form = form_opened(context, DriverForm)
    theirs = replace(office.DRIVER, phone="6634001111", license_category="D")
    drivers.edit(other_desk, card.subject_id, 1, office.DRIVER, theirs)
    put(form, phone="66988887777", email="nova@example.com")
    save(context, dialog)
    merge = opened(context, MergeDialog)
    assert "Iara Nunes gravou" in texts(merge)
    merge.choose("phone", mine=False)
    drivers.edit(other_desk, card.subject_id, 2, theirs, replace(theirs, notes="outra vez"))
    press(merge, "Gravar com estas escolhas")
    again = opened(context, MergeDialog)
    press(again, "Gravar com estas escolhas")
    assert context.tasks.wait_idle()
    both = replace(theirs, email="nova@example.com", notes="outra vez")
    assert drivers.card(other_desk, card.subject_id).fields == both


@pytest.mark.parametrize("case", cases("no_open_tx_while_editing"))
def test_a_form_that_waits_keeps_nobody_waiting(
    case: Case, context: UiContext, card: DriverCard, other_desk: Desk, engine_name: str
) -> None:
    card.edit()
    dialog, form = form_opened(context, DriverForm)
    put(form, phone="66988887777")
    assert context.tasks.wait_idle()
    assert open_transactions(context.desk) == case.expected["open_tx"]
    if engine_name == "postgresql":
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
        with other_desk.reading() as reading:
            assert reading.execute(text(waiting)).scalar_one() == case.expected["open_tx"]
    drivers.register(other_desk, office.another_driver(1))
    save(context, dialog)
    assert card.subject_id is not None
    assert drivers.card(other_desk, card.subject_id).fields.phone == "66988887777"
