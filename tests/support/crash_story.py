"""A client that never left: all that is to be seen of a table, told from its log; and whether others saw the same."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from doghouse.rules.notation import Play
from doghouse.server.client import Message, Person
from doghouse.server.http.identity import COOKIE
from doghouse.server.protocol.events import Event, Gave, Played, Renamed, Said, Sat, Started
from doghouse.server.tables.table import Table
from doghouse.server.tables.visibility import about, visible_event, visible_state
from tests.support.crash_points import Diary, written
from tests.support.crash_truth import Kept, check_equal


class Story:
    """A table from its first event to its last."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self._tables = [Table(kept.code, kept.secret)]  # after each number of events
        self._effects = []
        for entry in kept.entries:
            table = self._tables[-1].copy()
            self._effects.append(table.apply(entry))
            self._tables.append(table)
        self.table = self._tables[-1]
        self.number = self.table.number
        self._state = cache(self._visible_state)
        self._event = cache(self._visible_event)

    def check(self, diary: Diary) -> None:
        """Somebody saw every event once, in order and as it is kept, and always stood where one who never left does;
        and what they said was done once."""
        guest = self._guest_of(diary)
        last: int | None = None
        for message in diary.told:
            if message["type"] == "table":
                missed = [event["number"] for event in message["missed"]]
                expected = [] if last is None else list(range(last + 1, message["number"] + 1))
                check_equal(f"missed after {last}", missed, expected)
                self._check_table(message, guest)
            elif message["type"] == "event":
                check_equal("next event", message["number"], (last or 0) + 1)
                self._check_event(message, guest)
                self._check_state(message, guest)
            elif message["type"] == "refused":
                for event in message["missed"]:
                    self._check_event(event, guest)
            if message["type"] in ("table", "event"):
                last = message["number"]
        check_equal("last event", (last, diary.client.number), (self.number, self.number))
        check_equal("last state", written(diary.client.state), self._state(self.number, guest))
        self._check_said(diary, guest)

    def _check_said(self, diary: Diary, guest: str | None) -> None:
        self.kept.check_acknowledged(diary.acknowledged)
        acknowledged = dict(diary.acknowledged)
        done = {entry.client_id: entry for entry in self.kept.entries if guest is not None and entry.guest == guest}
        check_equal("done and acknowledged", {name: entry.number for name, entry in done.items()}, acknowledged)
        for name, entry in done.items():
            said = diary.said[name or ""]
            assert is_what_was_said(entry.event, said, diary.client.state["you"]), f"{entry} was done for {said}"

    def check_newcomer(self, message: Message, diary: Diary) -> None:
        """The same person, who comes with nothing, is told the whole story."""
        guest = self._guest_of(diary)
        check_equal("number for a newcomer", message["number"], self.number)
        numbers = [event["number"] for event in message["missed"]]
        check_equal("events for a newcomer", numbers, list(range(1, self.number + 1)))
        check_equal("state for a newcomer", message["state"], diary.client.state)
        self._check_table({**message, "state": written(message["state"])}, guest)

    def check_nothing_unasked(self, diaries: list[Diary]) -> None:
        """Whatever a person decided was asked for by them: nothing is done twice under another name."""
        asked = {(self._guest_of(diary), name) for diary in diaries for name in diary.said}
        for entry in self.kept.entries:
            event = entry.event
            by_person = isinstance(event, Said | Renamed | Sat | Started) or (
                isinstance(event, Gave | Played) and event.by == "person" and getattr(event, "play", "") != "fold"
            )
            assert by_person == ((entry.guest, entry.client_id) in asked), f"nobody asked for {entry}"

    def _guest_of(self, diary: Diary) -> str | None:
        seat = diary.client.state["you"]
        return None if seat is None else self.table.seats[seat].guest

    def _check_table(self, message: Message, guest: str | None) -> None:
        check_equal("about", message["about"], plain(about(self.table)))
        check_equal("host", message["host"], guest == self.table.host)
        self._check_state(message, guest)
        for event in message["missed"]:
            self._check_event(event, guest)

    def _check_state(self, message: Message, guest: str | None) -> None:
        number = message["number"]
        assert number <= self.number, f"event {number} was shown, and is not kept"
        check_equal(f"state after event {number}", message["state"], self._state(number, guest))

    def _check_event(self, message: Message, guest: str | None) -> None:
        number = message["number"]
        assert number <= self.number, f"event {number} was shown, and is not kept"
        check_equal(f"time of event {number}", message["at"], self.kept.entries[number - 1].at)
        check_equal(f"event {number}", message["event"], self._event(number, guest))

    def _visible_state(self, number: int, guest: str | None) -> str:
        table = self._tables[number]
        return written(plain(visible_state(table, table.seat_of(guest))))

    def _visible_event(self, number: int, guest: str | None) -> Any:
        return plain(visible_event(self._effects[number - 1], self.table.seat_of(guest)))


def is_what_was_said(event: Event, said: Message, seat: str) -> bool:
    """Whether an event is what a person's message asked for."""
    match event:
        case Played():
            return event == Played(seat, str(Play.parse(said["play"])), "person")
        case Gave():
            return event == Gave(seat, said["card"], "person")
        case Said():
            return event == Said(seat, said["phrase"])
        case Renamed():
            return event == Renamed(seat, said["name"])
        case Sat():
            return bool(said["type"] == "sit" and event.seat == seat == said["seat"])
        case Started():
            return bool(said["type"] == "start")
        case _:
            return False


def plain(value: Any) -> Any:
    """A message as it arrives."""
    return json.loads(msgspec.json.encode(value))


async def first_word(person: Person, address: str, code: str) -> Message:
    """What a person who has nothing is told by a house when they ask for everything."""
    headers = {"Cookie": f"{COOKIE}={person.cookie}"}
    where = f"{address.replace('http', 'ws', 1)}/ws/{code}"
    async with connect(where, additional_headers=headers, compression=None, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "since": 0}))
        return dict(json.loads(await socket.recv()))
