"""Guests, as they are kept."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, select, update

from doghouse.server.storage import schema
from doghouse.server.storage.database import insert_new


@dataclass(frozen=True)
class Guest:
    id: str
    name: str
    language: str


def find(connection: Connection, id: str) -> Guest | None:
    row = connection.execute(select(schema.guests).where(schema.guests.c.id == id)).first()
    return None if row is None else Guest(row.id, row.name, row.language)


def meet(connection: Connection, guest: Guest, now: int) -> bool:
    """Keep a guest who does something for the first time; whether it was that."""
    values = {"id": guest.id, "name": guest.name, "language": guest.language, "created_at": now}
    return bool(connection.execute(insert_new(connection, schema.guests), values).rowcount)


def keep(connection: Connection, guest: Guest, now: int) -> None:
    """Keep a guest as they are called now."""
    if not meet(connection, guest, now):
        own = schema.guests.c.id == guest.id
        connection.execute(update(schema.guests).where(own).values(name=guest.name, language=guest.language))


def forget(connection: Connection, before: int) -> int:
    """Remove guests who came before some time and have no table: none that they host, sit at or have played at."""
    own = schema.guests.c.id
    elsewhere = (schema.tables.c.host, schema.seats.c.guest, schema.players.c.guest)
    statement = delete(schema.guests).where(
        schema.guests.c.created_at < before, *(~exists().where(column == own) for column in elsewhere)
    )
    return connection.execute(statement).rowcount
