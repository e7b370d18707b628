"""What a crashed server has stored, and whether everyone was shown the same."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from doghouse.rules.notation import Play
from doghouse.server.client import Message, Person, TableClient
from doghouse.server.protocol.events import (
    Entry,
    Event,
    Gave,
    Played,
    Renamed,
    Said,
    Sat,
    Started,
    read_event,
    to_text,
)
from doghouse.server.tables.table import Table, replay_log
from doghouse.server.tables.visibility import about, visible_event, visible_state
from tests.support.clients import TableSocket

Rows = list[tuple[Any, ...]]
TABLES = "SELECT code, secret, host, status, number, summary FROM tables"
EVENTS = "SELECT code, number, at, event, guest, client_id FROM events ORDER BY code, number"
SEATS = "SELECT code, seat, guest FROM seats"


def check_equal(what: str, found: object, expected: object) -> None:
    assert found == expected, f"{what}: {found} where {expected} is expected"


@dataclass
class StoredTable:
    """A table as stored: its row, its seats, and its log."""

    code: str
    secret: str
    host: str
    status: str
    number: int
    summary: str
    entries: list[Entry] = field(default_factory=list)
    seats: dict[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """Check that the log has no gaps or repeats, follows the rules, and agrees with the row and the seats."""
        check_equal("numbers", [entry.number for entry in self.entries], list(range(1, self.number + 1)))
        done = Counter((entry.guest, entry.client_id) for entry in self.entries if entry.client_id is not None)
        check_equal("messages done twice", [message for message, times in done.items() if times > 1], [])
        table, _history = replay_log(self.code, self.secret, self.entries)
        people = {letter: seat.guest for letter, seat in table.seats.items() if seat.guest is not None}
        check_equal("status and host", (self.status, self.host), (table.status, table.host))
        check_equal("summary", self.summary, to_text(table.summary()))
        check_equal("seats", self.seats, people)

    def check_acknowledged(self, acknowledged: list[tuple[str, int]]) -> None:
        """Check that every acknowledged message is stored under the acknowledged number."""
        for sent, number in acknowledged:
            assert number <= len(self.entries), f"table {self.code} lost {sent!r}, acknowledged as event {number}"
            stored = self.entries[number - 1].client_id
            assert stored == sent, f"event {number} of table {self.code} is {stored!r}, but {sent!r} was acknowledged"


class StoredLog(Protocol):
    """A way to read the database past the server."""

    def read(self) -> dict[str, StoredTable]:
        """Read it while the server is running."""

    def read_after_crash(self) -> dict[str, StoredTable]:
        """Read it after a crash, without changing it."""


class SqliteLog:
    def __init__(self, data: Path) -> None:
        self._file = data / "doghouse.db"

    def read(self) -> dict[str, StoredTable]:
        return self._read(self._file)

    def read_after_crash(self) -> dict[str, StoredTable]:
        """Read a copy: opening the file itself would recover it, which is up to the server."""
        with tempfile.TemporaryDirectory(prefix="doghouse-crash-") as folder:
            for file in self._file.parent.glob("doghouse.db*"):
                shutil.copy(file, folder)
            return self._read(Path(folder) / self._file.name)

    @staticmethod
    def _read(file: Path) -> dict[str, StoredTable]:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("BEGIN")
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return _assemble(*(connection.execute(query).fetchall() for query in (TABLES, EVENTS, SEATS)))


class PostgresLog:
    def __init__(self, url: str) -> None:
        self._url = url

    def read(self) -> dict[str, StoredTable]:
        import psycopg

        with psycopg.connect(self._url) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            return _assemble(*(connection.execute(query).fetchall() for query in (TABLES, EVENTS, SEATS)))

    def read_after_crash(self) -> dict[str, StoredTable]:
        return self.read()


def _assemble(tables: Rows, events: Rows, seats: Rows) -> dict[str, StoredTable]:
    found = {row[0]: StoredTable(*row) for row in tables}
    for code, number, at, event, guest, client_id in events:
        found[code].entries.append(Entry(number, at, read_event(event), guest, client_id))
    for code, seat, guest in seats:
        found[code].seats[seat] = guest
    return found


def sorted_json(value: Any) -> str:
    """Return data as text that is equal for equal data, and small enough to keep thousands."""
    return json.dumps(value, sort_keys=True)


class ClientLog:
    """All that one person at a table sent and received, in order."""

    def __init__(self, person: Person, code: str) -> None:
        self.client = TableClient(person, code, self._note)
        self.sent: dict[str, Message] = {}  # by the id of the message
        self.received: list[Message] = []
        self.acknowledged: list[tuple[str, int]] = []

    @property
    def code(self) -> str:
        return self.client.code

    async def act(self, kind: str, **fields: Any) -> None:
        """Send a message once; the client resends it as often as necessary."""
        name = f"{kind} {len(self.sent)}"
        self.sent[name] = {"type": kind, **fields}
        number = await self.client.act(kind, name, **fields)
        await self.client.until(lambda: self.client.number >= number)

    def _note(self, message: Message) -> None:
        if message["type"] == "ack":
            self.acknowledged.append((message["id"], message["number"]))
        if message.get("state") is not None:
            message = {**message, "state": sorted_json(message["state"])}
        if message["type"] not in ("presence", "pong"):
            self.received.append(message)

    def situations(self) -> Counter[str]:
        """Count crashes between storing and acknowledging an act of this person, and between acknowledging and showing
        it: after reconnecting, it is among the missed events."""
        found: Counter[str] = Counter()
        own = {number for _id, number in self.acknowledged}
        acknowledged: set[int] = set()
        for message in self.received:
            if message["type"] == "ack":
                acknowledged.add(message["number"])
            for event in message["missed"] if message["type"] == "table" else ():
                if event["number"] in own:
                    found["unseen" if event["number"] in acknowledged else "unacknowledged"] += 1
        return found


class ExpectedHistory:
    """A table from its first event to its last, as a client without a break would see it."""

    def __init__(self, stored: StoredTable) -> None:
        self.stored = stored
        self._tables = [Table(stored.code, stored.secret)]  # after each number of events
        self._effects = []
        for entry in stored.entries:
            table = self._tables[-1].copy()
            self._effects.append(table.apply(entry))
            self._tables.append(table)
        self.table = self._tables[-1]
        self.number = self.table.number
        self._state = cache(self._visible_state)
        self._event = cache(self._visible_event)

    def check(self, client_log: ClientLog) -> None:
        """Check that a person saw every event once, in order and as stored, always with the right state, and that
        each of their messages was applied once."""
        guest = self._guest_of(client_log)
        last: int | None = None
        for message in client_log.received:
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
        check_equal("last event", (last, client_log.client.number), (self.number, self.number))
        check_equal("last state", sorted_json(client_log.client.state), self._state(self.number, guest))
        self._check_sent(client_log, guest)

    def _check_sent(self, client_log: ClientLog, guest: str | None) -> None:
        self.stored.check_acknowledged(client_log.acknowledged)
        acknowledged = dict(client_log.acknowledged)
        done = {entry.client_id: entry for entry in self.stored.entries if guest is not None and entry.guest == guest}
        check_equal("done and acknowledged", {name: entry.number for name, entry in done.items()}, acknowledged)
        for name, entry in done.items():
            sent = client_log.sent[name or ""]
            assert is_event_for(entry.event, sent, client_log.client.state["you"]), f"{entry} was done for {sent}"

    def check_newcomer(self, message: Message, client_log: ClientLog) -> None:
        """Check that a person who knows no events receives them all."""
        guest = self._guest_of(client_log)
        check_equal("number for a newcomer", message["number"], self.number)
        numbers = [event["number"] for event in message["missed"]]
        check_equal("events for a newcomer", numbers, list(range(1, self.number + 1)))
        check_equal("state for a newcomer", message["state"], client_log.client.state)
        self._check_table({**message, "state": sorted_json(message["state"])}, guest)

    def check_all_requested(self, client_logs: list[ClientLog]) -> None:
        """Check that everything done for a person was requested by them, and nothing twice under another id."""
        requested = {(self._guest_of(client_log), name) for client_log in client_logs for name in client_log.sent}
        for entry in self.stored.entries:
            event = entry.event
            by_person = isinstance(event, Said | Renamed | Sat | Started) or (
                isinstance(event, Gave | Played) and event.by == "person" and getattr(event, "play", "") != "fold"
            )
            assert by_person == ((entry.guest, entry.client_id) in requested), f"nobody requested {entry}"

    def _guest_of(self, client_log: ClientLog) -> str | None:
        seat = client_log.client.state["you"]
        return None if seat is None else self.table.seats[seat].guest

    def _check_table(self, message: Message, guest: str | None) -> None:
        check_equal("about", message["about"], plain(about(self.table)))
        check_equal("host", message["host"], guest == self.table.host)
        self._check_state(message, guest)
        for event in message["missed"]:
            self._check_event(event, guest)

    def _check_state(self, message: Message, guest: str | None) -> None:
        number = message["number"]
        assert number <= self.number, f"event {number} was shown, but is not stored"
        check_equal(f"state after event {number}", message["state"], self._state(number, guest))

    def _check_event(self, message: Message, guest: str | None) -> None:
        number = message["number"]
        assert number <= self.number, f"event {number} was shown, but is not stored"
        check_equal(f"time of event {number}", message["at"], self.stored.entries[number - 1].at)
        check_equal(f"event {number}", message["event"], self._event(number, guest))

    def _visible_state(self, number: int, guest: str | None) -> str:
        table = self._tables[number]
        return sorted_json(plain(visible_state(table, table.seat_of(guest))))

    def _visible_event(self, number: int, guest: str | None) -> Any:
        return plain(visible_event(self._effects[number - 1], self.table.seat_of(guest)))


def is_event_for(event: Event, sent: Message, seat: str) -> bool:
    """Tell whether an event is what a person's message requested."""
    match event:
        case Played():
            return event == Played(seat, str(Play.parse(sent["play"])), "person")
        case Gave():
            return event == Gave(seat, sent["card"], "person")
        case Said():
            return event == Said(seat, sent["phrase"])
        case Renamed():
            return event == Renamed(seat, sent["name"])
        case Sat():
            return bool(sent["type"] == "sit" and event.seat == seat == sent["seat"])
        case Started():
            return bool(sent["type"] == "start")
        case _:
            return False


def plain(value: Any) -> Any:
    """Return a message as a client receives it."""
    return json.loads(msgspec.json.encode(value))


async def first_message(person: Person, address: str, code: str) -> Message:
    """Return the table message that a server sends to a person who knows no events yet."""
    newcomer = Person(address)
    newcomer.cookie = person.cookie
    async with TableSocket(newcomer, code) as socket:
        return await socket.hello(since=0)
