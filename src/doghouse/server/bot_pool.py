"""Bots think in processes of their own, so that the house never waits for them."""

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
TRIES = 3
STOPS = (signal.SIGINT, signal.SIGTERM)
AHEAD = 1  # decisions that lie ready for a process that has just made one


def decide(level: str, seed: int, view: dict[str, Any]) -> str:
    """What a bot decides from a view: a play, or in the exchange a card."""
    bot = make_bot(level, seed)
    if view["phase"] == "give":
        return bot.give(view)
    return str(bot.play(view))


def _ready() -> None:
    for stop in STOPS:  # they are for the house, which ends its thinkers
        signal.signal(stop, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_house, daemon=True).start()


def _end_with_the_house() -> None:
    """Nobody stays behind to wait for a house that was killed."""
    house = multiprocessing.parent_process()
    assert house is not None
    house.join()
    os._exit(1)


@contextmanager
def _deaf() -> Iterator[None]:
    """A process that is started here hears no signals, not even before it is ready; the house hears them a moment
    later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class BotPool:
    """The processes in which bots think. One that dies is replaced."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._turns = FairQueue(processes + AHEAD)

    async def decide(
        self, level: str, seed: int, view: dict[str, Any], host: str = "", human_waiting: bool = True
    ) -> str:
        """What a bot at a table of this host decides; sooner if a person waits for it."""
        async with self._turns.take(host, human_waiting):
            return await self._decide(level, seed, view)

    async def _decide(self, level: str, seed: int, view: dict[str, Any]) -> str:
        for _try in range(TRIES):
            pool = self._pool or self._new_pool()
            try:
                with _deaf():
                    answer = pool.submit(decide, level, seed, view)
                return await asyncio.wrap_future(answer)
            except BrokenProcessPool:
                log.warning("a thinker died")
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)
        log.error("thinkers die again and again: the plainest decision is taken")
        return view["hand"][0] if view["phase"] == "give" else str(next(iter(legal_plays(view))))

    def warm_up(self) -> None:
        """Start the processes before the first bot has to decide."""
        pool = self._pool or self._new_pool()
        with _deaf():
            for _process in range(self._processes):
                pool.submit(_nothing)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self._processes, mp_context=context, initializer=_ready)
        return self._pool

    async def stop(self) -> None:
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def _nothing() -> None:
    pass
