"""What the house keeps: tables with their events, guests, and a few words of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, delete, exists, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from doghouse.server import limits, listing, schema
from doghouse.server.database import migrate, open_database
from doghouse.server.events import Entry, read_event, write_event
from doghouse.server.listing import Listed, TableRow
from doghouse.server.patience import Patience, Readers, Unavailable
from doghouse.server.writer import Writer

CHANNEL = "doghouse"
OPENED = "opened"  # the word of the house that says since when it is open
OPEN_LOCK = 0x486F7573  # held on PostgreSQL by every process that is open
READERS = 4  # as many connections as PostgreSQL is asked for
T = TypeVar("T")


@dataclass(frozen=True)
class Standing:
    """How the index of tables is to be after an event; ``seats`` says who sits where, if that has changed."""

    status: str
    host: str
    due_at: int | None
    summary: str
    seats: Mapping[str, str] | None = None


@dataclass(frozen=True)
class NewTable:
    """A table to be kept: its line in the index, its first events, and who sits where."""

    row: TableRow
    entries: Sequence[Entry]
    seats: Mapping[str, str]


class CodeTaken(Exception):
    """There is a table with this code already; nothing was written."""


@dataclass(frozen=True)
class Guest:
    id: str
    name: str
    language: str


class Store:
    """All reading and writing. Writes are answered once they are on disk."""

    def __init__(self, url: str) -> None:
        self._writing = open_database(url, writes=True)
        self._reading = open_database(url, writes=False)
        self._patience = Patience()
        self._readers = Readers(READERS)
        self._writer = Writer(self._writing, self._patience)
        self.is_shared = self._writing.dialect.name == "postgresql"

    async def open(self) -> None:
        await self._readers.do(lambda: migrate(self._writing))
        self._writer.start(asyncio.get_running_loop())

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.stop)
        self._readers.stop()
        self._reading.dispose()

    def give_up(self) -> None:
        """Wait for the database no longer: whoever does is told that it is not there."""
        self._patience.end()

    # Tables.

    async def create(self, new: NewTable) -> None:
        """Keep a new table with its first events, or raise ``CodeTaken``."""
        await self._writer.do(new.row.code, lambda connection: self._set_up(connection, new))

    def _set_up(self, connection: Connection, new: NewTable) -> None:
        if connection.execute(self._insert(schema.tables), dict(new.row.__dict__)).rowcount == 0:
            raise CodeTaken
        for entry in new.entries:
            connection.execute(insert(schema.events), _event_row(new.row.code, entry))
        _write_seats(connection, new.row.code, new.seats)

    async def append(self, code: str, entry: Entry, standing: Standing, sets_up: NewTable | None = None) -> bool:
        """Keep the next event of a table, and with it the table that it sets up, if it does; False if another process
        was first, or the table is gone. Then nothing was written."""
        values = _event_row(code, entry)
        row = {
            "of": code,
            "status": standing.status,
            "host": standing.host,
            "number": entry.number,
            "updated_at": entry.at,
            "due_at": standing.due_at,
            "summary": standing.summary,
        }

        def work(connection: Connection) -> bool:
            if connection.execute(_INSERT_EVENT, values).rowcount == 0:
                return False
            connection.execute(_UPDATE_TABLE, row)
            if standing.seats is not None:
                _write_seats(connection, code, standing.seats)
                if standing.status != "waiting" and standing.seats:
                    played = [{"code": code, "guest": guest} for guest in standing.seats.values()]
                    connection.execute(self._insert(schema.players), played)
            if sets_up is not None:
                self._set_up(connection, sets_up)
            if self.is_shared:
                connection.execute(_NOTIFY, {"channel": CHANNEL, "word": f"event {code} {entry.number}"})
            return True

        return bool(await self._writer.do(code, work))

    async def load(self, code: str) -> tuple[TableRow, list[Entry]] | None:
        def read(connection: Connection) -> tuple[TableRow, list[Entry]] | None:
            row = connection.execute(select(schema.tables).where(schema.tables.c.code == code)).first()
            return None if row is None else (TableRow(**row._mapping), _entries(connection, code, 0))

        return await self._read(read)

    async def events_after(self, code: str, number: int) -> list[Entry]:
        return await self._read(lambda connection: _entries(connection, code, number))

    async def numbers(self, codes: Sequence[str]) -> dict[str, int]:
        """How far each of these tables has come."""
        wanted = select(schema.tables.c.code, schema.tables.c.number).where(schema.tables.c.code.in_(codes))
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(wanted)})

    async def due(self, before: int, most: int) -> list[str]:
        """The tables that have waited for the house since before some time."""
        wanted = (
            select(schema.tables.c.code)
            .where(schema.tables.c.due_at.is_not(None), schema.tables.c.due_at <= before)
            .order_by(schema.tables.c.due_at)
            .limit(most)
        )
        return await self._read(lambda connection: list(connection.scalars(wanted)))

    async def undue(self, code: str) -> None:
        """Nothing is to be done at this table after all."""
        statement = update(schema.tables).where(schema.tables.c.code == code).values(due_at=None)
        await self._writer.do(code, lambda connection: connection.execute(statement))

    async def listed(self, guest: str, code: str) -> Listed | None:
        """A table as it stands in the lists of a guest."""
        wanted = listing.one_table(guest, code)
        return await self._read(lambda connection: next(iter(listing.read_listed(connection, wanted)), None))

    async def open_tables(self, guest: str, most: int, most_of_a_host: int) -> list[Listed]:
        wanted = listing.open_tables(guest, most, most_of_a_host)
        return await self._read(lambda connection: listing.read_listed(connection, wanted))

    async def tables_of(self, guest: str, most: int, after: str | None = None) -> list[Listed] | None:
        """A page of a person's tables, from the one after some table on; None if there is no such table."""

        def read(connection: Connection) -> list[Listed] | None:
            place = None if after is None else connection.execute(listing.place_of(after)).first()
            if after is not None and place is None:
                return None
            wanted = listing.tables_of(guest, most, None if place is None else (place[0], place[1], place[2]))
            return listing.read_listed(connection, wanted)

        return await self._read(read)

    async def unfinished_tables_of(self, host: str) -> int:
        wanted = (
            select(func.count())
            .select_from(schema.tables)
            .where(schema.tables.c.host == host, schema.tables.c.status.in_(("waiting", "playing")))
        )
        return await self._read(lambda connection: int(connection.scalar(wanted) or 0))

    async def count_tables(self) -> dict[str, int]:
        wanted = select(schema.tables.c.status, func.count()).group_by(schema.tables.c.status)
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(wanted)})

    async def forget_unfinished(self, before: int) -> int:
        """Remove unfinished and closed tables at which nothing has happened since before some time."""
        statement = delete(schema.tables).where(schema.tables.c.status != "over", schema.tables.c.updated_at < before)
        return int(await self._writer.do("", lambda connection: connection.execute(statement).rowcount))

    # Guests.

    async def guest(self, id: str) -> Guest | None:
        wanted = select(schema.guests).where(schema.guests.c.id == id)

        def read(connection: Connection) -> Guest | None:
            row = connection.execute(wanted).first()
            return None if row is None else Guest(row.id, row.name, row.language)

        return await self._read(read)

    async def keep_guest(self, guest: Guest, now: int) -> None:
        values = {"id": guest.id, "name": guest.name, "language": guest.language, "created_at": now}
        change = (
            update(schema.guests).where(schema.guests.c.id == guest.id).values(name=guest.name, language=guest.language)
        )

        def work(connection: Connection) -> None:
            if connection.execute(self._insert(schema.guests), values).rowcount == 0:
                connection.execute(change)

        await self._writer.do(guest.id, work)

    async def meet_guest(self, guest: Guest, now: int) -> None:
        """Keep a guest who does something for the first time."""
        values = {"id": guest.id, "name": guest.name, "language": guest.language, "created_at": now}
        await self._writer.do(guest.id, lambda connection: connection.execute(self._insert(schema.guests), values))

    async def forget_guests(self, before: int) -> int:
        """Remove guests who came before some time and have no table: none that they host, sit at or have played at."""
        own = schema.guests.c.id
        elsewhere = (schema.tables.c.host, schema.seats.c.guest, schema.players.c.guest)
        statement = delete(schema.guests).where(
            schema.guests.c.created_at < before, *(~exists().where(column == own) for column in elsewhere)
        )
        return int(await self._writer.do("", lambda connection: connection.execute(statement).rowcount))

    # Words of the house.

    async def house_word(self, name: str, made: Callable[[], str]) -> tuple[str, bool]:
        """A word that is made once and kept; and whether it was made now."""

        def work(connection: Connection) -> tuple[str, bool]:
            new = connection.execute(self._insert(schema.house), {"name": name, "value": made()}).rowcount > 0
            value = connection.scalar(select(schema.house.c.value).where(schema.house.c.name == name))
            assert value is not None
            return str(value), new

        found: tuple[str, bool] = await self._writer.do("", work)
        return found

    async def opened(self, now: int) -> int:
        """Since when the house is open: since now, if no other process is."""
        if not self.is_shared:
            return now

        def work(connection: Connection) -> int:
            if connection.scalar(_IS_OPEN, {"lock": OPEN_LOCK}):
                kept = connection.scalar(select(schema.house.c.value).where(schema.house.c.name == OPENED))
                return int(kept or 0)
            connection.execute(self._insert(schema.house), {"name": OPENED, "value": str(now)})
            connection.execute(update(schema.house).where(schema.house.c.name == OPENED).values(value=str(now)))
            return now

        return int(await self._writer.do("", work))

    async def notify(self, word: str) -> None:
        """Wake the other processes."""
        if self.is_shared:
            await self._writer.do(
                "", lambda connection: connection.execute(_NOTIFY, {"channel": CHANNEL, "word": word})
            )

    async def is_there(self) -> bool:
        try:
            return bool(await self._read(lambda connection: connection.scalar(text("SELECT 1")), limits.LOOK_SECONDS))
        except Unavailable:
            return False

    def _insert(self, table: Any) -> Any:
        """An insert that does nothing where the key is there already; its ``rowcount`` tells."""
        if self.is_shared:
            from sqlalchemy.dialects.postgresql import insert as insert_on
        else:
            from sqlalchemy.dialects.sqlite import insert as insert_on  # type: ignore[assignment]
        return insert_on(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)

    async def _read(self, read: Callable[[Connection], T], seconds: float | None = None) -> T:
        answer = self._readers.do(lambda: _in_transaction(self._reading, read))
        return await self._patience.wait_for(answer, seconds or limits.READ_SECONDS)


_INSERT_EVENT = text(
    "INSERT INTO events (code, number, at, event, guest, client_id) "
    "SELECT :code, :number, :at, :event, :guest, :client_id "
    "WHERE EXISTS (SELECT 1 FROM tables WHERE tables.code = CAST(:code AS VARCHAR(12))) ON CONFLICT DO NOTHING"
)
_UPDATE_TABLE = text(
    "UPDATE tables SET status = :status, host = :host, number = :number, updated_at = :updated_at, due_at = :due_at, "
    "summary = :summary WHERE code = :of"
)
_IS_OPEN = text(
    "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE locktype = 'advisory' AND objid = :lock AND datname = current_database() LIMIT 1"
)
_NOTIFY = text("SELECT pg_notify(:channel, :word)")


def _in_transaction(engine: Engine, read: Callable[[Connection], T]) -> T:
    try:
        with engine.begin() as connection:
            return read(connection)
    except SQLAlchemyError as error:
        raise Unavailable(type(error).__name__) from error


def _event_row(code: str, entry: Entry) -> dict[str, Any]:
    return {
        "code": code,
        "number": entry.number,
        "at": entry.at,
        "event": write_event(entry.event),
        "guest": entry.guest,
        "client_id": entry.client_id,
    }


def _entries(connection: Connection, code: str, after: int) -> list[Entry]:
    columns = schema.events.c
    wanted = select(schema.events).where(columns.code == code, columns.number > after).order_by(columns.number)
    return [
        Entry(row.number, row.at, read_event(row.event), row.guest, row.client_id) for row in connection.execute(wanted)
    ]


def _write_seats(connection: Connection, code: str, seats: Mapping[str, str]) -> None:
    connection.execute(delete(schema.seats).where(schema.seats.c.code == code))
    if seats:
        rows = [{"code": code, "seat": seat, "guest": guest} for seat, guest in seats.items()]
        connection.execute(insert(schema.seats), rows)
