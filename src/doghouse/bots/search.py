"""The ``search`` bot: plays out the best plays on random deals of the hidden cards."""

from __future__ import annotations

import math
import random
import time as clock
from collections.abc import Callable, Sequence
from operator import methodcaller

from doghouse.bots.bot import InvalidOption, View
from doghouse.bots.candidates import ranked
from doghouse.bots.core.policy import best_gift, play_out, value_of
from doghouse.bots.determinize import Determinization
from doghouse.bots.weights import weights_for
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import OVER
from doghouse.rules.notation import CARDS, KIND, Play

Act = Callable[[Core], None]

DEFAULT_SECONDS = 1.0
MAX_STEPS = 500  # per play-out
SCALE = 450.0  # of the evaluation: a lead of that size makes a win likely
MAX_SECONDS = 10**9
MAX_PLAYOUTS = 10**9
MAX_ROUNDS = 10_000


class Budget:
    """The limit of a decision: seconds, play-outs or positions evaluated by a net, whichever comes first."""

    def __init__(self, seconds: float = math.inf, playouts: float = math.inf) -> None:
        self._began = clock.perf_counter()
        self._seconds = seconds
        self.playouts = playouts
        self.done = 0
        self.positions = math.inf
        self.evaluated = 0

    @property
    def used(self) -> float:
        """The fraction used."""
        seconds = clock.perf_counter() - self._began
        return max(self.done / self.playouts, self.evaluated / self.positions, seconds / self._seconds)

    @property
    def deadline(self) -> float:
        """The deadline, by ``perf_counter``."""
        return self._began + self._seconds


def check_time(time: float | None) -> None:
    """Raise InvalidOption unless it is None or a number of seconds."""
    if time is not None and (not isinstance(time, int | float) or not 0 < time <= MAX_SECONDS):
        raise InvalidOption(f"time must be a number of seconds above 0 and at most {MAX_SECONDS:,}, not {time!r}")


def check_integer(name: str, value: object, minimum: int, maximum: int) -> None:
    if type(value) is not int or not minimum <= value <= maximum:
        raise InvalidOption(f"{name} must be an integer from {minimum} to {maximum:,}, not {value!r}")


class SearchBot:
    """Decides within ``time`` seconds or ``playouts`` play-outs, whichever comes first.

    Each deal tries the ``width`` best plays; sequential halving drops the worse half at each stage. A play-out follows
    the greedy policy to the end of the round and ``rounds`` more, and is then evaluated.
    """

    def __init__(
        self, seed: int = 0, time: float | None = None, playouts: int = 0, width: int = 8, rounds: int = 0
    ) -> None:
        check_time(time)
        if time is None:
            time = math.inf if playouts else DEFAULT_SECONDS
        check_integer("playouts", playouts, 0, MAX_PLAYOUTS)
        check_integer("width", width, 1, MAX_PLAYOUTS)
        check_integer("rounds", rounds, 0, MAX_ROUNDS)
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
        acts = [methodcaller("give", determinized.seat, kind) for kind in kinds]
        return CARDS[kinds[self._best(determinized, acts, budget)]]

    def play(self, view: View) -> Play:
        budget = self._budget()  # finding the candidates counts
        determinized = Determinization(view)
        candidates = ranked(determinized.core, weights_for(determinized.rules), budget.deadline)[: self._width]
        return candidates[self._best(determinized, [candidate.apply for candidate in candidates], budget)].play

    def _budget(self) -> Budget:
        return Budget(self._time, self._playouts or math.inf)

    def _best(self, determinized: Determinization, acts: Sequence[Act], budget: Budget) -> int:
        """Return the index of the act that does best on common deals."""
        alive = list(range(len(acts)))
        totals = [0.0] * len(acts)
        stages = math.ceil(math.log2(len(acts))) if len(acts) > 1 else 0
        for stage in range(stages):
            while budget.used < (stage + 1) / stages:
                world = determinized.deal(self._chooser)
                values = []
                for act in alive:
                    values.append(self._play_out(determinized, world.copy(), acts[act]))
                    budget.done += 1
                    if clock.perf_counter() > budget.deadline:
                        break
                if len(values) < len(alive):
                    break  # a deal counts for all plays or for none
                for act, value in zip(alive, values, strict=True):
                    totals[act] += value
            alive.sort(key=lambda act: -totals[act])
            del alive[(len(alive) + 1) // 2 :]
        return alive[0]

    def _play_out(self, determinized: Determinization, world: Core, act: Act) -> float:
        """Play out an act in one world; return a value from -1 (lost) to 1 (won)."""
        weights = weights_for(determinized.rules)
        act(world)
        play_out(world, MAX_STEPS, self._rounds, [weights] * 6)
        if world.phase == OVER:
            return 1.0 if world.winners >> determinized.seat & 1 else -1.0
        return math.tanh(value_of(world, determinized.seat, weights) / SCALE)
