"""The state of a table: who sits where, and the game. It follows from the log of events alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from doghouse.rules.game import Game
from doghouse.rules.rules import RULES_VERSION, Rules
from doghouse.server.fairness import game_seed, open_seed, record_headers
from doghouse.server.protocol import events, limits
from doghouse.server.protocol.events import By, Entry, TableSettings, TableSummary
from doghouse.server.tables.effects import Effects, effects_of

Status = Literal["waiting", "playing", "over", "closed"]


class UnknownRules(Exception):
    """A game played under a version of the rules that this server does not have."""


@dataclass(frozen=True)
class Seat:
    """Who sits at a seat: a person, a bot of some level, or nobody."""

    guest: str | None = None
    name: str = ""
    level: str | None = None
    seed: str | None = None
    since: int = 0  # number of the event that gave it to this person

    @property
    def is_empty(self) -> bool:
        return self.guest is None and self.level is None

    @property
    def label(self) -> str | None:
        """The name of a person or the level of a bot."""
        return None if self.is_empty else self.name or self.level or ""


class Table:
    """A table after ``number`` events."""

    def __init__(self, code: str, secret: str) -> None:
        self.code = code
        self.secret = secret
        self.number = 0
        self.at = 0
        self.status: Status = "waiting"
        self.settings = TableSettings("xl", {})
        self.rules = Rules()
        self.host = ""
        self.commitment = ""
        self.seats: dict[str, Seat] = {}
        self.game: Game | None = None
        self.must_fold = False
        self.decided_by: dict[str, By] = {}  # who decided last, by seat
        self.played_by: dict[str, tuple[str, ...]] = {}  # names and levels that have played, by seat
        self.decision = 0  # number of the event that opened the current decision
        self.decision_at = 0  # and its time
        self.opened_at = 0  # when the server started; the only field not from the log
        self.revealed = False
        self.rematch: str | None = None

    def copy(self) -> Table:
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.seats = dict(self.seats)
        twin.decided_by = dict(self.decided_by)
        twin.played_by = dict(self.played_by)
        twin.game = None if self.game is None else self.game.copy()
        return twin

    # Seats.

    def seat_of(self, guest: str | None) -> str | None:
        if guest is None:
            return None
        return next((letter for letter, seat in self.seats.items() if seat.guest == guest), None)

    @property
    def guests(self) -> dict[str, str]:
        """The people, by seat."""
        return {letter: seat.guest for letter, seat in self.seats.items() if seat.guest is not None}

    @property
    def people(self) -> set[str]:
        return set(self.guests.values())

    @property
    def empty_seats(self) -> str:
        return "".join(letter for letter, seat in self.seats.items() if seat.is_empty)

    def to_decide(self) -> str:
        """Return the seats that have a decision to make."""
        if self.status != "playing" or self.game is None:
            return ""
        return self.game.to_give() or (self.game.turn or "")

    @property
    def deadline(self) -> int | None:
        """When a stand-in decides; null for a seat that has to fold anyway."""
        return None if self.must_fold else self.visible_deadline

    @property
    def visible_deadline(self) -> int | None:
        """The deadline shown to everyone. A seat that has to fold has one too, since nobody may know that in advance.
        After a restart some time is left, since nobody could decide before."""
        pace = self.settings.pace
        if pace is None or not self.to_decide():
            return None
        deadline = self.decision_at + 1000 * pace
        if self.decision_at < self.opened_at:
            deadline = max(deadline, self.opened_at + 1000 * min(pace, limits.AFTER_RESTART_SECONDS))
        return deadline

    def summary(self) -> TableSummary:
        outcome = None if self.game is None else self.game.outcome
        return TableSummary(
            edition=self.settings.edition,
            rules=self.rules.to_json(),
            pace=self.settings.pace,
            names={letter: seat.label for letter, seat in self.seats.items()},
            to_decide=self.to_decide(),
            winners=None if outcome is None else outcome.winners,
            host=self.seat_of(self.host),
        )

    def record(self) -> str:
        """Return the record of a finished game; it contains the seed."""
        assert self.status == "over"
        return self._game.record()

    # Events.

    def apply(self, entry: Entry) -> Effects:
        """Apply the next event and return its effects. An illegal play or gift raises and leaves the table undefined:
        work on a copy."""
        assert entry.number == self.number + 1, "events have gapless numbers"
        round_before = 0 if self.game is None else self.game.round
        self._apply(entry)
        self.number, self.at = entry.number, entry.at
        if isinstance(entry.event, events.Started | events.Played | events.Gave):
            self._note_decision(entry)
        return effects_of(entry, round_before, self.game)

    def _note_decision(self, entry: Entry) -> None:
        """Open a new decision after the first deal, a play, or the last gift; gifts are decided in parallel."""
        if isinstance(entry.event, events.Gave) and self._game.phase == "give":
            return
        self.decision, self.decision_at = entry.number, entry.at
        self.must_fold = self._game.turn is not None and next(iter(self._game.plays())).is_fold

    def _apply(self, entry: Entry) -> None:
        event = entry.event
        match event:
            case events.Created():
                self._create(event)
            case events.Sat(seat=seat):
                old = self.seat_of(event.guest)
                if old is not None:
                    self.seats[old] = Seat()
                self.seats[seat] = Seat(event.guest, event.name, since=entry.number)
            case events.Stood(seat=seat):
                self.seats[seat] = Seat()
            case events.BotSat(seat=seat, level=level):
                if self.game is None:
                    self.seats[seat] = Seat(level=level)  # a bot has the open seed
                else:
                    self.seats[seat] = Seat(level=level, seed=self.seats[seat].seed)
                    self.played_by[seat] = (*self.played_by[seat], level)
            case events.Renamed(seat=seat, name=name):
                self.seats[seat] = replace(self.seats[seat], name=name)
                if self.game is not None:
                    self.played_by[seat] = (*self.played_by[seat][:-1], name)
            case events.Moved(seat=seat, guest=guest):
                if self.host == self.seats[seat].guest:
                    self.host = guest  # the same person on another device
                self.seats[seat] = replace(self.seats[seat], guest=guest, since=entry.number)
            case events.Seeded(seat=seat, seed=seed):
                self.seats[seat] = replace(self.seats[seat], seed=seed)
            case events.Started():
                self._start(event)
            case events.Gave(seat=seat, card=card, by=by):
                self._game.give(seat, card)
                self.decided_by[seat] = by
            case events.TookBack(seat=seat):
                self._game.take_back(seat)
            case events.Played(seat=seat, by=by):
                self._game.play(event.parsed, seat)
                self.decided_by[seat] = by
                if self._game.outcome is not None:
                    self.status = "over"
            case events.Revealed():
                self.revealed = True
                players = {f"Player {seat}": ", then ".join(names) for seat, names in self.played_by.items()}
                self._game.headers.update(players)
                self._game.headers.update(record_headers(self.commitment, event.secret, self.seeds()))
            case events.Rematched(code=code):
                self.rematch = code
            case events.Closed():
                self.status = "closed"
            case events.Said():
                pass

    def _create(self, event: events.Created) -> None:
        if event.rules_version != RULES_VERSION:
            raise UnknownRules(
                f"table {self.code} was played under version {event.rules_version} of the rules, "
                f"and this server has version {RULES_VERSION}"
            )
        self.settings = event.settings
        changes = {name: value for name, value in event.settings.rules.items() if name != "players"}
        self.rules = Rules.edition(event.settings.edition, event.settings.rules["players"], **changes)
        self.host = event.host
        self.commitment = event.commitment
        self.seats = {seat: Seat() for seat in self.rules.seats}

    def _start(self, event: events.Started) -> None:
        for seat, level in event.bots.items():
            self.seats[seat] = replace(self.seats[seat], level=level)
        for seat, seed in event.seeds.items():
            self.seats[seat] = replace(self.seats[seat], seed=seed)
        self.status = "playing"
        self.game = Game(self.rules, game_seed(self.secret, event.seeds))
        self.played_by = {seat: (name,) for seat, name in event.names.items()}

    @property
    def _game(self) -> Game:
        assert self.game is not None
        return self.game

    def seeds(self) -> dict[str, str]:
        """Return the seed of every seat; where none was contributed, the open one."""
        return {letter: seat.seed or open_seed(self.commitment, letter) for letter, seat in self.seats.items()}


def replay_log(code: str, secret: str, entries: list[Entry]) -> tuple[Table, list[Effects]]:
    """Rebuild a table from its log, with the effects of each event."""
    table = Table(code, secret)
    return table, [table.apply(entry) for entry in entries]
