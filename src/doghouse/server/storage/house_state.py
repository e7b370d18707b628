"""A few words that the house keeps of its own: its secrets, and since when it is open."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from doghouse.server.storage import schema
from doghouse.server.storage.bus import is_somebody_open
from doghouse.server.storage.database import insert_new

OPENED = "opened"  # since when it is open, where several processes share it


def get_or_create(connection: Connection, name: str, made: Callable[[], str]) -> tuple[str, bool]:
    """A word that is made once and kept; and whether it was made now."""
    new = connection.execute(insert_new(connection, schema.house), {"name": name, "value": made()}).rowcount > 0
    value = _word(connection, name)
    assert value is not None
    return value, new


def opened(connection: Connection, now: int) -> int:
    """Since when the house is open: since now, if no other process is."""
    if is_somebody_open(connection):
        return int(_word(connection, OPENED) or 0)
    connection.execute(insert_new(connection, schema.house), {"name": OPENED, "value": str(now)})
    connection.execute(update(schema.house).where(schema.house.c.name == OPENED).values(value=str(now)))
    return now


def _word(connection: Connection, name: str) -> str | None:
    value: str | None = connection.scalar(select(schema.house.c.value).where(schema.house.c.name == name))
    return value
