"""Evaluate the choices of a decision with a net, from what the seat knows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from doghouse.bots.bot import View
from doghouse.bots.core.afterstates import apply_choice_to_core
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
    STEP_KIND_BITS,
)
from doghouse.rules.core.results import TARGET_SHIFT
from doghouse.rules.notation import CARDS, KIND, SEATS, Play
from doghouse.rules.plays import play_of, seven_play


@dataclass(frozen=True)
class EvaluatedPlay:
    """A play or gift of the seat to act, and the chance of winning after it."""

    code: int
    points: bytes
    chance: float

    @property
    def card(self) -> str:
        return CARDS[(self.code >> CARD_SHIFT) & 15]

    def apply(self, core: Core) -> None:
        """Apply it to a core with the same board and own hand."""
        apply_choice_to_core(core, self.code, self.points)

    def play(self, core: Core) -> Play:
        """Return it as a play, given the core it was evaluated in."""
        if self.code & STEP_KIND_BITS == RUN:
            return seven_play((self.code >> CARD_SHIFT) & 15, seven_chunks(core, self))
        return play_of(core, self.code)


class Decision:
    """A decision of a seat: its view and a consistent core."""

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
        """Return all choices, the best first."""
        rows = np.zeros((MAX_PLAYS, self.mode.features), np.uint8)
        choices = write_rows(self.core, self.known, rows)
        chances = net.chances(rows[: len(choices)])[:, 0]
        evaluated = [
            EvaluatedPlay(code, points, 1.0 if ends == WINS else 0.0 if ends == LOSES else float(chance))
            for (code, points, ends), chance in zip(choices, chances, strict=True)
        ]
        return sorted(evaluated, key=lambda choice: -choice.chance)

    def deal(self, chooser: random.Random) -> Core:
        """Return a random world; givers know the card they gave, as far as this seat does."""
        world = self.determinized.deal(chooser).copy()
        if self.known != EMPTY:
            world.load_given(self.determinized.seat, self.known)
        rules, received = self.determinized.rules, self.view.get("received")
        if received is not None and received in self.view["hand"]:
            giver = next(seat for seat in rules.seats if rules.receiver(seat) == self.view["seat"])
            world.load_given(SEATS.index(giver), KIND[received])
        return world


def known_gift(view: View, receiver: str) -> int:
    """Return the kind of the card given this round if its receiver certainly holds it; else EMPTY."""
    gave = view.get("gave")
    if view["phase"] != "play" or gave is None or gave not in view["known"].get(receiver, []):
        return EMPTY
    return KIND[gave]


def seven_chunks(core: Core, choice: EvaluatedPlay) -> Sequence[int]:
    """Return the points of a 7 as chunks, marble by marble."""
    work = core.copy()
    chunks: list[tuple[int, int]] = []
    mover = EMPTY
    for point in choice.points:
        marble = point & (INTO - 1)
        turns_in = point & INTO or work.marbles()[marble] >= FINISH
        step_kind = DIVE if turns_in else RUN
        step = (choice.code & ~STEP_KIND_BITS) | step_kind | (marble << MARBLE_SHIFT) | (1 << ARGUMENT_SHIFT)
        source, target = work.ends(step)
        if marble == mover:
            chunks[-1] = (chunks[-1][0], target)
        else:
            chunks.append((source, target))
        mover = marble
        work.apply(step)
    return [source | target << TARGET_SHIFT for source, target in chunks]
