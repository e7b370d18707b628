"""A table built event by event in a test, without a server."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from doghouse.rules.game import Game
from doghouse.rules.rules import RULES_VERSION, Rules
from doghouse.server.fairness import commitment_to
from doghouse.server.protocol.events import Created, Entry, Event, Played, Sat, Seeded, Started, TableSettings
from doghouse.server.tables.effects import Effects
from doghouse.server.tables.table import Table
from tests.support.players import GameCondition, find_seed

SECRET = "0dd5" * 16
HOST = "host"
BEGIN = 1_000_000  # milliseconds


class TableLog:
    """Writes the log of one table; only ``wait`` advances its clock."""

    def __init__(self, pace: int | None = None, **rules: Any) -> None:
        self.table = Table("ABCDEF", SECRET)
        self.now = BEGIN
        chosen = Rules.edition("xl", **rules)
        settings = TableSettings("xl", chosen.to_json(), pace)
        self.append(Created(HOST, settings, commitment_to(SECRET), RULES_VERSION))

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def wait(self, seconds: float) -> TableLog:
        self.now += int(1000 * seconds)
        return self

    def append(self, event: Event) -> Effects:
        return self.table.apply(Entry(self.table.number + 1, self.now, event))

    def seat(self, **guests: str) -> TableLog:
        for seat, guest in guests.items():
            self.append(Sat(seat, guest, guest.capitalize()))
        return self

    def start(self, condition: GameCondition | None = None, fill: str = "puppy") -> TableLog:
        """Start the game with bots on empty seats; a condition chooses a seed whose deals meet it."""
        if condition is not None:
            first = next(letter for letter, seat in self.table.seats.items() if seat.guest)
            self.append(Seeded(first, find_seed(SECRET, self.table.rules, first, condition)))
        bots = dict.fromkeys(self.table.empty_seats, fill)
        self.append(Started(bots, self.table.seeds(), {letter: letter for letter in self.table.seats}))
        return self

    def play_to_the_end(self) -> TableLog:
        """Let everyone play at random, in a game without an exchange of chosen cards."""
        chooser = random.Random(1)
        while self.table.status == "playing":
            assert self.game.turn is not None
            play = chooser.choice(list(islice(self.game.plays(), 12)))
            self.append(Played(self.game.turn, str(play), "person"))
        return self
