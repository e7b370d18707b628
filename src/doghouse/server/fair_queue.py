"""Decide whose bot computes next: tables where a human waits come first, and hosts take turns."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(order=True)
class _Waiting:
    nobody_waits: bool
    position: int  # how many of the same host were queued before
    arrival: int
    future: asyncio.Future[None] = field(compare=False)


class FairQueue:
    """Limits how many bots compute concurrently."""

    def __init__(self, concurrency: int) -> None:
        self._free = concurrency
        self._arrivals = 0
        self._waiting: list[_Waiting] = []
        self._per_host: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, host: str, human_waiting: bool) -> AsyncIterator[None]:
        """Wait for a turn and hold it."""
        if self._free > 0:
            self._free -= 1
        else:
            await self._wait(host, human_waiting)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, host: str, human_waiting: bool) -> None:
        self._arrivals += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Waiting(not human_waiting, self._per_host[host], self._arrivals, future))
        self._per_host[host] += 1
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._pass_on()  # it got its turn just before it was cancelled
            raise
        finally:
            self._per_host[host] -= 1
            if self._per_host[host] <= 0:
                del self._per_host[host]

    def _pass_on(self) -> None:
        while self._waiting:
            first = heapq.heappop(self._waiting)
            if not first.future.done():
                first.future.set_result(None)
                return
        self._free += 1
