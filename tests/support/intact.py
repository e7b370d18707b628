"""Whether a house is as it should be after whatever was done to it: its tables, and what it wrote about it."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from doghouse.server.client import TableClient
from doghouse.server.protocol import events
from doghouse.server.protocol.events import Entry
from doghouse.server.settings import Settings
from doghouse.server.storage.store import Store
from doghouse.server.tables.table import Table, replay_log
from doghouse.server.tables.visibility import visible_state
from tests.support.server_process import HouseProcess

OWN = (events.Gave, events.TookBack, events.Said, events.Renamed, events.Seeded)


class Kept:
    """What a house has on disk, read while it is closed."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.codes = [str(code) for code in self._all("SELECT code FROM tables")]
        self.entries: dict[str, list[Entry]] = {}
        self.tables: dict[str, Table] = {}
        asyncio.run(self._load())

    async def _load(self) -> None:
        store = Store(Settings(data=self._data).database_url)
        for code in self.codes:
            kept = await store.load(code)
            assert kept is not None
            row, self.entries[code] = kept
            numbers = [entry.number for entry in self.entries[code]]
            assert numbers == list(range(1, row.number + 1)), "the numbers have no gaps"
            self.tables[code], _history = replay_log(code, row.secret, self.entries[code])
            assert self.tables[code].status == row.status
            _check_authors(Table(code, row.secret), self.entries[code])
        await store.close()

    def _all(self, statement: str) -> list[Any]:
        connection = sqlite3.connect(self._data / "doghouse.db")
        found = [row[0] for row in connection.execute(statement)]
        connection.close()
        return found

    def secrets(self) -> set[str]:
        """What nobody may ever read anywhere, but for the seeds of games that are over."""
        house, guests = self._all("SELECT value FROM house"), self._all("SELECT id FROM guests")
        return {*house, *guests, *self._all("SELECT secret FROM tables")}

    def check_seen(self, client: TableClient) -> None:
        """A person sees the table as it is."""
        table = self.tables[client.code]
        seat = client.state["you"]
        assert client.number == table.number
        assert client.state == json.loads(msgspec.json.encode(visible_state(table, seat)))


def _check_authors(table: Table, entries: Iterable[Entry]) -> None:
    """Everything was done by somebody who may."""
    for entry in entries:
        event, guest = entry.event, entry.guest
        if guest is not None:
            match event:
                case events.Sat():
                    allowed = {event.guest}
                case events.BotSat() | events.Stood():
                    allowed = {table.host, table.seats[event.seat].guest or ""}
                case events.Started() | events.Closed():
                    allowed = {table.host}
                case events.Rematched():
                    allowed = table.people
                case _:
                    assert isinstance(event, (*OWN, events.Played)), event
                    allowed = {table.seats[event.seat].guest or ""}
            assert guest in allowed, f"{event} was not theirs to do"
        table.apply(entry)


def check_log(house: HouseProcess, forbidden: Iterable[str]) -> None:
    """The log has no fault of the house in it, and nothing that is nobody's business."""
    text = house.log.read_text()
    token = re.search(r"Admin token \(shown only now\): (\S+)", text)
    assert token is not None
    lines = [line for line in text.splitlines() if line.startswith("{")]
    faults = [line for line in lines if json.loads(line)["level"] not in ("debug", "info")]
    assert not faults, faults[0]
    assert "Traceback" not in text
    logged = "\n".join(lines)
    for word in (*forbidden, token[1]):
        assert word not in logged, f"{word!r} is in the log"
