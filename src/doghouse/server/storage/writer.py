"""The one writer of a process: a thread that commits all waiting writes in one transaction.

A commit waits for the disk. Meanwhile further writes queue up and share the next commit, so that many tables cost
little more than one.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError

from doghouse.server.protocol import limits
from doghouse.server.storage.readers import resolve
from doghouse.server.storage.timeouts import DatabaseTimeout, DatabaseUnavailable

log = logging.getLogger("doghouse.writer")
MAX_BATCH = 200
P = ParamSpec("P")
T = TypeVar("T")


class _Write(NamedTuple):
    key: str
    work: Callable[[Connection], Any]
    future: asyncio.Future[Any]


class Writer:
    """Runs writes in order; the result of each is set once it is committed."""

    def __init__(self, engine: Engine, timeout: DatabaseTimeout) -> None:
        self._engine = engine
        self._timeout = timeout
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="doghouse-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    async def submit(
        self, key: str, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run work and commit it. ``key`` orders the writes of a transaction, so that processes do not deadlock."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(_Write(key, lambda connection: work(connection, *args, **kwargs), future))
        return await self._timeout.wait_for(future, limits.WRITE_SECONDS)

    def stop(self) -> None:
        """Finish what is queued, then end. A write that hangs is abandoned: it was not acknowledged."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(limits.LAST_WRITE_SECONDS)
        if self._thread.is_alive():
            log.warning("closed without waiting for the database")
        self._engine.dispose()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch: list[_Write | None] = [first]
            with suppress(queue.Empty):
                while len(batch) < MAX_BATCH and batch[-1] is not None:
                    batch.append(self._queue.get_nowait())
            self._commit([write for write in batch if write is not None and not write.future.done()])
            if batch[-1] is None:
                return

    def _commit(self, batch: list[_Write]) -> None:
        if not batch:
            return
        batch = sorted(batch, key=lambda write: write.key)
        results: list[Any] = [None] * len(batch)
        failure: Exception | None = None
        try:
            with self._engine.begin() as connection:
                results = [write.work(connection) for write in batch]
        except (OperationalError, InterfaceError) as error:
            failure = DatabaseUnavailable(type(error).__name__)
        except Exception as error:
            if len(batch) > 1:  # retry one by one, so that only the faulty write fails
                for write in batch:
                    self._commit([write])
                return
            failure = DatabaseUnavailable(type(error).__name__) if isinstance(error, SQLAlchemyError) else error
        with suppress(RuntimeError):  # the event loop is closed
            batch[0].future.get_loop().call_soon_threadsafe(_resolve_all, batch, results, failure)


def _resolve_all(batch: list[_Write], results: list[Any], failure: Exception | None) -> None:
    for write, result in zip(batch, results):
        resolve(write.future, result, failure)
