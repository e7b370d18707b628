"""A table that is being played: acts come in, are kept, acknowledged and then shown to everyone."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from typing import TYPE_CHECKING, Protocol

from doghouse.rules.errors import IllegalPlay, InvalidPlay
from doghouse.server import messages
from doghouse.server.acts import decided, refused_by_rules
from doghouse.server.crashpoints import crash_point
from doghouse.server.duties import STAND_IN, Duty, due_at, next_duty
from doghouse.server.events import (
    BotSat,
    By,
    Entry,
    Event,
    Gave,
    Moved,
    Played,
    Rematched,
    Revealed,
    Sat,
    Started,
    Stood,
    write_summary,
)
from doghouse.server.exploring import explored
from doghouse.server.happening import Happening
from doghouse.server.patience import Unavailable
from doghouse.server.presence import TablePresence
from doghouse.server.refusals import Refused
from doghouse.server.shown import about, blocked_cards, shown_event, shown_reason, shown_state
from doghouse.server.store import CodeTaken, Guest, NewTable, Standing
from doghouse.server.table import Table
from doghouse.server.telling import (
    Ack,
    EventMessage,
    OptionMessage,
    OptionsMessage,
    Presence,
    Refusal,
    TableMessage,
    write_message,
)

if TYPE_CHECKING:
    from doghouse.server.house import House

log = logging.getLogger("doghouse.table")
STEP_IN = 3.0  # seconds after which a process does what another should have done
SEATING = (Sat, Stood, BotSat, Moved, Started)


class Viewer(Protocol):
    """A connection, as a table knows it."""

    guest: Guest

    def send(self, text: str) -> None: ...


class LiveTable:
    """A table in the memory of this process."""

    def __init__(self, house: House, table: Table, happenings: list[Happening]) -> None:
        self.house = house
        self.table = table
        self.happenings = happenings
        self.presence = TablePresence()
        self.viewers: set[Viewer] = set()
        self.used_at = time.monotonic()
        self._answers = {(h.entry.guest, h.entry.client_id): h.entry.number for h in happenings if h.entry.client_id}
        self._lock = asyncio.Lock()
        self._in_doubt = False  # a write failed, and only reading can tell whether it was done
        self._is_ours = True  # this process wrote the last event, so the next duty is its own
        self._is_gone = False  # it was removed because nothing had happened for long
        self._timer: asyncio.TimerHandle | None = None
        self._duty: asyncio.Task[None] | None = None

    @property
    def code(self) -> str:
        return self.table.code

    # People come and go.

    def join(self, viewer: Viewer, since: int | None) -> None:
        """Somebody looks at the table from now on: how it stands, and what they have missed."""
        self.used_at = time.monotonic()
        is_new = viewer not in self.viewers
        self.viewers.add(viewer)
        seat = self.table.seat_of(viewer.guest.id)
        known = since is not None and since <= self.table.number
        viewer.send(
            write_message(
                TableMessage(
                    number=self.table.number,
                    now=self.house.settings.now(),
                    about=about(self.table),
                    host=self.table.host == viewer.guest.id,
                    state=shown_state(self.table, seat),
                    missed=self.missed(seat, since or 0) if known else (),
                )
            )
        )
        if is_new:
            self.presence.come(viewer.guest.id)
            self.tell_presence()
        else:
            viewer.send(self._presence_text())

    def leave(self, viewer: Viewer) -> None:
        self.used_at = time.monotonic()
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            self.presence.go(viewer.guest.id, self.house.settings.now())
            self.tell_presence()

    def tell_presence(self) -> None:
        """Everyone hears who is there, the other processes too."""
        self.show_presence()
        self.house.announce(self)
        self.schedule()

    def show_presence(self) -> None:
        text = self._presence_text()
        for viewer in self.viewers:
            viewer.send(text)

    def _presence_text(self) -> str:
        there = self.presence.everyone()
        seats = tuple(letter for letter, seat in self.table.seats.items() if seat.guest in there)
        watching = self.presence.watching(self.table.people)
        return write_message(Presence(seats, watching))

    def missed(self, seat: str | None, since: int) -> tuple[EventMessage, ...]:
        """The events after a number as a viewer sees them."""
        return tuple(
            EventMessage(happening.entry.number, happening.entry.at, shown_event(happening, seat), None)
            for happening in self.happenings[since:]
        )

    # Acts.

    async def act(self, viewer: Viewer, message: messages.ActMessage) -> None:
        """Do what a person wants, or raise ``Refused``: validate, commit, acknowledge, then fan out.

        It is never left half way, even if the connection it came by is lost meanwhile.
        """
        await asyncio.shield(self._act(viewer, message))

    async def _act(self, viewer: Viewer, message: messages.ActMessage) -> None:
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
        self.house.metrics.acknowledged.observe(time.perf_counter() - began)

    async def _append_decided(self, viewer: Viewer, message: messages.ActMessage) -> None:
        guest = viewer.guest
        while True:
            event: Event
            new: NewTable | None = None
            if isinstance(message, messages.Rematch):
                new = await self.house.next_game(self.table, guest.id, message.rotate)
                event = Rematched(new.row.code)
            else:
                event = decided(self.table, guest.id, guest.name, message)
            try:
                if await self._append(event, guest.id, message.id, viewer, new):
                    return
            except CodeTaken:
                continue
            number = self._answers.get((guest.id, message.id))
            if number is not None:  # it came by another process meanwhile
                viewer.send(write_message(Ack(message.id, number)))
                return

    async def append(self, event: Event) -> bool:
        """Let the house itself do something; False if something else happened first."""
        async with self._lock:
            return await self._append(event, None, None, None)

    async def _append(
        self,
        event: Event,
        guest: str | None,
        client_id: str | None,
        viewer: Viewer | None,
        sets_up: NewTable | None = None,
    ) -> bool:
        entry = Entry(self.table.number + 1, self.house.settings.now(), event, guest, client_id)
        after = self.table.copy()
        try:
            happening = after.apply(entry)
        except (IllegalPlay, InvalidPlay) as error:
            raise refused_by_rules(error) from None
        await crash_point("before_commit")
        try:
            kept = await self.house.store.append(self.code, entry, self._standing(after, event), sets_up)
        except Unavailable:
            self._in_doubt = True
            raise Refused("unavailable") from None
        if not kept:
            if not await self._catch_up():
                self._is_gone = True
                self.house.tables.pop(self.code, None)
                raise Refused("no_such_table", self.code)
            return False
        await crash_point("after_commit")
        if viewer is not None and client_id is not None:
            viewer.send(write_message(Ack(client_id, entry.number)))
        await crash_point("after_ack")
        self._is_ours = True
        self.house.metrics.events.labels(type(event).__struct_config__.tag).inc()
        if sets_up is not None:
            self.house.note_new(sets_up)
        if after.status != self.table.status:
            log.info("the table is %s", after.status, extra={"table": self.code, "number": entry.number})
        self._accept(after, happening)
        return True

    def _standing(self, after: Table, event: Event) -> Standing:
        due = due_at(after, self.house.settings.pauses)
        seats = after.guests if isinstance(event, SEATING) else None
        return Standing(after.status, after.host, due, write_summary(after.summary()), seats)

    def _accept(self, after: Table, happening: Happening) -> None:
        """What is kept is now how things are: everyone is shown it."""
        self.table = after
        self.happenings.append(happening)
        entry = happening.entry
        if entry.client_id is not None:
            self._answers[entry.guest, entry.client_id] = entry.number
        texts: dict[str | None, str] = {}
        for viewer in self.viewers:
            seat = after.seat_of(viewer.guest.id)
            if seat not in texts:
                shown = shown_event(happening, seat)
                texts[seat] = write_message(EventMessage(entry.number, entry.at, shown, shown_state(after, seat)))
            viewer.send(texts[seat])
        if isinstance(entry.event, SEATING):
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
            entries = await self.house.store.events_after(self.code, self.table.number)
        except Unavailable:
            self._in_doubt = True
            raise Refused("unavailable") from None
        self._in_doubt = False
        for entry in entries:
            after = self.table.copy()
            happening = after.apply(entry)
            self._is_ours = False
            self._accept(after, happening)
        return len(entries)

    def refusal(self, viewer: Viewer, id: str | None, refused: Refused, since: int | None = None) -> str:
        """A refusal as a message; a stale one comes with the events missed."""
        self.house.metrics.refusals.labels(refused.code).inc()
        log.debug("refused", extra={"table": self.code, "refusal": refused.code})
        seat = self.table.seat_of(viewer.guest.id)
        missed = self.missed(seat, since) if refused.code == "stale" and since is not None else ()
        why = None if refused.reason is None else shown_reason(refused.reason)
        return write_message(Refusal(id, refused.code, refused.text, refused.detail, why, missed))

    def explore(self, viewer: Viewer, message: messages.Explore) -> None:
        """How a partial play of the seat to act can go on."""
        seat, game = self.table.seat_of(viewer.guest.id), self.table.game
        if seat is None:
            raise Refused("not_seated")
        if game is None or self.table.status != "playing":
            raise Refused("not_playing")
        try:
            game.check_turn(seat)
            found = explored(game, message.partial)
        except (IllegalPlay, InvalidPlay) as error:
            raise refused_by_rules(error) from None
        answer = OptionsMessage(
            id=message.id,
            play=found.play,
            complete=found.complete,
            points_left=found.points_left,
            marbles=found.marbles,
            next=tuple(OptionMessage(option.play, option.complete, option.sends_home) for option in found.next),
            blocked={} if found.play else blocked_cards(game, seat),
        )
        viewer.send(write_message(answer))

    # What the house does by itself.

    def schedule(self) -> None:
        """Wait for the next duty. A process that did not write the last event leaves the other some time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        duty = self._next_duty()
        if duty is None or self.house.is_stopping or self._is_gone:
            return
        wait = max(0.0, (duty.at - self.house.settings.now()) / 1000) + (0.0 if self._is_ours else STEP_IN)
        self._timer = asyncio.get_running_loop().call_later(wait, self._begin, duty)

    def _next_duty(self) -> Duty | None:
        return next_duty(self.table, self.house.settings.pauses, self.presence.away_since, self.presence.everyone())

    def _begin(self, duty: Duty) -> None:
        if self._duty is None or self._duty.done():
            self._duty = asyncio.create_task(self._carry_out(duty))
            self._duty.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def _carry_out(self, duty: Duty) -> None:
        try:
            event = await self._event_of(duty)
            async with self._lock:
                if self._next_duty() == duty:  # nobody came back or was quicker meanwhile
                    await self._append(event, None, None, None)
        except Refused as refused:
            if refused.code != "unavailable":
                log.error("a duty was refused", extra={"table": self.code, "duty": duty.kind, "refusal": refused.code})
            await asyncio.sleep(1)
        except Exception:
            log.exception("a duty failed", extra={"table": self.code, "duty": duty.kind})
            await asyncio.sleep(1)
        finally:
            asyncio.get_running_loop().call_soon(self.schedule)

    async def _event_of(self, duty: Duty) -> Event:
        if duty.kind == "reveal":
            return Revealed(self.table.secret)
        if duty.kind == "fold":
            return Played(duty.seat, "fold", "bot" if self.table.seats[duty.seat].level else "person")
        game = self.table.game
        assert game is not None
        level = self.table.seats[duty.seat].level or STAND_IN
        seed = hashlib.sha256(f"{self.table.secret} {self.table.number} {duty.seat}".encode()).digest()
        began = time.perf_counter()
        answer = await self.house.thinkers.decide(
            level,
            int.from_bytes(seed[:6], "big"),
            game.view(duty.seat),
            host=self.table.host,
            is_waited_for=not self.presence.everyone().isdisjoint(self.table.people),
        )
        self.house.metrics.thinking.observe(time.perf_counter() - began)
        by: By = "bot" if duty.kind == "bot" else "stand-in"
        if game.phase == "give":
            return Gave(duty.seat, answer, by)
        return Played(duty.seat, answer, by)

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is about to happen."""
        return not self.viewers and self._timer is None and (self._duty is None or self._duty.done())

    async def stop(self) -> None:
        """Let what is being done be finished, and do no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._duty is not None:
            self._duty.cancel()
            await asyncio.gather(self._duty, return_exceptions=True)
        async with self._lock:
            pass
