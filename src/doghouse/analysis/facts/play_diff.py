"""A play seen from both sides: the board before and after it, and the cards that stay in hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from doghouse.bots.bot import View
from doghouse.bots.determinize import Determinization
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH, KENNEL, PLAY, SECTION
from doghouse.rules.notation import KIND, SEATS, Play, field_text
from doghouse.rules.outcome import fields_to_go
from doghouse.rules.rules import Rules

COMPLETE = 15  # all four finish fields
MAX_DISTANCE = 13  # fields that a card goes at most


@dataclass(frozen=True)
class Marble:
    """A marble, and where it was and is."""

    number: int
    was: int
    now: int

    @property
    def owner(self) -> str:
        return SEATS[self.number >> 2]

    @property
    def field(self) -> str:
        """Where it was, in notation."""
        return field_text(self.was, self.number >> 2)

    @property
    def target(self) -> str:
        """Where it is, in notation."""
        return field_text(self.now, self.number >> 2)


@dataclass(frozen=True)
class PlayDiff:
    """What a play changes, as the seat that makes it can know; ``played`` are the cards it could play instead, too."""

    view: View
    determinized: Determinization
    play: Play
    after: Core
    played: frozenset[str]

    @property
    def rules(self) -> Rules:
        return self.determinized.rules

    @property
    def seat(self) -> str:
        return str(self.view["seat"])

    @property
    def before(self) -> Core:
        return self.determinized.core

    @property
    def lap(self) -> int:
        return self.rules.sections * SECTION

    @cached_property
    def mates(self) -> str:
        """The team without the seat."""
        return self.rules.team(self.seat).replace(self.seat, "")

    @cached_property
    def opponents(self) -> str:
        team = self.rules.team(self.seat)
        return "".join(seat for seat in self.rules.seats if seat not in team)

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The cards left; one that was taken is not known."""
        cards = list(self.view["hand"])
        if self.play.is_fold:
            return ()
        if self.play.card is not None and not self.view["seven"]:  # the card of a 7 under way is played already
            cards.remove(self.play.card)
        return tuple(cards)

    @cached_property
    def marbles(self) -> tuple[Marble, ...]:
        """Those of all seats that play."""
        before, after = self.before.marbles(), self.after.marbles()
        numbers = [4 * SEATS.index(seat) + place for seat in self.rules.seats for place in range(4)]
        return tuple(Marble(number, before[number], after[number]) for number in numbers)

    @cached_property
    def sent_home(self) -> tuple[Marble, ...]:
        return tuple(marble for marble in self.marbles if marble.was < KENNEL <= marble.now)

    @cached_property
    def moved(self) -> tuple[Marble, ...]:
        """Those that stand elsewhere on the board than before."""
        return tuple(
            marble for marble in self.marbles if marble.was != marble.now and max(marble.was, marble.now) < KENNEL
        )

    @cached_property
    def left_kennel(self) -> tuple[Marble, ...]:
        return tuple(marble for marble in self.marbles if marble.was >= KENNEL > marble.now)

    @cached_property
    def entered(self) -> tuple[Marble, ...]:
        """Those that came into their finish."""
        return tuple(marble for marble in self.moved if marble.was < FINISH <= marble.now)

    def nearer(self, marble: Marble) -> int:
        """By how many fields a marble has come nearer to its finish."""
        return self._to_go(self.before, marble, marble.was) - self._to_go(self.after, marble, marble.now)

    def come(self, marble: Marble) -> int:
        """How many fields a marble had come since it stood fresh on its start."""
        return self.lap - self._to_go(self.before, marble, marble.was)

    def _to_go(self, core: Core, marble: Marble, field: int) -> int:
        seat = marble.number >> 2
        return fields_to_go(field, seat, is_fresh(core, seat, field), self.lap)


def is_fresh(core: Core, seat: int, field: int) -> bool:
    return field == seat * SECTION and bool(core.fresh() >> seat & 1)


def seats_moved_by(rules: Rules, core: Core, seat: str) -> str:
    """Whose marbles a seat moves with any card: its own or, once they are all in, its team mates' (R11.1)."""
    if core.finished(SEATS.index(seat)) != COMPLETE:
        return seat
    return rules.team(seat).replace(seat, "") or seat


def marbles_in_kennel(rules: Rules, core: Core, seat: str) -> int:
    """How many of the marbles that a seat leads are in the kennel."""
    return sum(kennel_of(core, led) for led in seats_moved_by(rules, core, seat))


def kennel_of(core: Core, seat: str) -> int:
    """How many marbles of a seat are in the kennel."""
    place = 4 * SEATS.index(seat)
    return core.marbles()[place : place + 4].count(KENNEL)


def with_hand(core: Core, seat: str, hand: tuple[str, ...]) -> Core:
    """The same board, with a seat to play that holds these cards."""
    work = core.copy()
    work.load_hand(SEATS.index(seat), [KIND[card] for card in hand])
    work.load_turn(turn=SEATS.index(seat), phase=PLAY, round=core.round, starter=core.starter)
    return work
