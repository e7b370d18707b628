"""How tables are kept: a line in the index, the events, who sits there and who has played there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, text, update

from doghouse.server.protocol.events import Entry, read_event, write_event
from doghouse.server.storage import schema
from doghouse.server.storage.bus import wake
from doghouse.server.storage.database import insert_new
from doghouse.server.storage.table_queries import TableRow

_INSERT_EVENT = text(
    "INSERT INTO events (code, number, at, event, guest, client_id) "
    "SELECT :code, :number, :at, :event, :guest, :client_id "
    "WHERE EXISTS (SELECT 1 FROM tables WHERE tables.code = CAST(:code AS VARCHAR(12))) ON CONFLICT DO NOTHING"
)
_UPDATE_TABLE = text(
    "UPDATE tables SET status = :status, host = :host, number = :number, updated_at = :updated_at, due_at = :due_at, "
    "summary = :summary WHERE code = :of"
)


@dataclass(frozen=True)
class TableUpdate:
    """How the index of tables is to be after an event; ``seats`` says who sits where, if that has changed."""

    status: str
    host: str
    due_at: int | None
    summary: str
    seats: Mapping[str, str] | None = None


@dataclass(frozen=True)
class TableInsert:
    """A table to be kept: its line in the index, its first events, and who sits where."""

    row: TableRow
    entries: Sequence[Entry]
    seats: Mapping[str, str]


class CodeTaken(Exception):
    """There is a table with this code already; nothing was written."""


def insert_table(connection: Connection, new: TableInsert) -> None:
    """Keep a new table with its first events, or raise ``CodeTaken``."""
    if connection.execute(insert_new(connection, schema.tables), dict(new.row.__dict__)).rowcount == 0:
        raise CodeTaken
    for entry in new.entries:
        connection.execute(insert(schema.events), _event_row(new.row.code, entry))
    _write_seats(connection, new.row.code, new.seats)


def append_event(
    code: str, entry: Entry, update: TableUpdate, new_table: TableInsert | None
) -> Callable[[Connection], bool]:
    """Return work for the writer: append an event and wake the other processes. The work returns False if another
    process was first or the table is gone."""
    values = _event_row(code, entry)
    row = {
        "of": code,
        "status": update.status,
        "host": update.host,
        "number": entry.number,
        "updated_at": entry.at,
        "due_at": update.due_at,
        "summary": update.summary,
    }

    def work(connection: Connection) -> bool:
        if connection.execute(_INSERT_EVENT, values).rowcount == 0:
            return False
        connection.execute(_UPDATE_TABLE, row)
        if update.seats is not None:
            _write_seats(connection, code, update.seats)
            if update.status != "waiting" and update.seats:
                played = [{"code": code, "guest": guest} for guest in update.seats.values()]
                connection.execute(insert_new(connection, schema.players), played)
        if new_table is not None:
            insert_table(connection, new_table)
        wake(connection, f"event {code} {entry.number}")
        return True

    return work


def clear_due(connection: Connection, code: str) -> None:
    """Nothing is to be done at this table after all."""
    connection.execute(update(schema.tables).where(schema.tables.c.code == code).values(due_at=None))


def delete_stale_tables(connection: Connection, before: int) -> int:
    """Remove unfinished and closed tables at which nothing has happened since before some time."""
    statement = delete(schema.tables).where(schema.tables.c.status != "over", schema.tables.c.updated_at < before)
    return connection.execute(statement).rowcount


def load(connection: Connection, code: str) -> tuple[TableRow, list[Entry]] | None:
    row = connection.execute(select(schema.tables).where(schema.tables.c.code == code)).first()
    return None if row is None else (TableRow(**row._mapping), events_after(connection, code, 0))


def events_after(connection: Connection, code: str, number: int) -> list[Entry]:
    columns = schema.events.c
    wanted = select(schema.events).where(columns.code == code, columns.number > number).order_by(columns.number)
    return [
        Entry(row.number, row.at, read_event(row.event), row.guest, row.client_id) for row in connection.execute(wanted)
    ]


def _event_row(code: str, entry: Entry) -> dict[str, Any]:
    return {
        "code": code,
        "number": entry.number,
        "at": entry.at,
        "event": write_event(entry.event),
        "guest": entry.guest,
        "client_id": entry.client_id,
    }


def _write_seats(connection: Connection, code: str, seats: Mapping[str, str]) -> None:
    connection.execute(delete(schema.seats).where(schema.seats.c.code == code))
    if seats:
        rows = [{"code": code, "seat": seat, "guest": guest} for seat, guest in seats.items()]
        connection.execute(insert(schema.seats), rows)
