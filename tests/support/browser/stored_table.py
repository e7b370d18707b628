"""Read a table's event log from the server's database."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from doghouse.bots.registry import make_bot
from doghouse.rules.game import Game
from doghouse.server.protocol.events import Entry, Gave, Played, read_event
from doghouse.server.tables.table import Table
from tests.support.players import secret_of

TIMEOUT = 20.0  # seconds to wait for an event


class StoredTable:
    """Follows the log of a table in the server's database."""

    def __init__(self, data: Path, code: str) -> None:
        self.table = Table(code, secret_of(data, code))
        self._database = data / "doghouse.db"
        self._decided: dict[str, int] = {}  # the number of each seat's last decision
        self.follow()

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def follow(self) -> int:
        """Apply the new events; return how many there are in all."""
        database = sqlite3.connect(self._database)
        rows = database.execute(
            "SELECT number, at, event FROM events WHERE code = ? AND number > ? ORDER BY number",
            (self.table.code, self.table.number),
        ).fetchall()
        database.close()
        for number, at, event in rows:
            entry = Entry(number, at, read_event(event))
            self.table.apply(entry)
            if isinstance(entry.event, Gave | Played):
                self._decided[entry.event.seat] = number
        return self.table.number

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Apply new events until a condition holds."""
        end = time.monotonic() + TIMEOUT
        while not (self.follow() and holds()):
            assert time.monotonic() < end, f"no new event after event {self.table.number}"
            time.sleep(0.002)

    def wait_for_more(self, than: int, by: str | None = None) -> None:
        """Wait for an event with a higher number or, with ``by``, for a decision of that seat after it."""
        self.wait_until(lambda: self.table.number > than and (by is None or self._decided.get(by, 0) > than))

    def good_gift(self, seat: str) -> str:
        return good_gift(self.game, seat)

    def good_play(self) -> str:
        return good_play(self.game)


def good_gift(game: Game, seat: str) -> str:
    """Return the card that the greedy bot would give."""
    return make_bot("greedy").give(game.view(seat))


def good_play(game: Game) -> str:
    """Return the play of the greedy bot."""
    view = game.view(game.turn)
    return str(make_bot("greedy").play(view))


def is_short(game: Game, max_plays: int) -> bool:
    """Tell whether greedy bots finish the game within so many plays."""
    plays = 0
    while game.outcome is None and plays <= max_plays:
        for seat in game.to_give():
            game.give(seat, good_gift(game, seat))
        game.play(good_play(game))
        plays += 1
    return plays <= max_plays
