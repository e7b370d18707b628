"""How long the server has been running, and whether the wall clock agrees.

Nothing is removed because the wall clock says so: a period counts only once the server has been running for as long
since the last jump of the clock. A clock that is set wrong and a server that was off look the same.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select, update

from doghouse.server.storage import schema
from doghouse.server.storage.database import insert_if_absent

NAME = "running_time"  # of its row in ``house``
MINUTE = 60 * 1000  # milliseconds
DAY = 24 * 60 * MINUTE
MAX_DEVIATION = DAY  # between the wall clock and the time that the server was running


class RunningTime(msgspec.Struct, frozen=True):
    """All in milliseconds."""

    running: int  # that any process was running, by monotonic clocks
    clock: int  # the wall clock when this was written
    jumped: int  # ``running`` at the last jump of the wall clock, or at the first start

    def before(self, period: int) -> int | None:
        """Return the wall time a period ago, or None if the clock has not been trusted for that long."""
        return self.clock - period if self.running - self.jumped >= period else None


def lock(connection: Connection) -> RunningTime | None:
    """Return the stored time, and keep other processes from changing it until this transaction ends."""
    query = select(schema.house.c.value).where(schema.house.c.name == NAME).with_for_update()
    value = connection.scalar(query)
    return None if value is None else msgspec.json.decode(value, type=RunningTime)


def record(connection: Connection, now: int, elapsed: int) -> int:
    """Count the time since this process last recorded it; return by how much the wall clock has jumped, or 0.

    ``elapsed`` is 0 at the start. Time that another process has counted is not counted again: that process has moved
    ``clock`` on.
    """
    known = lock(connection)
    if known is None:
        first = RunningTime(0, now, 0)
        connection.execute(insert_if_absent(connection, schema.house), {"name": NAME, "value": _text(first)})
        return 0
    passed = now - known.clock
    running = known.running + max(0, min(elapsed, passed))
    deviation = passed - elapsed if passed > elapsed else min(0, passed)
    jump = deviation if abs(deviation) > MAX_DEVIATION else 0
    if passed < 0 and not jump:
        now = known.clock  # of a machine whose clock is a little behind
    new = RunningTime(running, now, running if jump else known.jumped)
    connection.execute(update(schema.house).where(schema.house.c.name == NAME).values(value=_text(new)))
    return jump


def _text(time: RunningTime) -> str:
    return msgspec.json.encode(time).decode()
