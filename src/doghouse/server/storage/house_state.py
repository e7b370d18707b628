"""The server's own rows: secrets, and when the first running process started."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select, update

from doghouse.server.storage import schema
from doghouse.server.storage.bus import is_any_open
from doghouse.server.storage.database import insert_if_absent

OPENED = "opened"  # milliseconds; only where several processes share the database


def get_or_create(connection: Connection, name: str, make: Callable[[], str]) -> tuple[str, bool]:
    """Return a value, made and stored if it does not exist; and whether it is new."""
    is_new = _insert(connection, name, make())
    return _value(connection, name) or "", is_new


def first_process_started_at(connection: Connection, now: int) -> int:
    """Return when the first of the running processes started: now, if there is no other."""
    if is_any_open(connection):
        return int(_value(connection, OPENED) or 0)
    if not _insert(connection, OPENED, str(now)):
        connection.execute(update(schema.house).where(schema.house.c.name == OPENED).values(value=str(now)))
    return now


def _insert(connection: Connection, name: str, value: str) -> bool:
    row = {"name": name, "value": value}
    return connection.execute(insert_if_absent(connection, schema.house), row).rowcount > 0


def _value(connection: Connection, name: str) -> str | None:
    return connection.scalar(select(schema.house.c.value).where(schema.house.c.name == name))
