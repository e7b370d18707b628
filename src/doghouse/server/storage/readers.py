"""Run database reads in threads."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Readers:
    """Daemon threads, so that a read that hangs does not keep the process alive as an executor's thread would."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._queue: queue.SimpleQueue[tuple[Callable[[], Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._started = 0

    def submit(self, read: Callable[[], T]) -> asyncio.Future[T]:
        if self._started < self._threads:
            self._started += 1
            threading.Thread(target=self._run, name="doghouse-reader", daemon=True).start()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put((read, future))
        return future

    def stop(self) -> None:
        for _thread in range(self._started):
            self._queue.put(None)
        self._started = 0

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            read, future = item
            if future.done():
                continue  # timed out
            try:
                result, failure = read(), None
            except BaseException as error:  # raised where the result is awaited
                result, failure = None, error
            try:
                future.get_loop().call_soon_threadsafe(resolve, future, result, failure)
            except RuntimeError:
                return  # the event loop is closed


def resolve(future: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if future.done():
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(result)
