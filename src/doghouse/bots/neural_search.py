"""``neural-search``: the best plays of the net, tried on hands dealt as they might be and rolled on by a small net."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np

from doghouse.bots.bot import InvalidOption, View
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.net_bot import NetBot
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Net, Nets, Numbers, Rows
from doghouse.bots.rollout import Evaluator, outcomes, roll
from doghouse.bots.search import Budget, check_time
from doghouse.rules.core.engine import Core
from doghouse.rules.notation import Play

DEALS = 48  # for each play, if nothing else is said
BATCH = 16  # games rolled on together
NET_WEIGHT = 0.2  # weight of the net's own value, next to what was found by rolling on
MAX_EVALUATIONS = 300  # positions for each game, on average: where sevens are split there would be many more
MAX_DEALS = 100_000
WIDTH = 4  # plays that are tried, if nothing else is said
OTHERS = ("net", "greedy")  # how the other teams are taken to play
MAX_MARGIN = 100  # far more than any two plays lie apart


class EvaluationBudget(Budget):
    """A budget that also counts the positions evaluated while games are rolled on."""

    positions: float = math.inf

    def __init__(self, seconds: float = math.inf) -> None:
        super().__init__(seconds)
        self._judged = 0

    @property
    def used(self) -> float:
        return max(super().used, self._judged / self.positions)

    def evaluate(self, net: Net) -> Evaluator:
        """The net, with what it judges counted."""

        def counted(rows: Rows) -> Numbers:
            self._judged += len(rows)
            return net.chances(rows)

        return counted

    def lasts(self) -> bool:
        return self.used < 1


class NeuralSearchBot(NetBot):
    """Tries the ``width`` plays that look best, unless they look worse than the first by ``margin`` (in log-odds).

    They are tried on the same deals of the hidden cards and rolled on to the end of the round by the small net in all
    seats; there the net judges. The better half goes on, again and again (sequential halving). A decision takes
    ``deals`` such games for each play that is tried, on average, or ``time`` seconds; with both, whichever comes first.
    Where games are long, as with sevens on a full board, there are fewer of them, so that a decision stays bounded
    without a clock, too. ``others`` says how the other teams are taken to play while games are rolled on: as the small
    net does, or like ``greedy``. ``nets`` is a folder with other nets than the shipped ones.
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
        for name, value, most in (
            ("deals", DEALS if deals is None else deals, MAX_DEALS),
            ("width", width, MAX_PLAYS),
        ):
            if type(value) is not int or not 1 <= value <= most:
                raise InvalidOption(f"{name} must be an integer from 1 to {most:,}, not {value!r}")
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
        super().__init__(nets)

    def give(self, view: View) -> str:
        return self._choose(view)[1].card

    def play(self, view: View) -> Play:
        decision, chosen = self._choose(view)
        return chosen.play(decision.determinized.deal(None))

    def _choose(self, view: View) -> tuple[Decision, EvaluatedPlay]:
        budget = EvaluationBudget(self._time)
        decision = Decision(view)
        nets = self._nets(decision.mode.name)
        evaluated = decision.evaluate(nets.net)
        tried = [
            choice for choice in evaluated[: self._width] if log_odds(choice) >= log_odds(evaluated[0]) - self._margin
        ]
        if len(tried) == 1 or evaluated[0].chance == 1.0:
            return decision, evaluated[0]
        budget.playouts = self._deals * len(tried)
        budget.positions = MAX_EVALUATIONS * self._deals * max(WIDTH, len(tried))
        return decision, self._halve(decision, nets, tried, budget)

    def _halve(
        self, decision: Decision, nets: Nets, tried: Sequence[EvaluatedPlay], budget: EvaluationBudget
    ) -> EvaluatedPlay:
        alive = list(tried)
        greedy_seats = decision.opponents if self._others == "greedy" else 0
        found: dict[EvaluatedPlay, tuple[float, int]] = dict.fromkeys(tried, (0.0, 0))
        stages = math.ceil(math.log2(len(tried)))
        for stage in range(stages):
            share = budget.playouts / stages / len(alive)  # deals of this stage
            while budget.used < (stage + 1) / stages:
                deals = max(1, math.ceil(min(BATCH // len(alive), share)))
                worlds = [decision.deal(self._chooser) for _deal in range(deals)]
                values = rollout_values(decision, nets, worlds, alive, budget, greedy_seats)
                for choice, value in zip(alive, values.sum(axis=0), strict=True):
                    total, games = found[choice]
                    found[choice] = total + float(value), games + deals
                budget.done += values.size
            alive.sort(key=lambda choice: -worth(choice, *found[choice]))
            del alive[(len(alive) + 1) // 2 :]
        return alive[0]


def worth(choice: EvaluatedPlay, total: float, games: int) -> float:
    """What a choice is worth after so many games with this sum of values."""
    return NET_WEIGHT * choice.chance + (1 - NET_WEIGHT) * total / games if games else choice.chance


def log_odds(choice: EvaluatedPlay) -> float:
    chance = min(max(choice.chance, 1e-6), 1 - 1e-6)
    return math.log(chance / (1 - chance))


def rollout_values(
    decision: Decision,
    nets: Nets,
    worlds: Sequence[Core],
    tried: Sequence[EvaluatedPlay],
    budget: EvaluationBudget,
    greedy_seats: int = 0,
) -> Numbers:
    """The chance of winning when the round ends or the budget is used up, for each world (line) and choice."""
    evaluate = budget.evaluate(nets.small)
    lockstep = roll(decision, worlds, tried, evaluate, one_round=True, greedy_seats=greedy_seats, lasts=budget.lasts)
    return final_values(lockstep, nets, decision, len(worlds) * len(tried)).reshape(len(worlds), len(tried))


def final_values(lockstep: Lockstep, nets: Nets, decision: Decision, count: int) -> Numbers:
    """What the games that were rolled on are worth to the seat."""
    seat, mode = decision.determinized.seat, decision.mode
    endings, winners = outcomes(lockstep, mode, count)
    rows = np.zeros((count, mode.features), np.uint8)
    for game in range(count):
        lockstep.read(game, seat, rows[game])
    values = nets.net.chances(rows)[:, 0].copy()
    won = endings == 1
    values[won] = (np.array(mode.teams, np.int32)[winners[won]] >> seat & 1).astype(np.float32)
    return values
