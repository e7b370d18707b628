"""A table that is being played: acts come in, are kept, acknowledged and then shown to everyone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol

from doghouse.rules.errors import IllegalPlay, InvalidPlay
from doghouse.server.protocol import incoming
from doghouse.server.protocol.events import Entry, Event, Rematched, SeatingEvent, write_summary
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
    """A connection, as a table knows it."""

    guest: Guest

    def send(self, text: str) -> None: ...


class LiveTable:
    """A table in the memory of this process."""

    def __init__(self, context: TableContext, table: Table, history: list[Effects]) -> None:
        self.context = context
        self.table = table
        self.history = history
        self.presence = TablePresence()
        self.viewers: set[Viewer] = set()
        self.used_at = time.monotonic()
        self.is_ours = True  # this process wrote the last event, so the next duty is its own
        self.is_gone = False  # it was removed because nothing had happened for long
        self._answers = {(h.entry.guest, h.entry.client_id): h.entry.number for h in history if h.entry.client_id}
        self._lock = asyncio.Lock()
        self._in_doubt = False  # a write failed, and only reading can tell whether it was done
        self._scheduler = DutyScheduler(self)

    @property
    def code(self) -> str:
        return self.table.code

    # People come and go.

    def join(self, viewer: Viewer, since: int | None) -> None:
        """Somebody looks at the table from now on: how it stands, and what they have missed."""
        self.used_at = time.monotonic()
        is_new = viewer not in self.viewers
        self.viewers.add(viewer)
        now = self.context.settings.now()
        viewer.send(viewer_messages.table_message(self.table, self.history, viewer.guest.id, since, now))
        if is_new:
            self.presence.come(viewer.guest.id)
            self.tell_presence()
        else:
            viewer.send(viewer_messages.presence_message(self.table, self.presence))

    def leave(self, viewer: Viewer) -> None:
        self.used_at = time.monotonic()
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            self.presence.go(viewer.guest.id, self.context.settings.now())
            self.tell_presence()

    def tell_presence(self) -> None:
        """Everyone hears who is there, the other processes too."""
        self.show_presence()
        self.context.announce(self.table, self.presence)
        self.schedule()

    def show_presence(self) -> None:
        text = viewer_messages.presence_message(self.table, self.presence)
        for viewer in self.viewers:
            viewer.send(text)

    # Acts.

    async def act(self, viewer: Viewer, message: incoming.ActMessage) -> None:
        """Do what a person wants, or raise ``Refused``: validate, commit, acknowledge, then fan out.

        It is never left half way, even if the connection it came by is lost meanwhile.
        """
        acting = asyncio.create_task(self._act(viewer, message))
        try:
            await asyncio.shield(acting)
        except asyncio.CancelledError:
            acting.add_done_callback(self._acted_for_nobody)
            raise

    def _acted_for_nobody(self, acting: asyncio.Task[None]) -> None:
        """That it was refused need not be told to a connection that is lost; that the house failed must be."""
        error = None if acting.cancelled() else acting.exception()
        if error is not None and not isinstance(error, Refused):
            log.error("an act failed", exc_info=error, extra={"table": self.code})

    async def _act(self, viewer: Viewer, message: incoming.ActMessage) -> None:
        began = time.perf_counter()
        guest = viewer.guest
        async with self._lock:
            self.used_at = time.monotonic()
            if self._in_doubt or getattr(message, "after", 0) > self.table.number:
                await self._catch_up()
            number = self._answers.get((guest.id, message.id))
            if number is None:
                await self._append_decided(viewer, message)
            else:
                viewer.send(write_message(Ack(message.id, number)))
        self.context.metrics.acknowledged.observe(time.perf_counter() - began)

    async def _append_decided(self, viewer: Viewer, message: incoming.ActMessage) -> None:
        guest = viewer.guest
        while True:
            event: Event
            new: TableInsert | None = None
            if isinstance(message, incoming.Rematch):
                new = await self.context.next_game(self.table, guest.id, message.rotate)
                event = Rematched(new.row.code)
            else:
                event = event_for(self.table, guest.id, guest.name, message)
            try:
                if await self._append(event, guest.id, message.id, viewer, new):
                    return
            except CodeTaken:
                continue
            number = self._answers.get((guest.id, message.id))
            if number is not None:  # it came by another process meanwhile
                viewer.send(write_message(Ack(message.id, number)))
                return

    async def append(self, event: Event, only_if: Callable[[], bool] = lambda: True) -> bool:
        """Let the house itself do something; False if something else happened first, or if it no longer is to be."""
        async with self._lock:
            return only_if() and await self._append(event, None, None, None)

    async def _append(
        self,
        event: Event,
        guest: str | None,
        client_id: str | None,
        viewer: Viewer | None,
        sets_up: TableInsert | None = None,
    ) -> bool:
        entry = Entry(self.table.number + 1, self.context.settings.now(), event, guest, client_id)
        after = self.table.copy()
        try:
            effects = after.apply(entry)
        except (IllegalPlay, InvalidPlay) as error:
            raise refusal_from(error) from None
        try:
            kept = await self.context.store.append(self.code, entry, self._standing(after, event), sets_up)
        except DatabaseUnavailable:
            self._in_doubt = True
            raise Refused("unavailable") from None
        if not kept:
            if not await self._catch_up():
                self.is_gone = True
                self.context.forget(self.code)
                raise Refused("no_such_table", self.code)
            return False
        if viewer is not None and client_id is not None:
            viewer.send(write_message(Ack(client_id, entry.number)))
        self.is_ours = True
        self.context.metrics.events.labels(type(event).__struct_config__.tag).inc()
        if sets_up is not None:
            self.context.log_new_table(sets_up)
        if after.status != self.table.status:
            log.info("the table is %s", after.status, extra={"table": self.code, "number": entry.number})
        self._accept(after, effects)
        return True

    def _standing(self, after: Table, event: Event) -> TableUpdate:
        due = due_at(after, self.context.settings.pauses)
        seats = after.guests if isinstance(event, SeatingEvent) else None
        return TableUpdate(after.status, after.host, due, write_summary(after.summary()), seats)

    def _accept(self, after: Table, effects: Effects) -> None:
        """What is kept is now how things are: everyone is shown it."""
        self.table = after
        self.history.append(effects)
        entry = effects.entry
        if entry.client_id is not None:
            self._answers[entry.guest, entry.client_id] = entry.number
        texts: dict[str | None, str] = {}
        for viewer in self.viewers:
            seat = after.seat_of(viewer.guest.id)
            if seat not in texts:
                texts[seat] = viewer_messages.event_message(after, effects, seat)
            viewer.send(texts[seat])
        if isinstance(entry.event, SeatingEvent):
            self.tell_presence()  # who has watched may sit now
        else:
            self.schedule()

    async def catch_up(self) -> None:
        """Another process has written: follow."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> int:
        """Follow what was written; how many events that was."""
        try:
            entries = await self.context.store.events_after(self.code, self.table.number)
        except DatabaseUnavailable:
            self._in_doubt = True
            raise Refused("unavailable") from None
        self._in_doubt = False
        for entry in entries:
            after = self.table.copy()
            effects = after.apply(entry)
            self.is_ours = False
            self._accept(after, effects)
        return len(entries)

    # Answers that change nothing.

    def refusal(self, viewer: Viewer, id: str | None, refused: Refused, since: int | None = None) -> str:
        """A refusal as a message; a stale one comes with the events missed."""
        self.context.metrics.refusals.labels(refused.code).inc()
        log.debug("refused", extra={"table": self.code, "refusal": refused.code})
        return viewer_messages.refusal_message(self.table, self.history, viewer.guest.id, id, refused, since)

    def explore(self, viewer: Viewer, message: incoming.Explore) -> None:
        """How a partial play of the seat to act can go on."""
        viewer.send(write_message(table_options(self.table, viewer.guest.id, message)))

    # What the house does by itself.

    def schedule(self) -> None:
        """Wait for the next duty."""
        self._scheduler.schedule()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is about to happen."""
        return not self.viewers and self._scheduler.is_idle

    async def stop(self) -> None:
        """Let what is being done be finished, and do no more."""
        await self._scheduler.stop()
        async with self._lock:
            pass
