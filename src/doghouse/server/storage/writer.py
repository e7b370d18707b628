"""The one writer of a process: a thread that carries out all writes, as many as are waiting in one transaction.

A commit waits for the disk. While it does, further writes gather and share the next commit, so that many tables cost
little more than one.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError

from doghouse.server.protocol import limits
from doghouse.server.storage.timeouts import DatabaseTimeout, DatabaseUnavailable

log = logging.getLogger("doghouse.writer")
MOST_TOGETHER = 200

Work = Callable[[Connection], Any]


class Writer:
    """Carries out writes in order; each is answered once it is on disk."""

    def __init__(self, engine: Engine, patience: DatabaseTimeout) -> None:
        self._engine = engine
        self._patience = patience
        self._waiting: queue.SimpleQueue[tuple[str, Work, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="doghouse-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._thread.start()

    async def do(self, key: str, work: Work) -> Any:
        """Carry out one piece of work; ``key`` orders those that share a transaction, so that processes never wait for
        each other crosswise. It must not fail but for the database itself: others share its transaction."""
        assert self._loop is not None
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.put((key, work, answer))
        return await self._patience.wait_for(answer, limits.WRITE_SECONDS)

    def stop(self) -> None:
        """Finish what is waiting, then end. A database that does not answer is not waited for: what it was told last
        was not acknowledged."""
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(limits.LAST_WRITE_SECONDS)
        if self._thread.is_alive():
            log.warning("closed although the database did not answer")
        self._engine.dispose()

    def _run(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch = [first]
            ended = False
            while len(batch) < MOST_TOGETHER:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ended = True
                    break
                batch.append(more)
            self._carry_out([item for item in batch if not item[2].done()])  # the others have been given up
            if ended:
                return

    def _carry_out(self, batch: list[tuple[str, Work, asyncio.Future[Any]]]) -> None:
        if not batch:
            return
        ordered = sorted(batch, key=lambda item: item[0])
        answers: list[tuple[asyncio.Future[Any], Any]] = []
        failure: Exception | None = None
        try:
            with self._engine.begin() as connection:
                answers = [(answer, work(connection)) for _key, work, answer in ordered]
        except (OperationalError, InterfaceError) as error:
            failure = DatabaseUnavailable(type(error).__name__)
        except Exception as error:  # a fault of the house's own: whoever waits must hear of it
            if len(batch) > 1:  # and only they: the others try again without it
                for item in batch:
                    self._carry_out([item])
                return
            failure = DatabaseUnavailable(type(error).__name__) if isinstance(error, SQLAlchemyError) else error
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(_answer, batch, answers, failure)
        except RuntimeError:
            return  # the loop has ended: nobody waits any more


def _answer(
    batch: list[tuple[str, Work, asyncio.Future[Any]]],
    answers: list[tuple[asyncio.Future[Any], Any]],
    failure: Exception | None,
) -> None:
    if failure is not None:
        for _key, _work, answer in batch:
            if not answer.done():
                answer.set_exception(failure)
        return
    for answer, value in answers:
        if not answer.done():
            answer.set_result(value)
