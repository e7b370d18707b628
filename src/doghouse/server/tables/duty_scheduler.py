"""Perform the duties of a table: think ahead, and publish each decision when it is due.

When a decision is published must not depend on the hand, so bots think during their pause (``duties.publish_at``).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Protocol

from doghouse.server.protocol.events import By, Event, Gave, Played, Revealed
from doghouse.server.storage.timeouts import DatabaseUnavailable
from doghouse.server.tables.context import TableContext
from doghouse.server.tables.duties import STAND_IN, Duty, all_duties, publish_at, thinking_time
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Table

log = logging.getLogger("doghouse.table")
TAKEOVER_SECONDS = 3.0  # after which a process performs the overdue duty of another
RETRY_SECONDS = 1.0  # after a duty that failed
SAME_SECONDS = 0.005  # between times that count as the same
DecisionKey = tuple[int, str, str, str | None]
Step = tuple[float, Callable[[], None]]  # what to do next, and in how many seconds


class ScheduledTable(Protocol):
    """A table as its scheduler sees it; ``LiveTable`` implements it."""

    context: TableContext
    table: Table
    presence: TablePresence
    wrote_last_event: bool
    is_deleted: bool

    async def append(self, event: Event, only_if: Callable[[], bool]) -> bool: ...


@dataclass
class PendingDecision:
    """A decision that is being computed, or waits to be published."""

    begun: int
    is_takeover: bool  # of a duty of another process
    task: asyncio.Task[None] | None = None
    event: Event | None = None
    ready: int = 0


class DutyScheduler:
    def __init__(self, live: ScheduledTable) -> None:
        self._live = live
        self._context = live.context
        self._timer: asyncio.TimerHandle | None = None
        self._pending: dict[DecisionKey, PendingDecision] = {}
        self._publishing: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        return self._timer is None and not self._pending and not self._is_publishing

    @property
    def _is_publishing(self) -> bool:
        return self._publishing is not None and not self._publishing.done()

    def schedule(self) -> None:
        """Begin the decisions that are needed now, drop those no longer needed, and set a timer for the next step."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        is_over = self._context.is_stopping or self._live.is_deleted
        duties = {} if is_over else {self._key(duty): duty for duty in self._duties()}
        self._drop_all_but(duties)
        if self._is_publishing:
            return  # it schedules again when it is done
        self._begin({key: duty for key, duty in self._not_begun(duties).items() if self._seconds_to_begin(duty) <= 0})
        steps = [step for step in (self._next_beginning(duties), self._next_publishing(duties)) if step is not None]
        if steps:
            wait, step = min(steps, key=lambda step: step[0])
            self._timer = asyncio.get_running_loop().call_later(max(0.0, wait), step)

    def _next_beginning(self, duties: dict[DecisionKey, Duty]) -> Step | None:
        waits = {key: self._seconds_to_begin(duty) for key, duty in self._not_begun(duties).items()}
        if not waits:
            return None
        soonest = min(waits.values())
        return soonest, lambda: self._begin_and_schedule(
            {key: duties[key] for key, wait in waits.items() if wait <= soonest + SAME_SECONDS}
        )

    def _next_publishing(self, duties: dict[DecisionKey, Duty]) -> Step | None:
        """Publish in the order of the duties: another order could tell who thought longer."""
        key, duty = next(iter(duties.items()), (None, None))
        if key is None or duty is None or key not in self._pending:
            return None
        decision = self._pending[key]
        if decision.event is None:
            return None
        at = publish_at(duty, self._pause(duty), decision.begun, decision.ready)
        return self._seconds_until(at), lambda: self._publish(key, duty)

    async def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        tasks = [decision.task for decision in self._pending.values() if decision.task is not None]
        self._drop_all_but(())
        if self._publishing is not None:
            self._publishing.cancel()
            tasks.append(self._publishing)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _duties(self) -> list[Duty]:
        presence = self._live.presence
        return all_duties(self._live.table, self._context.settings.pauses, presence.away_since, presence.guests())

    def _key(self, duty: Duty) -> DecisionKey:
        """Identify the decision: it stays the same when somebody says something."""
        table = self._live.table
        return table.decision, duty.kind, duty.seat, table.seats[duty.seat].level if duty.seat else None

    def _pause(self, duty: Duty) -> int:
        return thinking_time(duty, self._live.table, self._context.settings.pauses)

    def _seconds_until(self, at: int) -> float:
        return (at - self._context.settings.now()) / 1000

    def _seconds_to_begin(self, duty: Duty) -> float:
        """The process that wrote the last event comes first."""
        if self._live.wrote_last_event:
            return self._seconds_until(duty.at - self._pause(duty))
        return max(0.0, self._seconds_until(duty.at)) + TAKEOVER_SECONDS

    def _not_begun(self, duties: dict[DecisionKey, Duty]) -> dict[DecisionKey, Duty]:
        return {key: duty for key, duty in duties.items() if key not in self._pending}

    def _drop_all_but(self, needed: Container[DecisionKey]) -> None:
        """Drop the decisions that are not needed, and those that are now up to another process."""
        for key, decision in list(self._pending.items()):
            if key not in needed or not (self._live.wrote_last_event or decision.is_takeover):
                del self._pending[key]
                if decision.task is not None:
                    decision.task.cancel()

    def _begin_and_schedule(self, duties: dict[DecisionKey, Duty]) -> None:
        self._begin(duties)
        self.schedule()

    def _begin(self, duties: dict[DecisionKey, Duty]) -> None:
        for key, duty in duties.items():
            now = self._context.settings.now()
            decision = PendingDecision(now, is_takeover=not self._live.wrote_last_event)
            self._pending[key] = decision
            if duty.kind in ("bot", "stand-in"):
                decision.task = asyncio.create_task(self._think(key, duty, decision))
            else:
                decision.event, decision.ready = self._forced_event(duty), now

    async def _think(self, key: DecisionKey, duty: Duty, decision: PendingDecision) -> None:
        try:
            decision.event = await self._decide(duty)
            decision.ready = self._context.settings.now()
        except Exception:
            self._log_failure(duty)
            await asyncio.sleep(RETRY_SECONDS)
            self._pending.pop(key, None)
        decision.task = None
        self.schedule()

    def _publish(self, key: DecisionKey, duty: Duty) -> None:
        self._timer = None
        if not self._is_publishing:
            self._publishing = asyncio.create_task(self._append(key, duty, self._pending[key].event))

    async def _append(self, key: DecisionKey, duty: Duty, event: Event | None) -> None:
        assert event is not None
        try:
            # Meanwhile a person may have come back, or acted.
            await self._live.append(event, only_if=lambda: self._is_next(key, duty))
        except DatabaseUnavailable:
            await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            self._log_failure(duty)
            await asyncio.sleep(RETRY_SECONDS)
            self._pending.pop(key, None)
        finally:
            asyncio.get_running_loop().call_soon(self.schedule)

    def _is_next(self, key: DecisionKey, duty: Duty) -> bool:
        return self._duties()[:1] == [duty] and self._key(duty) == key

    def _log_failure(self, duty: Duty) -> None:
        log.exception("a duty failed", extra={"table": self._live.table.code, "duty": duty.kind})

    def _forced_event(self, duty: Duty) -> Event:
        table = self._live.table
        if duty.kind == "reveal":
            return Revealed(table.secret)
        return Played(duty.seat, "fold", "bot" if table.seats[duty.seat].level else "person")

    async def _decide(self, duty: Duty) -> Event:
        table = self._live.table
        game = table.game
        assert game is not None
        seed = hashlib.sha256(f"{table.secret} {table.decision} {duty.seat}".encode()).digest()
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
