"""Waiting for a database that may never answer: for some time, and then no more."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

log = logging.getLogger("doghouse.database")
T = TypeVar("T")


class Unavailable(Exception):
    """The database could not be used; whether something was written after all, only reading can tell."""


class Patience:
    """Waits for answers of the database, and says once that they do not come, and once that they come again."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[Any]] = set()
        self._is_silent = False
        self._is_over = False

    async def wait_for(self, answer: asyncio.Future[T], seconds: float | None) -> T:
        """The answer. What is not answered in time is cancelled: if nobody has begun with it, nobody will."""
        if self._is_over:
            raise Unavailable("the house closes")
        self._waiting.add(answer)
        try:
            async with asyncio.timeout(seconds):
                found = await answer
        except TimeoutError:
            if not self._is_silent:
                log.warning("the database does not answer")
            self._is_silent = True
            raise Unavailable("no answer") from None
        finally:
            self._waiting.discard(answer)
        if self._is_silent:
            log.warning("the database answers again")
        self._is_silent = False
        return found

    def end(self) -> None:
        """Wait no longer, for anything."""
        self._is_over = True
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(Unavailable("the house closes"))


class Readers:
    """Threads that read. They do not keep a process from ending, as those of an executor would."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._work: queue.SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._started = 0

    def do(self, work: Callable[[], T]) -> asyncio.Future[T]:
        if self._started < self._threads:
            self._started += 1
            threading.Thread(target=self._run, name="doghouse-reader", daemon=True).start()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.put((work, answer))
        return answer

    def stop(self) -> None:
        for _thread in range(self._started):
            self._work.put(None)
        self._started = 0

    def _run(self) -> None:
        while (item := self._work.get()) is not None:
            work, answer = item
            if answer.done():
                continue  # nobody waits for it any more
            try:
                found, failure = work(), None
            except BaseException as error:  # whoever waits must hear of it
                found, failure = None, error
            try:
                answer.get_loop().call_soon_threadsafe(_answer, answer, found, failure)
            except RuntimeError:
                return  # the loop has ended


def _answer(answer: asyncio.Future[Any], found: Any, failure: BaseException | None) -> None:
    if answer.done():
        return
    if failure is not None:
        answer.set_exception(failure)
    else:
        answer.set_result(found)
