"""Async facade of the database: tables with their events, guests, and the server's own values."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from doghouse.server.protocol import limits
from doghouse.server.protocol.events import Entry
from doghouse.server.storage import guests, house_state, removal, running_time, table_queries, table_rows
from doghouse.server.storage.bus import notify
from doghouse.server.storage.database import migrate, open_database
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.readers import Readers
from doghouse.server.storage.removal import Keep, Removed
from doghouse.server.storage.table_rows import TableInsert, TableUpdate
from doghouse.server.storage.timeouts import DatabaseTimeout, DatabaseUnavailable
from doghouse.server.storage.writer import Writer

READERS = 4  # also the size of the PostgreSQL pool for reading
P = ParamSpec("P")
T = TypeVar("T")


def _reading(read: Callable[Concatenate[Connection, P], T]) -> Callable[Concatenate[Store, P], Awaitable[T]]:
    """Return the method of the store that runs a read."""

    async def method(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._read(lambda connection: read(connection, *args, **kwargs), limits.READ_SECONDS)

    return method


class Store:
    """All reads and writes, described where they are implemented. A write returns once it is committed; any call may
    raise ``DatabaseUnavailable``."""

    def __init__(self, url: str) -> None:
        self._write_engine = open_database(url, writes=True)
        self._read_engine = open_database(url, writes=False)
        self._timeout = DatabaseTimeout()
        self._readers = Readers(READERS)
        self._writer = Writer(self._write_engine, self._timeout)
        self.is_shared = self._write_engine.dialect.name == "postgresql"

    async def open(self) -> None:
        await self._readers.submit(lambda: migrate(self._write_engine))
        self._writer.start()

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.stop)
        self._readers.stop()
        self._read_engine.dispose()

    def give_up(self) -> None:
        """Fail all pending and future calls with ``DatabaseUnavailable``."""
        self._timeout.end()

    async def is_available(self) -> bool:
        try:
            return bool(await self._read(lambda connection: connection.scalar(text("SELECT 1")), limits.HEALTH_SECONDS))
        except DatabaseUnavailable:
            return False

    # Tables.

    async def create(self, new: TableInsert) -> None:
        await self._writer.submit(new.row.code, table_rows.insert_table, new)

    async def append(self, code: str, entry: Entry, update: TableUpdate, new_table: TableInsert | None = None) -> bool:
        """Store the next event of a table, and in the same transaction the rematch table that it creates, if any.
        Return False, with nothing written, if another process was first or the table is gone."""
        return await self._writer.submit(code, table_rows.append_event, code, entry, update, new_table)

    load = _reading(table_rows.load)
    events_after = _reading(table_rows.events_after)
    numbers = _reading(table_queries.numbers)
    due = _reading(table_queries.due)
    listing = _reading(table_queries.listing)
    open_tables = _reading(table_queries.open_tables)
    tables_of = _reading(table_queries.tables_of)
    count_unfinished = _reading(table_queries.count_unfinished)
    count_tables = _reading(table_queries.count_tables)

    async def clear_due(self, code: str) -> None:
        await self._writer.submit(code, table_rows.clear_due, code)

    # Removal of what is stale.

    marked_of = _reading(removal.marked_of)

    async def remove_stale(self, keep: Keep, viewed: Sequence[str]) -> Removed:
        return await self._writer.submit("", removal.remove_stale, keep, viewed)

    async def restore_marked(self, code: str) -> bool:
        return await self._writer.submit("", removal.restore_marked, code)

    async def record_running_time(self, now: int, elapsed: int) -> int:
        return await self._writer.submit("", running_time.record, now, elapsed)

    # Guests.

    guest = _reading(guests.find)

    async def save_guest(self, guest: Guest, now: int) -> None:
        await self._writer.submit(guest.id, guests.save, guest, now)

    async def insert_guest(self, guest: Guest, now: int) -> None:
        await self._writer.submit(guest.id, guests.insert_new, guest, now)

    # The server's own values.

    async def house_value(self, name: str, make: Callable[[], str]) -> tuple[str, bool]:
        return await self._writer.submit("", house_state.get_or_create, name, make)

    async def first_process_started_at(self, now: int) -> int:
        return await self._writer.submit("", house_state.first_process_started_at, now) if self.is_shared else now

    async def notify(self, message: str) -> None:
        if self.is_shared:
            await self._writer.submit("", notify, message)

    async def _read(self, read: Callable[[Connection], T], seconds: float) -> T:
        def run() -> T:
            try:
                with self._read_engine.begin() as connection:
                    return read(connection)
            except SQLAlchemyError as error:
                raise DatabaseUnavailable(type(error).__name__) from error

        return await self._timeout.wait_for(self._readers.submit(run), seconds)
