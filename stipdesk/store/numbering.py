"""Printed numbers from counter rows, in the transaction of the act: a rollback leaves no hole (case B019)."""

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import NumberSeries


def next_number(session: Session, kind: NumberKind, year: int, station: int) -> PrintedNumber:
    """The next number of the series; call it inside a unit of work, which already holds the writer's place."""
    series = (NumberSeries.kind == kind, NumberSeries.year == year, NumberSeries.station == station)
    raised = update(NumberSeries).where(*series).values(last=NumberSeries.last + 1).returning(NumberSeries.last)
    last = session.execute(raised, execution_options={"synchronize_session": False}).scalar_one_or_none()
    if last is None:
        last = 1
        session.execute(insert(NumberSeries).values(kind=kind, year=year, station=station, last=last))
    return PrintedNumber(year=year, station=station, sequence=last)
