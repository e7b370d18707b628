"""Rows of guests."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, select, update

from doghouse.server.storage import schema
from doghouse.server.storage.database import insert_if_absent


@dataclass(frozen=True)
class Guest:
    id: str
    name: str
    language: str


def find(connection: Connection, id: str) -> Guest | None:
    row = connection.execute(select(schema.guests).where(schema.guests.c.id == id)).first()
    return None if row is None else Guest(row.id, row.name, row.language)


def insert_new(connection: Connection, guest: Guest, now: int) -> bool:
    """Insert a guest unless the id exists; return whether it was inserted."""
    values = {"id": guest.id, "name": guest.name, "language": guest.language, "created_at": now}
    return bool(connection.execute(insert_if_absent(connection, schema.guests), values).rowcount)


def save(connection: Connection, guest: Guest, now: int) -> None:
    """Insert a guest or update their name and language."""
    if not insert_new(connection, guest, now):
        own = schema.guests.c.id == guest.id
        connection.execute(update(schema.guests).where(own).values(name=guest.name, language=guest.language))


def delete_stale(connection: Connection, before: int) -> int:
    """Delete guests created before a time who host no table, have no seat and have not played."""
    own = schema.guests.c.id
    references = (schema.tables.c.host, schema.seats.c.guest, schema.players.c.guest)
    statement = delete(schema.guests).where(
        schema.guests.c.created_at < before, *(~exists().where(column == own) for column in references)
    )
    return connection.execute(statement).rowcount
