"""A table in play: validate acts, commit and acknowledge them, and send them to every viewer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

from doghouse.rules.errors import IllegalPlay, InvalidPlay
from doghouse.server.protocol import incoming
from doghouse.server.protocol.events import Entry, Event, Rematched, SeatingEvent, to_text
from doghouse.server.protocol.outgoing import Ack, write_message
from doghouse.server.protocol.refusals import Refused
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.table_rows import CodeTaken, TableInsert, TableUpdate
from doghouse.server.storage.timeouts import DatabaseUnavailable
from doghouse.server.tables import viewer_messages
from doghouse.server.tables.acts import event_for, refusal_from
from doghouse.server.tables.context import TableContext
from doghouse.server.tables.duties import due_at
from doghouse.server.tables.duty_scheduler import DutyScheduler
from doghouse.server.tables.effects import Effects
from doghouse.server.tables.explore import table_options
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Table

log = logging.getLogger("doghouse.table")


class Viewer(Protocol):
    """A connection as a table sees it."""

    guest: Guest

    def send(self, text: str) -> None: ...


class LiveTable:
    def __init__(self, context: TableContext, table: Table, history: list[Effects]) -> None:
        self.context = context
        self.table = table
        self.history = history
        self.presence = TablePresence()
        self.viewers: set[Viewer] = set()
        self.used_at = time.monotonic()
        self.wrote_last_event = True  # this process wrote the last event, so it performs the next duty
        self.is_deleted = False  # it was deleted as stale
        self._done = {(h.entry.guest, h.entry.client_id): h.entry.number for h in history if h.entry.client_id}
        self._lock = asyncio.Lock()
        self._in_doubt = False  # a write failed, and only a read can tell whether it was committed
        self._scheduler = DutyScheduler(self)

    @property
    def code(self) -> str:
        return self.table.code

    # Viewers.

    def join(self, viewer: Viewer, since: int | None) -> None:
        """Add a viewer; send the table state and missed events."""
        self.used_at = time.monotonic()
        is_new = viewer not in self.viewers
        self.viewers.add(viewer)
        now = self.context.settings.now()
        viewer.send(viewer_messages.table_message(self.table, self.history, viewer.guest.id, since, now))
        if is_new:
            self.presence.connect(viewer.guest.id)
            self._presence_changed()
        else:
            viewer.send(viewer_messages.presence_message(self.table, self.presence))

    def leave(self, viewer: Viewer) -> None:
        self.used_at = time.monotonic()
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            self.presence.disconnect(viewer.guest.id, self.context.settings.now())
            self._presence_changed()

    def _presence_changed(self) -> None:
        self.send_presence()
        self.context.announce(self.table, self.presence)
        self.schedule()

    def send_presence(self) -> None:
        text = viewer_messages.presence_message(self.table, self.presence)
        for viewer in self.viewers:
            viewer.send(text)

    # Acts.

    async def act(self, viewer: Viewer, message: incoming.ActMessage) -> None:
        """Do what a message asks for, or raise ``Refused``; a lost connection does not interrupt it."""
        acting = asyncio.create_task(self._act(viewer, message))
        try:
            await asyncio.shield(acting)
        except asyncio.CancelledError:
            acting.add_done_callback(self._log_failure)
            raise

    def _log_failure(self, acting: asyncio.Task[None]) -> None:
        """Log an error of an act whose connection is lost; a refusal needs no answer."""
        error = None if acting.cancelled() else acting.exception()
        if error is not None and not isinstance(error, Refused):
            log.error("an act failed", exc_info=error, extra={"table": self.code})

    async def _act(self, viewer: Viewer, message: incoming.ActMessage) -> None:
        began = time.perf_counter()
        async with self._lock:
            self.used_at = time.monotonic()
            if self._in_doubt or getattr(message, "after", 0) > self.table.number:
                await self._catch_up()
            while not self._acknowledge_if_done(viewer, message.id):
                new: TableInsert | None = None
                event: Event
                if isinstance(message, incoming.Rematch):
                    new = await self.context.next_game(self.table, viewer.guest.id, message.rotate)
                    event = Rematched(new.row.code)
                else:
                    event = event_for(self.table, viewer.guest.id, viewer.guest.name, message)
                try:
                    if await self._append(event, viewer.guest.id, message.id, viewer, new):
                        break
                except CodeTaken:
                    continue
        self.context.metrics.acknowledged.observe(time.perf_counter() - began)

    def _acknowledge_if_done(self, viewer: Viewer, id: str) -> bool:
        """Acknowledge a message that was sent before, perhaps through another process."""
        number = self._done.get((viewer.guest.id, id))
        if number is not None:
            viewer.send(write_message(Ack(id, number)))
        return number is not None

    async def append(self, event: Event, only_if: Callable[[], bool] = lambda: True) -> bool:
        """Append an event of the server itself; return False if another came first or ``only_if`` no longer holds."""
        async with self._lock:
            return only_if() and await self._append(event, None, None, None)

    async def _append(
        self,
        event: Event,
        guest: str | None,
        client_id: str | None,
        viewer: Viewer | None,
        new_table: TableInsert | None = None,
    ) -> bool:
        entry = Entry(self.table.number + 1, self.context.settings.now(), event, guest, client_id)
        after = self.table.copy()
        try:
            effects = after.apply(entry)
        except (IllegalPlay, InvalidPlay) as error:
            raise refusal_from(error) from None
        try:
            is_stored = await self.context.store.append(self.code, entry, self._row_update(after, event), new_table)
        except DatabaseUnavailable:
            self._in_doubt = True
            raise
        if not is_stored:
            if not await self._catch_up():
                self.is_deleted = True
                self.context.forget(self.code)
                raise Refused("no_such_table", self.code)
            return False
        if viewer is not None and client_id is not None:
            viewer.send(write_message(Ack(client_id, entry.number)))
        self.wrote_last_event = True
        self.context.metrics.events.labels(type(event).__struct_config__.tag).inc()
        if new_table is not None:
            self.context.log_new_table(new_table)
        if after.status != self.table.status:
            log.info("the table is %s", after.status, extra={"table": self.code, "number": entry.number})
        self._accept(after, effects)
        return True

    def _row_update(self, after: Table, event: Event) -> TableUpdate:
        due = due_at(after, self.context.settings.pauses)
        seats = after.guests if isinstance(event, SeatingEvent) else None
        return TableUpdate(after.status, after.host, due, to_text(after.summary()), seats)

    def _accept(self, after: Table, effects: Effects) -> None:
        """Make a stored event the current state, and send it to every viewer."""
        self.table = after
        self.history.append(effects)
        entry = effects.entry
        if entry.client_id is not None:
            self._done[entry.guest, entry.client_id] = entry.number
        texts: dict[str | None, str] = {}
        for viewer in self.viewers:
            seat = after.seat_of(viewer.guest.id)
            if seat not in texts:
                texts[seat] = viewer_messages.event_message(after, effects, seat)
            viewer.send(texts[seat])
        if isinstance(entry.event, SeatingEvent):
            self._presence_changed()  # a spectator may be a player now
        else:
            self.schedule()

    async def catch_up(self) -> None:
        """Apply the events that other processes have stored."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> int:
        """Apply the events stored since; return how many there were."""
        try:
            entries = await self.context.store.events_after(self.code, self.table.number)
        except DatabaseUnavailable:
            self._in_doubt = True
            raise
        self._in_doubt = False
        for entry in entries:
            after = self.table.copy()
            effects = after.apply(entry)
            self.wrote_last_event = False
            self._accept(after, effects)
        return len(entries)

    def refusal(self, viewer: Viewer, id: str | None, refused: Refused, since: int | None = None) -> str:
        """Return a refusal as a message; a stale one comes with the missed events."""
        self.context.metrics.refusals.labels(refused.code).inc()
        log.debug("refused", extra={"table": self.code, "refusal": refused.code})
        return viewer_messages.refusal_message(self.table, self.history, viewer.guest.id, id, refused, since)

    def explore(self, viewer: Viewer, message: incoming.Explore) -> None:
        """Send how a partial play of the seat to act can continue."""
        viewer.send(write_message(table_options(self.table, viewer.guest.id, message)))

    # Duties.

    def schedule(self) -> None:
        self._scheduler.schedule()

    @property
    def is_idle(self) -> bool:
        """Whether there is no viewer and nothing is scheduled."""
        return not self.viewers and self._scheduler.is_idle

    async def stop(self) -> None:
        """Finish the act in progress and schedule no more."""
        await self._scheduler.stop()
        async with self._lock:
            pass
