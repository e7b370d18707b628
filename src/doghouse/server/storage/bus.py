"""How processes that share a database wake each other: by words with ids in them, and nothing else.

``event CODE NUMBER``: a table has come so far. ``present CODE PROCESS WATCHING GUEST...``: who is at a table through
another process. ``who CODE PROCESS``: a process asks who is present at a table, or with ``*`` at all of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from sqlalchemy import Connection, text

from doghouse.server.storage.database import STAY_IN_TOUCH

log = logging.getLogger("doghouse.bus")
CHANNEL = "doghouse"
OPEN_LOCK = 0x486F7573  # held on PostgreSQL by every process that is open
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)

_NOTIFY = text("SELECT pg_notify(:channel, :word)")
_IS_OPEN = text(
    "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE locktype = 'advisory' AND objid = :lock AND datname = current_database() LIMIT 1"
)

Heard = Callable[[str], Awaitable[None]]
Again = Callable[[], Awaitable[None]]


def wake(connection: Connection, word: str) -> None:
    """Let the other processes hear a word once this transaction is done."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "word": word})


def is_somebody_open(connection: Connection) -> bool:
    """Whether some process is open on this database, which has to be PostgreSQL."""
    return bool(connection.scalar(_IS_OPEN, {"lock": OPEN_LOCK}))


class Bus(Protocol):
    async def start(self, heard: Heard, again: Again) -> None: ...

    async def stop(self) -> None: ...


class LocalBus:
    """A single process has nobody to wake."""

    async def start(self, heard: Heard, again: Again) -> None:
        pass

    async def stop(self) -> None:
        pass


class PostgresBus:
    """Listens on PostgreSQL. A lost connection is made again, and everything looked up that was missed meanwhile."""

    def __init__(self, url: str) -> None:
        self._url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._task: asyncio.Task[None] | None = None

    async def start(self, heard: Heard, again: Again) -> None:
        listening = asyncio.Event()
        self._task = asyncio.create_task(self._run(heard, again, listening))
        await asyncio.wait_for(listening.wait(), 30)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, heard: Heard, again: Again, listening: asyncio.Event) -> None:
        import psycopg

        tries = 0
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True, **STAY_IN_TOUCH)
                async with connection:
                    await connection.execute("SELECT pg_advisory_lock_shared(%s)", [OPEN_LOCK])  # others see it
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if listening.is_set():
                        log.warning("listening again")
                    listening.set()
                    tries = 0
                    await again()
                    async for notice in connection.notifies():
                        await heard(notice.payload)
            except Exception as error:  # of the connection, or of what was to be looked up: both are tried again
                log.warning("listener lost", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
            tries += 1
