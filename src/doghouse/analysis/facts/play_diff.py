"""The board before and after a play, and the cards left in hand."""

from __future__ import annotations

from dataclasses import dataclass

from doghouse.bots.bot import View
from doghouse.bots.determinize import Determinization
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH, KENNEL, PLAY, SECTION
from doghouse.rules.notation import KIND, SEATS, Play, field_text
from doghouse.rules.outcome import fields_to_go
from doghouse.rules.rules import Rules

COMPLETE = 15  # all four finish fields
MAX_DISTANCE = 13  # the most fields one card moves a marble


@dataclass(frozen=True)
class Marble:
    """A marble with its fields before and after a play."""

    number: int
    was: int
    now: int

    @property
    def owner(self) -> str:
        return SEATS[self.number >> 2]

    @property
    def field(self) -> str:
        """The field before, in notation."""
        return field_text(self.was, self.number >> 2)

    @property
    def target(self) -> str:
        """The field after, in notation."""
        return field_text(self.now, self.number >> 2)


class PlayDiff:
    """What a play changes, as far as its seat can know; ``playable`` are all cards that could be played."""

    def __init__(
        self, view: View, determinized: Determinization, play: Play, after: Core, playable: frozenset[str]
    ) -> None:
        self.view = view
        self.determinized = determinized
        self.play = play
        self.before = determinized.core
        self.after = after
        self.playable = playable
        self.rules = determinized.rules
        self.lap = self.rules.sections * SECTION
        self.seat = str(view["seat"])
        team = self.rules.team(self.seat)
        self.mates = team.replace(self.seat, "")
        self.opponents = "".join(seat for seat in self.rules.seats if seat not in team)
        self.hand = self._hand_left()
        fields = list(zip(self.before.marbles(), after.marbles(), strict=True))
        numbers = [4 * SEATS.index(seat) + place for seat in self.rules.seats for place in range(4)]
        self.marbles = [Marble(number, *fields[number]) for number in numbers]
        self.sent_home = [marble for marble in self.marbles if marble.was < KENNEL <= marble.now]
        self.left_kennel = [marble for marble in self.marbles if marble.was >= KENNEL > marble.now]
        # Marbles that changed their field outside the kennel, and those of them that came into their finish.
        self.moved = [
            marble for marble in self.marbles if marble.was != marble.now and max(marble.was, marble.now) < KENNEL
        ]
        self.entered = [marble for marble in self.moved if marble.was < FINISH <= marble.now]

    def _hand_left(self) -> tuple[str, ...]:
        """Return the cards left, without a card that was taken: it is unknown."""
        cards = list(self.view["hand"])
        if self.play.is_fold:
            return ()
        if self.play.card is not None and not self.view["seven"]:  # the card of a 7 in progress is already gone
            cards.remove(self.play.card)
        return tuple(cards)

    def nearer(self, marble: Marble) -> int:
        """By how many fields a marble came nearer to its finish."""
        return self._to_go(self.before, marble, marble.was) - self._to_go(self.after, marble, marble.now)

    def travelled(self, marble: Marble) -> int:
        """How many fields a marble had travelled from its start."""
        return self.lap - self._to_go(self.before, marble, marble.was)

    def _to_go(self, core: Core, marble: Marble, field: int) -> int:
        seat = marble.number >> 2
        return fields_to_go(field, seat, is_fresh(core, seat, field), self.lap)


def is_fresh(core: Core, seat: int, field: int) -> bool:
    return field == seat * SECTION and bool(core.fresh() >> seat & 1)


def seats_moved_by(rules: Rules, core: Core, seat: str) -> str:
    """Return the seats whose marbles a seat moves: itself or, once it is finished, its team mates (R11.1)."""
    if core.finished(SEATS.index(seat)) != COMPLETE:
        return seat
    return rules.team(seat).replace(seat, "") or seat


def marbles_in_kennel(rules: Rules, core: Core, seat: str) -> int:
    """How many of the marbles that a seat moves are in the kennel."""
    return sum(kennel_of(core, moved) for moved in seats_moved_by(rules, core, seat))


def kennel_of(core: Core, seat: str) -> int:
    """How many marbles of a seat are in the kennel."""
    place = 4 * SEATS.index(seat)
    return core.marbles()[place : place + 4].count(KENNEL)


def with_hand(core: Core, seat: str, hand: tuple[str, ...]) -> Core:
    """Return a copy where it is the turn of a seat that holds these cards."""
    copy = core.copy()
    copy.load_hand(SEATS.index(seat), [KIND[card] for card in hand])
    copy.load_turn(turn=SEATS.index(seat), phase=PLAY, round=core.round, starter=core.starter)
    return copy
