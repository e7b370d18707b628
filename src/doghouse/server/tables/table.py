"""A table: who sits where and how the game stands. It follows from the log of its events alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from doghouse.rules.game import Game
from doghouse.rules.rules import RULES_VERSION, Rules
from doghouse.server.fairness import game_seed, open_seed, record_headers
from doghouse.server.protocol import limits
from doghouse.server.protocol.events import (
    BotSat,
    By,
    Closed,
    Created,
    Entry,
    Event,
    Gave,
    Moved,
    Played,
    Rematched,
    Renamed,
    Revealed,
    Said,
    Sat,
    Seeded,
    Started,
    Stood,
    TableSettings,
    TableSummary,
    TookBack,
)
from doghouse.server.tables.effects import Effects, effects_of

Status = Literal["waiting", "playing", "over", "closed"]


class UnknownRules(Exception):
    """A game played under rules that this house does not have."""


@dataclass(frozen=True)
class Seat:
    """Who sits at a seat: a person, a bot of some level, or nobody."""

    guest: str | None = None
    name: str = ""
    level: str | None = None
    seed: str | None = None
    since: int = 0  # the number of the event by which this person has it

    @property
    def is_empty(self) -> bool:
        return self.guest is None and self.level is None


def new_game(rules: Rules, seed: str) -> Game:
    return Game(rules, seed)


class Table:
    """A table as it stands after some number of events."""

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
        self.decided_by: dict[str, By] = {}  # who decided for each seat the last time
        self.played_by: dict[str, tuple[str, ...]] = {}  # who has had each seat since the game began, by name or level
        self.decision = 0  # the number of the event since which this decision stands
        self.decision_at = 0  # and when that was
        self.opened_at = 0  # when the house was opened last: the one thing here that is not in the log
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

    # Who sits where.

    def seat_of(self, guest: str | None) -> str | None:
        """The seat of a person."""
        if guest is None:
            return None
        return next((letter for letter, seat in self.seats.items() if seat.guest == guest), None)

    @property
    def guests(self) -> dict[str, str]:
        """The people, by their seats."""
        return {letter: seat.guest for letter, seat in self.seats.items() if seat.guest is not None}

    @property
    def people(self) -> set[str]:
        return set(self.guests.values())

    @property
    def empty_seats(self) -> str:
        return "".join(letter for letter, seat in self.seats.items() if seat.is_empty)

    def to_decide(self) -> str:
        """The seats that have a decision to make."""
        if self.status != "playing" or self.game is None:
            return ""
        return self.game.to_give() or (self.game.turn or "")

    @property
    def deadline(self) -> int | None:
        """When the time for the decisions that are due runs out."""
        return None if self.must_fold else self.shown_deadline

    @property
    def shown_deadline(self) -> int | None:
        """The deadline as everyone is shown it: also for a seat that has to fold, which nobody may know before it
        does. As long as the house was closed nobody could decide: some time is left when it opens."""
        pace = self.settings.pace
        if pace is None or not self.to_decide():
            return None
        deadline = self.decision_at + 1000 * pace
        if self.decision_at < self.opened_at:
            deadline = max(deadline, self.opened_at + 1000 * min(pace, limits.AFTER_RESTART_SECONDS))
        return deadline

    def summary(self) -> TableSummary:
        """How the table looks in a list."""
        outcome = None if self.game is None else self.game.outcome
        return TableSummary(
            edition=self.settings.edition,
            rules=self.rules.to_json(),
            pace=self.settings.pace,
            names={
                letter: None if seat.is_empty else seat.name or seat.level or "" for letter, seat in self.seats.items()
            },
            to_decide=self.to_decide(),
            winners=None if outcome is None else outcome.winners,
            host=self.seat_of(self.host),
        )

    def record(self) -> str:
        """The game as a text that replays it; its seed stands in it, so it is only for games that are over."""
        assert self.game is not None
        assert self.status == "over"
        return self.game.record()

    def _names(self) -> dict[str, str]:
        """Who played, as a record says it: one after the other, where a bot has taken over."""
        return {f"Player {seat}": ", then ".join(names) for seat, names in self.played_by.items()}

    # What happens.

    def apply(self, entry: Entry) -> Effects:
        """Let an event happen, and tell what is to be seen of it; a forbidden play or gift raises and changes nothing
        that matters: whoever tries it does so on a copy."""
        assert entry.number == self.number + 1, "events have gapless numbers"
        round_before = 0 if self.game is None else self.game.round
        self._happen(entry)
        self.number, self.at = entry.number, entry.at
        if isinstance(entry.event, Started | Played | Gave):
            self._note_decision(entry)
        return effects_of(entry, round_before, self.game)

    def _note_decision(self, entry: Entry) -> None:
        """A new decision is due: after a play, the first deal, or the last gift. Gifts are decided side by side."""
        if isinstance(entry.event, Gave) and self._game.phase == "give":
            return
        self.decision, self.decision_at = entry.number, entry.at
        self.must_fold = self._has_to_fold()

    def _happen(self, entry: Entry) -> None:
        event: Event = entry.event
        match event:
            case Created():
                self._create(event)
            case Sat(seat=seat):
                old = self.seat_of(event.guest)
                if old is not None:
                    self.seats[old] = Seat()
                self.seats[seat] = Seat(event.guest, event.name, since=entry.number)
            case Stood(seat=seat):
                self.seats[seat] = Seat()
            case BotSat(seat=seat, level=level):
                kept = self.seats[seat].seed if self.game is not None else None  # else a bot's seed is the open one
                self.seats[seat] = Seat(level=level, seed=kept)
                if self.game is not None:
                    self.played_by[seat] = (*self.played_by[seat], level)
            case Renamed(seat=seat, name=name):
                self.seats[seat] = replace(self.seats[seat], name=name)
                if self.game is not None:
                    self.played_by[seat] = (*self.played_by[seat][:-1], name)
            case Moved(seat=seat, guest=guest):
                if self.host == self.seats[seat].guest:
                    self.host = guest  # it is the same person
                self.seats[seat] = replace(self.seats[seat], guest=guest, since=entry.number)
            case Seeded(seat=seat, seed=seed):
                self.seats[seat] = replace(self.seats[seat], seed=seed)
            case Started():
                self._start(event)
            case Gave(seat=seat, card=card, by=by):
                self._game.give(seat, card)
                self.decided_by[seat] = by
            case TookBack(seat=seat):
                self._game.take_back(seat)
            case Played(seat=seat, by=by):
                self._game.play(event.parsed, seat)
                self.decided_by[seat] = by
                if self._game.outcome is not None:
                    self.status = "over"
            case Revealed():
                self.revealed = True
                self._game.headers.update(self._names())
                self._game.headers.update(record_headers(self.commitment, event.secret, self.seeds()))
            case Rematched(code=code):
                self.rematch = code
            case Closed():
                self.status = "closed"
            case Said():
                pass

    def _create(self, event: Created) -> None:
        if event.rules_version != RULES_VERSION:
            raise UnknownRules(
                f"table {self.code} was played under version {event.rules_version} of the rules, "
                f"and this house has version {RULES_VERSION}"
            )
        self.settings = event.settings
        changes = {name: value for name, value in event.settings.rules.items() if name != "players"}
        self.rules = Rules.edition(event.settings.edition, event.settings.rules["players"], **changes)
        self.host = event.host
        self.commitment = event.commitment
        self.seats = {seat: Seat() for seat in self.rules.seats}

    def _start(self, event: Started) -> None:
        for seat, level in event.bots.items():
            self.seats[seat] = replace(self.seats[seat], level=level)
        for seat, seed in event.seeds.items():
            self.seats[seat] = replace(self.seats[seat], seed=seed)
        self.status = "playing"
        self.game = new_game(self.rules, game_seed(self.secret, event.seeds))
        self.played_by = {seat: (name,) for seat, name in event.names.items()}

    @property
    def _game(self) -> Game:
        assert self.game is not None
        return self.game

    def seeds(self) -> dict[str, str]:
        """The seed of every seat; where none was added, the open one."""
        return {letter: seat.seed or open_seed(self.commitment, letter) for letter, seat in self.seats.items()}

    def _has_to_fold(self) -> bool:
        if self.game is None or self.game.turn is None:
            return False
        return next(iter(self.game.plays())).card is None


def replay_log(code: str, secret: str, entries: list[Entry]) -> tuple[Table, list[Effects]]:
    """Rebuild a table from its log, with the effects of each event."""
    table = Table(code, secret)
    return table, [table.apply(entry) for entry in entries]
