"""Run bots in processes of their own, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from doghouse.bots.determinize import legal_plays
from doghouse.bots.registry import make_bot
from doghouse.server.fair_queue import FairQueue

log = logging.getLogger("doghouse.thinking")
MAX_ATTEMPTS = 3
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
PREFETCH = 1  # decisions queued, so that no process waits for the next one


def decide(level: str, seed: int, view: dict[str, Any]) -> str:
    """Return a bot's decision: a play, or in the exchange a card."""
    bot = make_bot(level, seed)
    if view["phase"] == "give":
        return bot.give(view)
    return str(bot.play(view))


def _start_worker() -> None:
    for number in STOP_SIGNALS:  # the server handles them and stops its workers
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Leave no worker behind when the server is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _blocked_signals() -> Iterator[None]:
    """Block signals while a worker starts: it inherits the mask, so none arrive before it ignores them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class BotPool:
    """A pool of bot processes. One that dies is replaced."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(processes + PREFETCH)

    async def decide(
        self, level: str, seed: int, view: dict[str, Any], host: str = "", human_waiting: bool = True
    ) -> str:
        """Return a bot's decision at a table of this host, sooner if a human is waiting."""
        async with self._queue.turn(host, human_waiting):
            deciding = asyncio.create_task(self._decide(level, seed, view))
            try:
                return await asyncio.shield(deciding)
            except asyncio.CancelledError:
                await asyncio.wait([deciding])  # the process computes on: keep the turn, so that others do not queue up
                raise

    async def _decide(self, level: str, seed: int, view: dict[str, Any]) -> str:
        for _attempt in range(MAX_ATTEMPTS):
            pool = self._pool or self._new_pool()
            try:
                with _blocked_signals():
                    future = pool.submit(decide, level, seed, view)
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                log.warning("bot worker died")
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
        log.error("bot workers keep crashing; playing the first legal play")
        return view["hand"][0] if view["phase"] == "give" else str(next(iter(legal_plays(view))))

    def warm_up(self) -> None:
        """Start the processes before the first decision is needed."""
        pool = self._pool or self._new_pool()
        with _blocked_signals():
            for _process in range(self._processes):
                pool.submit(os.getpid)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_start_worker)
        return self._pool

    async def stop(self) -> None:
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
