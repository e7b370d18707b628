"""A decision as a net judges it: each choice with the chance of winning it leads to, from what the seat knows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from doghouse.bots.bot import View
from doghouse.bots.core.afterstates import make_choice
from doghouse.bots.core.choice import INTO, MAX_PLAYS
from doghouse.bots.core.decision import LOSES, WINS, write_rows
from doghouse.bots.determinize import Determinization
from doghouse.bots.modes import Mode, mode_of
from doghouse.bots.nets.inference import Net
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import (
    ARGUMENT_SHIFT,
    CARD_SHIFT,
    DIVE,
    EMPTY,
    FINISH,
    MARBLE_SHIFT,
    RUN,
    WHAT_BITS,
)
from doghouse.rules.core.results import TARGET_SHIFT
from doghouse.rules.notation import CARDS, KIND, SEATS, Play
from doghouse.rules.plays import play_of, seven_play


@dataclass(frozen=True)
class EvaluatedPlay:
    """A choice of the seat to act, and the chance of winning after it."""

    code: int
    points: bytes
    chance: float

    @property
    def card(self) -> str:
        return CARDS[(self.code >> CARD_SHIFT) & 15]

    def apply(self, core: Core) -> None:
        """Make it in a game with the same board and the same own hand."""
        make_choice(core, self.code, self.points)

    def play(self, core: Core) -> Play:
        """The play that it is, in the game that it was evaluated in."""
        if self.code & WHAT_BITS == RUN:
            return seven_play((self.code >> CARD_SHIFT) & 15, seven_chunks(core, self))
        return play_of(core, self.code)


class Decision:
    """What a seat has to decide, as it can picture it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.determinized = Determinization(view)
        self.mode: Mode = mode_of(self.determinized.rules)
        self.core = self.determinized.core
        self.known = known_gift(view, self.determinized.rules.receiver(view["seat"]))

    @property
    def opponents(self) -> int:
        """The seats of the other teams, as bits."""
        return sum(team for team in self.mode.teams if not team >> self.determinized.seat & 1)

    def evaluate(self, net: Net) -> list[EvaluatedPlay]:
        """All choices, the best first; of equal ones the first found."""
        rows = np.zeros((MAX_PLAYS, self.mode.features), np.uint8)
        choices = write_rows(self.core, self.known, rows)
        chances = net.chances(rows[: len(choices)])[:, 0]
        evaluated = [
            EvaluatedPlay(code, points, 1.0 if ends == WINS else 0.0 if ends == LOSES else float(chance))
            for (code, points, ends), chance in zip(choices, chances, strict=True)
        ]
        return sorted(evaluated, key=lambda choice: -choice.chance)

    def deal(self, chooser: random.Random) -> Core:
        """A game as it might be; who gave a card knows it, as far as this seat does."""
        world = self.determinized.deal(chooser).copy()
        if self.known != EMPTY:
            world.load_given(self.determinized.seat, self.known)
        rules, received = self.determinized.rules, self.view.get("received")
        if received is not None and received in self.view["hand"]:
            giver = next(seat for seat in rules.seats if rules.receiver(seat) == self.view["seat"])
            world.load_given(SEATS.index(giver), KIND[received])
        return world


def known_gift(view: View, receiver: str) -> int:
    """The kind of the card given in this round, if it is certainly still with its receiver; EMPTY if not."""
    gave = view.get("gave")
    if view["phase"] != "play" or gave is None or gave not in view["known"].get(receiver, []):
        return EMPTY
    return KIND[gave]


def seven_chunks(core: Core, choice: EvaluatedPlay) -> Sequence[int]:
    """The points of a seven as chunks: from which field to which, marble by marble."""
    work = core.copy()
    chunks: list[tuple[int, int]] = []
    mover = EMPTY
    for point in choice.points:
        marble = point & (INTO - 1)
        turns_in = point & INTO or work.marbles()[marble] >= FINISH
        what = DIVE if turns_in else RUN
        step = (choice.code & ~WHAT_BITS) | what | (marble << MARBLE_SHIFT) | (1 << ARGUMENT_SHIFT)
        source, target = work.ends(step)
        if marble == mover:
            chunks[-1] = (chunks[-1][0], target)
        else:
            chunks.append((source, target))
        mover = marble
        work.apply(step)
    return [source | target << TARGET_SHIFT for source, target in chunks]
