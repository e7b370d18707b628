"""What the house has really kept, read past it from the database, and told again from the beginning."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from doghouse.server.protocol.events import Entry, read_event, write_summary
from doghouse.server.tables.table import replay_log

Rows = list[tuple[Any, ...]]
TABLES = "SELECT code, secret, host, status, number, summary FROM tables"
EVENTS = "SELECT code, number, at, event, guest, client_id FROM events ORDER BY code, number"
SEATS = "SELECT code, seat, guest FROM seats"


def check_equal(what: str, found: object, expected: object) -> None:
    assert found == expected, f"{what}: {found} where {expected} is expected"


@dataclass
class Kept:
    """A table as it is kept: its row, its seats, and the log."""

    code: str
    secret: str
    host: str
    status: str
    number: int
    summary: str
    entries: list[Entry] = field(default_factory=list)
    seats: dict[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """The log has no gaps and nothing twice, follows the rules, and the index of tables agrees with it."""
        check_equal("numbers", [entry.number for entry in self.entries], list(range(1, self.number + 1)))
        done = Counter((entry.guest, entry.client_id) for entry in self.entries if entry.client_id is not None)
        check_equal("messages done twice", [message for message, times in done.items() if times > 1], [])
        table, _history = replay_log(self.code, self.secret, self.entries)
        people = {letter: seat.guest for letter, seat in table.seats.items() if seat.guest is not None}
        check_equal("status and host", (self.status, self.host), (table.status, table.host))
        check_equal("summary", self.summary, write_summary(table.summary()))
        check_equal("seats", self.seats, people)

    def check_acknowledged(self, acknowledged: list[tuple[str, int]]) -> None:
        """What a person was told to be kept is kept, under that number."""
        for said, number in acknowledged:
            assert number <= len(self.entries), f"table {self.code} lost {said!r}, acknowledged as event {number}"
            kept = self.entries[number - 1].client_id
            assert kept == said, f"event {number} of table {self.code} is {kept!r}, and {said!r} was acknowledged as it"


class Truth(Protocol):
    """Where a house keeps everything."""

    def read(self) -> dict[str, Kept]:
        """What is kept while the house is open."""

    def read_after_death(self) -> dict[str, Kept]:
        """What a dead house has left, untouched."""


class SqliteTruth:
    def __init__(self, data: Path) -> None:
        self._file = data / "doghouse.db"

    def read(self) -> dict[str, Kept]:
        return self._read(self._file)

    def read_after_death(self) -> dict[str, Kept]:
        """Opening the file would bring it in order, and that is for the house to do: so a copy is read."""
        with tempfile.TemporaryDirectory(prefix="doghouse-crash-") as folder:
            for file in self._file.parent.glob("doghouse.db*"):
                shutil.copy(file, folder)
            return self._read(Path(folder) / self._file.name)

    @staticmethod
    def _read(file: Path) -> dict[str, Kept]:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("BEGIN")
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return _put_together(*(connection.execute(query).fetchall() for query in (TABLES, EVENTS, SEATS)))


class PostgresTruth:
    def __init__(self, url: str) -> None:
        self._url = url

    def read(self) -> dict[str, Kept]:
        import psycopg

        with psycopg.connect(self._url) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            return _put_together(*(connection.execute(query).fetchall() for query in (TABLES, EVENTS, SEATS)))

    def read_after_death(self) -> dict[str, Kept]:
        return self.read()


def _put_together(tables: Rows, events: Rows, seats: Rows) -> dict[str, Kept]:
    found = {row[0]: Kept(*row) for row in tables}
    for code, number, at, event, guest, client_id in events:
        found[code].entries.append(Entry(number, at, read_event(event), guest, client_id))
    for code, seat, guest in seats:
        found[code].seats[seat] = guest
    return found
