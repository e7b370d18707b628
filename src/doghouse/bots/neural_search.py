"""The ``neural-search`` bot: rolls out the net's best plays with a small net on random deals of the hidden cards."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np

from doghouse.bots.bot import InvalidOption
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Nets, Numbers, Rows
from doghouse.bots.neural import NeuralBot
from doghouse.bots.rollout import outcomes, roll
from doghouse.bots.search import Budget, check_integer, check_time
from doghouse.rules.core.engine import Core

DEALS = 48  # default number of deals per play
BATCH = 16  # games rolled out together
NET_WEIGHT = 0.2  # weight of the net's own value against the roll-outs
MAX_EVALUATIONS = 300  # positions per roll-out, on average: splitting sevens would need many more
MAX_DEALS = 100_000
WIDTH = 4  # default number of plays tried
OTHERS = ("net", "greedy")  # how the other teams play in roll-outs
MAX_MARGIN = 100  # in log-odds


class NeuralSearchBot(NeuralBot):
    """Tries the ``width`` best plays, except those worse than the best by more than ``margin`` (in log-odds).

    All are tried on the same deals of the hidden cards: the small net plays all seats to the end of the round, where
    the net evaluates. Sequential halving drops the worse half at each stage. A decision takes ``deals`` roll-outs per
    play on average, or ``time`` seconds, whichever comes first. Fewer roll-outs are played where they are long, so that
    a decision is bounded without a clock. ``others``: the other teams play like the small net or like ``greedy``.
    ``nets`` is a folder to use instead of the shipped nets.
    """

    def __init__(
        self,
        seed: int = 0,
        deals: int | None = None,
        time: float | None = None,
        width: int = WIDTH,
        margin: float = 0.6,
        others: str = "net",
        nets: str = "",
    ) -> None:
        check_integer("deals", DEALS if deals is None else deals, 1, MAX_DEALS)
        check_integer("width", width, 1, MAX_PLAYS)
        check_time(time)
        if not isinstance(margin, int | float) or not 0 <= margin <= MAX_MARGIN:
            raise InvalidOption(f"margin must be a number from 0 to {MAX_MARGIN}, not {margin!r}")
        if others not in OTHERS:
            raise InvalidOption(f"others must be {' or '.join(OTHERS)}, not {others!r}")
        self._chooser = random.Random(seed)
        self._deals = deals or (math.inf if time else DEALS)
        self._time = time or math.inf
        self._width = width
        self._margin = margin
        self._others = others
        super().__init__(nets=nets)

    def _choose(self, decision: Decision) -> EvaluatedPlay:
        budget = Budget(self._time)
        nets = self._nets(decision)
        evaluated = decision.evaluate(nets.net)
        tried = [
            choice for choice in evaluated[: self._width] if log_odds(choice) >= log_odds(evaluated[0]) - self._margin
        ]
        if len(tried) == 1 or evaluated[0].chance == 1.0:
            return evaluated[0]
        budget.playouts = self._deals * len(tried)
        budget.positions = MAX_EVALUATIONS * self._deals * max(WIDTH, len(tried))
        return self._halve(decision, nets, tried, budget)

    def _halve(self, decision: Decision, nets: Nets, tried: Sequence[EvaluatedPlay], budget: Budget) -> EvaluatedPlay:
        alive = list(tried)
        greedy_seats = decision.opponents if self._others == "greedy" else 0
        totals: dict[EvaluatedPlay, tuple[float, int]] = dict.fromkeys(tried, (0.0, 0))
        stages = math.ceil(math.log2(len(tried)))
        for stage in range(stages):
            share = budget.playouts / stages / len(alive)  # deals of this stage
            while budget.used < (stage + 1) / stages:
                deals = max(1, math.ceil(min(BATCH // len(alive), share)))
                worlds = [decision.deal(self._chooser) for _deal in range(deals)]
                values = rollout_values(decision, nets, worlds, alive, budget, greedy_seats)
                for choice, value in zip(alive, values.sum(axis=0), strict=True):
                    total, games = totals[choice]
                    totals[choice] = total + float(value), games + deals
                budget.done += values.size
            alive.sort(key=lambda choice: -worth(choice, *totals[choice]))
            del alive[(len(alive) + 1) // 2 :]
        return alive[0]


def worth(choice: EvaluatedPlay, total: float, games: int) -> float:
    """Return the value of a choice after some roll-outs with this sum of values."""
    return NET_WEIGHT * choice.chance + (1 - NET_WEIGHT) * total / games if games else choice.chance


def log_odds(choice: EvaluatedPlay) -> float:
    chance = min(max(choice.chance, 1e-6), 1 - 1e-6)
    return math.log(chance / (1 - chance))


def rollout_values(
    decision: Decision,
    nets: Nets,
    worlds: Sequence[Core],
    tried: Sequence[EvaluatedPlay],
    budget: Budget,
    greedy_seats: int = 0,
) -> Numbers:
    """Return the chance of winning at the end of the round or budget, for each world (row) and choice."""

    def evaluate(rows: Rows) -> Numbers:
        budget.evaluated += len(rows)
        return nets.small.chances(rows)

    lockstep = roll(
        decision,
        worlds,
        tried,
        evaluate,
        one_round=True,
        greedy_seats=greedy_seats,
        keep_going=lambda: budget.used < 1,
    )
    seat, mode, count = decision.determinized.seat, decision.mode, len(worlds) * len(tried)
    endings, winners = outcomes(lockstep, mode, count)
    rows = np.zeros((count, mode.features), np.uint8)
    for game in range(count):
        lockstep.read(game, seat, rows[game])
    values = nets.net.chances(rows)[:, 0].copy()
    won = endings == 1
    values[won] = (np.array(mode.teams, np.int32)[winners[won]] >> seat & 1).astype(np.float32)
    return values.reshape(len(worlds), len(tried))
