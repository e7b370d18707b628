"""``search``: deals the hidden cards many times as they might be, and tries the best plays on the same deals."""

from __future__ import annotations

import math
import random
import time as clock
from collections.abc import Callable, Sequence

from doghouse.bots.bot import InvalidOption, View
from doghouse.bots.candidates import ranked
from doghouse.bots.core.policy import best_gift, play_out, value_of
from doghouse.bots.determinize import Determinization
from doghouse.bots.weights import weights_for
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import OVER
from doghouse.rules.notation import CARDS, KIND, Play

Act = Callable[[Core], None]

USUAL = 1.0  # seconds
MAX_STEPS = 500  # of one play-out
SCALE = 450.0  # a lead of so many points of the evaluation makes a win likely
MAX_SECONDS = 10**9
MAX_PLAYOUTS = 10**9
MAX_ROUNDS = 10_000


class Budget:
    """How long a decision may take: a time, a number of play-outs, or whichever comes first."""

    def __init__(self, seconds: float = math.inf, playouts: float = math.inf) -> None:
        self._began = clock.perf_counter()
        self._seconds = seconds
        self.playouts = playouts
        self.done = 0

    @property
    def used(self) -> float:
        """The part that is used up."""
        return max(self.done / self.playouts, (clock.perf_counter() - self._began) / self._seconds)

    @property
    def until(self) -> float:
        """When the time is up, by ``perf_counter``."""
        return self._began + self._seconds


def check_time(time: float | None) -> None:
    """InvalidOption unless it is a number of seconds; none is no limit."""
    if time is not None and (not isinstance(time, int | float) or not 0 < time <= MAX_SECONDS):
        raise InvalidOption(f"time must be a number of seconds above 0 and at most {MAX_SECONDS:,}, not {time!r}")


class SearchBot:
    """Thinks for ``time`` seconds a decision, over so many ``playouts``, or whichever comes first of both.

    The ``width`` plays that look best are tried on each deal, and the better half of them goes on, again and again
    (sequential halving). A deal is played on sensibly to the end of the round and ``rounds`` more, and then evaluated.
    """

    def __init__(
        self, seed: int = 0, time: float | None = None, playouts: int = 0, width: int = 8, rounds: int = 0
    ) -> None:
        check_time(time)
        if time is None:
            time = math.inf if playouts else USUAL
        for name, value, least, most in (
            ("playouts", playouts, 0, MAX_PLAYOUTS),
            ("width", width, 1, MAX_PLAYOUTS),
            ("rounds", rounds, 0, MAX_ROUNDS),
        ):
            if type(value) is not int or not least <= value <= most:
                raise InvalidOption(f"{name} must be an integer from {least} to {most:,}, not {value!r}")
        self._chooser = random.Random(seed)
        self._time = time
        self._playouts = playouts
        self._width = width
        self._rounds = rounds

    def give(self, view: View) -> str:
        budget = self._budget()
        determinized = Determinization(view)
        usual = best_gift(determinized.core)
        kinds = sorted({KIND[card] for card in view["hand"]}, key=lambda kind: kind != usual)
        acts = [_giving(determinized.seat, kind) for kind in kinds]
        return CARDS[kinds[self._best(determinized, acts, budget)]]

    def play(self, view: View) -> Play:
        budget = self._budget()  # finding the candidates takes its part of it
        determinized = Determinization(view)
        found = ranked(determinized.core, weights_for(determinized.rules), budget.until)[
            : self._width
        ]  # what seems best
        return found[self._best(determinized, [candidate.apply for candidate in found], budget)].play

    def _budget(self) -> Budget:
        return Budget(self._time, self._playouts or math.inf)

    def _best(self, determinized: Determinization, acts: Sequence[Act], budget: Budget) -> int:
        """The number of the act that does best on deals common to all."""
        alive = list(range(len(acts)))
        totals = [0.0] * len(acts)
        stages = math.ceil(math.log2(len(acts))) if len(acts) > 1 else 0
        for stage in range(stages):
            while budget.used < (stage + 1) / stages:
                world = determinized.deal(self._chooser)
                values = []
                for act in alive:
                    values.append(self._judge(determinized, world.copy(), acts[act]))
                    budget.done += 1
                    if clock.perf_counter() > budget.until:
                        break
                if len(values) < len(alive):
                    break  # a deal counts for all plays or for none
                for act, value in zip(alive, values, strict=True):
                    totals[act] += value
            alive.sort(key=lambda act: -totals[act])
            del alive[(len(alive) + 1) // 2 :]
        return alive[0]

    def _judge(self, determinized: Determinization, world: Core, act: Act) -> float:
        """How the game goes on in one world after an act, from -1 (lost) to 1 (won)."""
        weights = weights_for(determinized.rules)
        act(world)
        play_out(world, MAX_STEPS, self._rounds, [weights] * 6)
        if world.phase == OVER:
            return 1.0 if world.winners >> determinized.seat & 1 else -1.0
        return math.tanh(value_of(world, determinized.seat, weights) / SCALE)


def _giving(seat: int, kind: int) -> Act:
    return lambda core: core.give(seat, kind)
