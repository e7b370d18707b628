"""Perform the duties of a table when they are due."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from typing import Protocol

from doghouse.server.protocol.events import By, Event, Gave, Played, Revealed
from doghouse.server.storage.timeouts import DatabaseUnavailable
from doghouse.server.tables.context import TableContext
from doghouse.server.tables.duties import STAND_IN, Duty, next_duty
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Table

log = logging.getLogger("doghouse.table")
TAKEOVER_SECONDS = 3.0  # after which a process performs the overdue duty of another
RETRY_SECONDS = 1.0  # after a duty that failed


class ScheduledTable(Protocol):
    """A table as its scheduler sees it; ``LiveTable`` implements it."""

    context: TableContext
    table: Table
    presence: TablePresence
    wrote_last_event: bool
    is_deleted: bool

    async def append(self, event: Event, only_if: Callable[[], bool]) -> bool: ...


class DutyScheduler:
    def __init__(self, live: ScheduledTable) -> None:
        self._live = live
        self._context = live.context
        self._timer: asyncio.TimerHandle | None = None
        self._duty: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        return self._timer is None and (self._duty is None or self._duty.done())

    def schedule(self) -> None:
        """Set a timer for the next duty. The process that wrote the last event comes first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        duty = self._next_duty()
        if duty is None or self._context.is_stopping or self._live.is_deleted:
            return
        wait = max(0.0, (duty.at - self._context.settings.now()) / 1000) + (
            0.0 if self._live.wrote_last_event else TAKEOVER_SECONDS
        )
        self._timer = asyncio.get_running_loop().call_later(wait, self._begin, duty)

    async def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._duty is not None:
            self._duty.cancel()
            await asyncio.gather(self._duty, return_exceptions=True)

    def _next_duty(self) -> Duty | None:
        presence = self._live.presence
        return next_duty(self._live.table, self._context.settings.pauses, presence.away_since, presence.guests())

    def _begin(self, duty: Duty) -> None:
        if self._duty is None or self._duty.done():
            self._duty = asyncio.create_task(self._perform(duty))
            self._duty.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def _perform(self, duty: Duty) -> None:
        try:
            event = await self._event_of(duty)
            # Meanwhile a person may have come back, or acted.
            await self._live.append(event, only_if=lambda: self._next_duty() == duty)
        except DatabaseUnavailable:
            await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            log.exception("a duty failed", extra={"table": self._live.table.code, "duty": duty.kind})
            await asyncio.sleep(RETRY_SECONDS)
        finally:
            asyncio.get_running_loop().call_soon(self.schedule)

    async def _event_of(self, duty: Duty) -> Event:
        table = self._live.table
        if duty.kind == "reveal":
            return Revealed(table.secret)
        if duty.kind == "fold":
            return Played(duty.seat, "fold", "bot" if table.seats[duty.seat].level else "person")
        game = table.game
        assert game is not None
        seed = hashlib.sha256(f"{table.secret} {table.number} {duty.seat}".encode()).digest()
        began = time.perf_counter()
        decision = await self._context.bot_pool.decide(
            table.seats[duty.seat].level or STAND_IN,
            int.from_bytes(seed[:6], "big"),
            game.view(duty.seat),
            host=table.host,
            human_waiting=not self._live.presence.guests().isdisjoint(table.people),
        )
        self._context.metrics.thinking.observe(time.perf_counter() - began)
        by: By = "bot" if duty.kind == "bot" else "stand-in"
        if game.phase == "give":
            return Gave(duty.seat, decision, by)
        return Played(duty.seat, decision, by)
