"""``doghouse`` that kills itself at a named point: ``DOGHOUSE_CRASH_AT=after_commit:7`` is the seventh time there."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any, Literal

from doghouse.cli import main
from doghouse.server.storage.store import Store
from doghouse.server.tables.live_table import LiveTable

Point = Literal["before_commit", "after_commit", "after_ack"]


class CrashPoints:
    """Patches the functions around a commit; the process dies the ``count``-th time it passes ``point``."""

    def __init__(self, point: str, count: int) -> None:
        self._point = point
        self._left = count
        self._stored: set[tuple[str, int]] = set()  # code and number of events stored by this process

    def patch(self) -> None:
        append, accept, live_append = Store.append, LiveTable._accept, LiveTable._append

        async def crashing_append(store: Store, code: str, entry: Any, *args: Any) -> bool:
            self._die_at("before_commit")
            stored = await append(store, code, entry, *args)
            if stored:
                self._die_at("after_commit")
                self._stored.add((code, entry.number))
            return stored

        def crashing_accept(live: LiveTable, *args: Any) -> None:
            entry = args[-1].entry  # of the effects
            if (live.code, entry.number) in self._stored and self._is_due("after_ack"):
                raise _AfterAck
            accept(live, *args)

        async def crashing_live_append(live: LiveTable, *args: Any) -> bool:
            try:
                return await live_append(live, *args)
            except _AfterAck:
                await asyncio.sleep(0.05)  # until the acknowledgement has left; the table stays locked
                _die()
                raise

        Store.append = crashing_append  # type: ignore[assignment, method-assign]
        LiveTable._accept = crashing_accept  # type: ignore[assignment, method-assign]
        LiveTable._append = crashing_live_append  # type: ignore[assignment, method-assign]

    def _die_at(self, point: Point) -> None:
        if self._is_due(point):
            _die()

    def _is_due(self, point: Point) -> bool:
        if point == self._point:
            self._left -= 1
        return point == self._point and self._left == 0


class _AfterAck(BaseException):
    """The event is acknowledged, and no viewer has seen it."""


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":  # a bot process imports this module too
    chosen, _, passes = os.environ["DOGHOUSE_CRASH_AT"].partition(":")
    CrashPoints(chosen, int(passes or 1)).patch()
    main()
