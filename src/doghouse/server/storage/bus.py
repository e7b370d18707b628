"""LISTEN/NOTIFY between the processes that share a PostgreSQL. Messages contain ids and counts, nothing else.

``event CODE NUMBER``: the table has a new event. ``present CODE PROCESS WATCHING GUEST...``: who is connected to a
table through a process. ``who CODE PROCESS``: a process asks who is connected to a table, or with ``*`` to any table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, text

from doghouse.server.storage.database import KEEPALIVE

log = logging.getLogger("doghouse.bus")
CHANNEL = "doghouse"
OPEN_LOCK = 0x486F7573  # shared advisory lock of every running process
RETRY_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)

_NOTIFY = text("SELECT pg_notify(:channel, :message)")
_IS_OPEN = text(
    "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database "
    "WHERE locktype = 'advisory' AND objid = :lock AND datname = current_database() LIMIT 1"
)

OnMessage = Callable[[str], Awaitable[None]]
OnConnect = Callable[[], Awaitable[None]]


def notify(connection: Connection, message: str) -> None:
    """Notify the other processes when this transaction commits."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": message})


def is_any_open(connection: Connection) -> bool:
    """Return whether any process is running on this PostgreSQL database."""
    return bool(connection.scalar(_IS_OPEN, {"lock": OPEN_LOCK}))


class PostgresBus:
    """Listens on PostgreSQL and reconnects; ``on_connect`` then looks up what was missed."""

    def __init__(self, url: str) -> None:
        self._url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._task: asyncio.Task[None] | None = None

    async def start(self, on_message: OnMessage, on_connect: OnConnect) -> None:
        listening = asyncio.Event()
        self._task = asyncio.create_task(self._run(on_message, on_connect, listening))
        await asyncio.wait_for(listening.wait(), 30)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, on_message: OnMessage, on_connect: OnConnect, listening: asyncio.Event) -> None:
        import psycopg

        failures = 0
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True, **KEEPALIVE)
                async with connection:
                    await connection.execute("SELECT pg_advisory_lock_shared(%s)", [OPEN_LOCK])
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if listening.is_set():
                        log.warning("listening again")
                    listening.set()
                    failures = 0
                    await on_connect()
                    async for notice in connection.notifies():
                        await on_message(notice.payload)
            except Exception as error:  # of the connection or of a callback: reconnect in both cases
                log.warning("listener lost", extra={"error": type(error).__name__})
            await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
            failures += 1
