"""What the house keeps: tables with their events, guests, and a few words of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from doghouse.server.protocol import limits
from doghouse.server.protocol.events import Entry
from doghouse.server.storage import guests, house_state, table_queries, table_rows
from doghouse.server.storage.bus import wake
from doghouse.server.storage.database import migrate, open_database
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.readers import Readers
from doghouse.server.storage.table_queries import TableListing, TableRow
from doghouse.server.storage.table_rows import TableInsert, TableUpdate
from doghouse.server.storage.timeouts import DatabaseTimeout, DatabaseUnavailable
from doghouse.server.storage.writer import Writer

READERS = 4  # as many connections as PostgreSQL is asked for
T = TypeVar("T")


class Store:
    """All reading and writing. Writes are answered once they are on disk."""

    def __init__(self, url: str) -> None:
        self._writing = open_database(url, writes=True)
        self._reading = open_database(url, writes=False)
        self._patience = DatabaseTimeout()
        self._readers = Readers(READERS)
        self._writer = Writer(self._writing, self._patience)
        self.is_shared = self._writing.dialect.name == "postgresql"

    async def open(self) -> None:
        await self._readers.submit(lambda: migrate(self._writing))
        self._writer.start(asyncio.get_running_loop())

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.stop)
        self._readers.stop()
        self._reading.dispose()

    def give_up(self) -> None:
        """Wait for the database no longer: whoever does is told that it is not there."""
        self._patience.end()

    async def is_available(self) -> bool:
        try:
            return bool(await self._read(lambda connection: connection.scalar(text("SELECT 1")), limits.HEALTH_SECONDS))
        except DatabaseUnavailable:
            return False

    # Tables.

    async def create(self, new: TableInsert) -> None:
        """Keep a new table with its first events, or raise ``CodeTaken``."""
        await self._writer.do(new.row.code, lambda connection: table_rows.insert_table(connection, new))

    async def append(self, code: str, entry: Entry, update: TableUpdate, new_table: TableInsert | None = None) -> bool:
        """Keep the next event of a table, and with it the table that it sets up, if it does; False if another process
        was first, or the table is gone. Then nothing was written."""
        return bool(await self._writer.do(code, table_rows.append_event(code, entry, update, new_table)))

    async def load(self, code: str) -> tuple[TableRow, list[Entry]] | None:
        return await self._read(lambda connection: table_rows.load(connection, code))

    async def events_after(self, code: str, number: int) -> list[Entry]:
        return await self._read(lambda connection: table_rows.events_after(connection, code, number))

    async def numbers(self, codes: Sequence[str]) -> dict[str, int]:
        """How far each of these tables has come."""
        wanted = table_queries.numbers(codes)
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(wanted)})

    async def due(self, before: int, most: int) -> list[str]:
        """The tables that have waited for the house since before some time."""
        wanted = table_queries.due(before, most)
        return await self._read(lambda connection: list(connection.scalars(wanted)))

    async def clear_due(self, code: str) -> None:
        """Nothing is to be done at this table after all."""
        await self._writer.do(code, lambda connection: table_rows.clear_due(connection, code))

    async def listed(self, guest: str, code: str) -> TableListing | None:
        """A table as it stands in the lists of a guest."""
        wanted = table_queries.one_table(guest, code)
        return await self._read(lambda connection: next(iter(table_queries.read_listed(connection, wanted)), None))

    async def open_tables(self, guest: str, most: int, most_of_a_host: int) -> list[TableListing]:
        wanted = table_queries.open_tables(guest, most, most_of_a_host)
        return await self._read(lambda connection: table_queries.read_listed(connection, wanted))

    async def tables_of(self, guest: str, most: int, after: str | None = None) -> list[TableListing] | None:
        """A page of a person's tables, from the one after some table on; None if there is no such table."""

        def read(connection: Connection) -> list[TableListing] | None:
            place = None if after is None else connection.execute(table_queries.place_of(after)).first()
            if after is not None and place is None:
                return None
            wanted = table_queries.tables_of(guest, most, None if place is None else (place[0], place[1], place[2]))
            return table_queries.read_listed(connection, wanted)

        return await self._read(read)

    async def unfinished_tables_of(self, host: str) -> int:
        wanted = table_queries.how_many_unfinished(host)
        return await self._read(lambda connection: int(connection.scalar(wanted) or 0))

    async def count_tables(self) -> dict[str, int]:
        wanted = table_queries.how_many()
        return await self._read(lambda connection: {row[0]: row[1] for row in connection.execute(wanted)})

    async def delete_stale_tables(self, before: int) -> int:
        """Remove unfinished and closed tables at which nothing has happened since before some time."""
        return int(await self._writer.do("", lambda connection: table_rows.delete_stale_tables(connection, before)))

    # Guests.

    async def guest(self, id: str) -> Guest | None:
        return await self._read(lambda connection: guests.find(connection, id))

    async def save_guest(self, guest: Guest, now: int) -> None:
        await self._writer.do(guest.id, lambda connection: guests.keep(connection, guest, now))

    async def insert_guest(self, guest: Guest, now: int) -> None:
        """Keep a guest who does something for the first time."""
        await self._writer.do(guest.id, lambda connection: guests.meet(connection, guest, now))

    async def delete_stale_guests(self, before: int) -> int:
        """Remove guests who came before some time and have no table."""
        return int(await self._writer.do("", lambda connection: guests.forget(connection, before)))

    # Words.

    async def house_value(self, name: str, made: Callable[[], str]) -> tuple[str, bool]:
        """A word of the house that is made once and kept; and whether it was made now."""
        found: tuple[str, bool] = await self._writer.do(
            "", lambda connection: house_state.get_or_create(connection, name, made)
        )
        return found

    async def opened(self, now: int) -> int:
        """Since when the house is open: since now, if no other process is."""
        return (
            int(await self._writer.do("", lambda connection: house_state.opened(connection, now)))
            if self.is_shared
            else now
        )

    async def notify(self, word: str) -> None:
        """Wake the other processes."""
        if self.is_shared:
            await self._writer.do("", lambda connection: wake(connection, word))

    async def _read(self, read: Callable[[Connection], T], seconds: float | None = None) -> T:
        answer = self._readers.submit(lambda: _in_transaction(self._reading, read))
        return await self._patience.wait_for(answer, seconds or limits.READ_SECONDS)


def _in_transaction(engine: Engine, read: Callable[[Connection], T]) -> T:
    try:
        with engine.begin() as connection:
            return read(connection)
    except SQLAlchemyError as error:
        raise DatabaseUnavailable(type(error).__name__) from error
