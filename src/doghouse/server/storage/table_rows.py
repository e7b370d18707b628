"""Write and load tables: the row in the index, events, seats and players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, delete, insert, select, text, update

from doghouse.server.protocol.events import Entry, read_event, to_text
from doghouse.server.storage import schema
from doghouse.server.storage.bus import notify
from doghouse.server.storage.database import insert_if_absent
from doghouse.server.storage.table_queries import TableRow

_INSERT_EVENT = text(
    "INSERT INTO events (code, number, at, event, guest, client_id) "
    "SELECT :code, :number, :at, :event, :guest, :client_id "
    "WHERE EXISTS (SELECT 1 FROM tables WHERE tables.code = CAST(:code AS VARCHAR(12))) ON CONFLICT DO NOTHING"
)
_UPDATE_TABLE = text(
    "UPDATE tables SET status = :status, host = :host, number = :number, updated_at = :updated_at, due_at = :due_at, "
    "summary = :summary, marked_at = NULL WHERE code = :of"
)


@dataclass(frozen=True)
class TableUpdate:
    """The table's row in the index after an event; ``seats`` maps seats to guests, if that has changed."""

    status: str
    host: str
    due_at: int | None
    summary: str
    seats: Mapping[str, str] | None = None


@dataclass(frozen=True)
class TableInsert:
    """A new table: its row in the index, its first events, and guests by seat."""

    row: TableRow
    entries: Sequence[Entry]
    seats: Mapping[str, str]


class CodeTaken(Exception):
    """A table with this code exists; nothing was written."""


def insert_table(connection: Connection, new: TableInsert) -> None:
    """Insert a new table with its first events, or raise ``CodeTaken``."""
    if connection.execute(insert_if_absent(connection, schema.tables), dict(new.row.__dict__)).rowcount == 0:
        raise CodeTaken
    for entry in new.entries:
        connection.execute(insert(schema.events), _event_row(new.row.code, entry))
    _write_seats(connection, new.row.code, new.seats)


def append_event(
    connection: Connection, code: str, entry: Entry, after: TableUpdate, new_table: TableInsert | None
) -> bool:
    """Append an event and notify the other processes; return False if another was first or the table is gone."""
    if connection.execute(_INSERT_EVENT, _event_row(code, entry)).rowcount == 0:
        return False
    row = {
        "of": code,
        "status": after.status,
        "host": after.host,
        "number": entry.number,
        "updated_at": entry.at,
        "due_at": after.due_at,
        "summary": after.summary,
    }
    connection.execute(_UPDATE_TABLE, row)
    if after.seats is not None:
        _write_seats(connection, code, after.seats)
        if after.status != "waiting" and after.seats:
            played = [{"code": code, "guest": guest} for guest in after.seats.values()]
            connection.execute(insert_if_absent(connection, schema.players), played)
    if new_table is not None:
        insert_table(connection, new_table)
    notify(connection, f"event {code} {entry.number}")
    return True


def clear_due(connection: Connection, code: str) -> None:
    connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(due_at=None))


def load(connection: Connection, code: str) -> tuple[TableRow, list[Entry]] | None:
    row = connection.execute(select(schema.tables).where(schema.tables.c.code == code)).first()
    return None if row is None else (TableRow(**row._mapping), events_after(connection, code, 0))


def events_after(connection: Connection, code: str, number: int) -> list[Entry]:
    columns = schema.events.c
    query = select(schema.events).where(columns.code == code, columns.number > number).order_by(columns.number)
    return [
        Entry(row.number, row.at, read_event(row.event), row.guest, row.client_id) for row in connection.execute(query)
    ]


def _event_row(code: str, entry: Entry) -> dict[str, Any]:
    return {"code": code, **structs.asdict(entry), "event": to_text(entry.event)}


def _write_seats(connection: Connection, code: str, seats: Mapping[str, str]) -> None:
    connection.execute(delete(schema.seats).where(schema.seats.c.code == code))
    if seats:
        rows = [{"code": code, "seat": seat, "guest": guest} for seat, guest in seats.items()]
        connection.execute(insert(schema.seats), rows)
