"""Whose bot thinks next, where more want to than can: first at tables at which somebody waits, and of each host one
after the other, so that nobody's tables keep those of others waiting."""

from __future__ import annotations

import asyncio
import heapq
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(order=True)
class _Waiting:
    is_unwatched: bool
    place: int  # how many others of the same host were waiting already
    arrival: int
    host: str = field(compare=False)
    go: asyncio.Future[None] = field(compare=False)


class FairQueue:
    """Lets so many think at once."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._arrivals = 0
        self._waiting: list[_Waiting] = []
        self._of_host: Counter[str] = Counter()

    @asynccontextmanager
    async def take(self, host: str, human_waiting: bool) -> AsyncIterator[None]:
        """Wait for one's turn; ``human_waiting`` says whether a person sits there and waits."""
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
        go: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Waiting(not human_waiting, self._of_host[host], self._arrivals, host, go))
        self._of_host[host] += 1
        try:
            await go
        except asyncio.CancelledError:
            if go.done() and not go.cancelled():
                self._pass_on()  # it was one's turn just now
            raise
        finally:
            self._of_host[host] -= 1
            if self._of_host[host] <= 0:
                del self._of_host[host]

    def _pass_on(self) -> None:
        while self._waiting:
            first = heapq.heappop(self._waiting)
            if not first.go.done():
                first.go.set_result(None)
                return
        self._free += 1
