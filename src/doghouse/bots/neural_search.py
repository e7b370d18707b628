"""``neural-search``: the best plays of the net, tried on hands dealt as they might be and rolled on by a small net."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence

import numpy as np

from doghouse.bots.bot import BadOption, View
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.judging import Decision, Judged
from doghouse.bots.nets import Nets, Numbers, net_folder, nets_for
from doghouse.bots.rolling import outcomes, roll
from doghouse.bots.search import Budget
from doghouse.rules.core.engine import Core
from doghouse.rules.notation import Play

BATCH = 16  # games rolled on together
BARE = 0.2  # weight of the net's own value, next to what was found by rolling on


class NeuralSearchBot:
    """Tries the ``width`` plays that look best, unless they look worse than the first by ``margin`` (in log-odds).

    They are tried on the same deals of the hidden cards and rolled on to the end of the round by the small net in all
    seats; there the net judges. The better half goes on, again and again (sequential halving). A decision takes
    ``deals`` such games for each play that is tried, on average, or if ``time`` is given so many seconds. ``nets`` is a
    folder with other nets than the shipped ones.
    """

    def __init__(
        self, seed: int = 0, deals: int = 16, time: float = 0.0, width: int = 4, margin: float = 0.6, nets: str = ""
    ) -> None:
        for name, value, least in (("deals", deals, 1), ("width", width, 1)):
            if type(value) is not int or value < least:
                raise BadOption(f"{name} is a number from {least} up, not {value!r}")
        for name, number in (("time", time), ("margin", margin)):
            if not isinstance(number, int | float) or not 0 <= number < math.inf:
                raise BadOption(f"{name} is a number from 0 up, not {number!r}")
        self._chooser = random.Random(seed)
        self._deals = deals
        self._time = time
        self._width = width
        self._margin = margin
        self._home = net_folder(nets)

    def give(self, view: View) -> str:
        return self._choose(view)[1].card

    def play(self, view: View, plays: Iterable[Play]) -> Play:  # noqa: ARG002
        decision, chosen = self._choose(view)
        return chosen.play(decision.imagined.deal(None))

    def _choose(self, view: View) -> tuple[Decision, Judged]:
        decision = Decision(view)
        nets = nets_for(decision.mode.name, self._home)
        judged = decision.judge(nets.net)
        tried = [choice for choice in judged[: self._width] if log_odds(choice) > log_odds(judged[0]) - self._margin]
        if len(tried) == 1 or judged[0].chance == 1.0:
            return decision, judged[0]
        budget = Budget(self._time or math.inf, 0 if self._time else self._deals * len(tried))
        return decision, self._halve(decision, nets, tried, budget)

    def _halve(self, decision: Decision, nets: Nets, tried: Sequence[Judged], budget: Budget) -> Judged:
        alive = list(tried)
        found = {choice: [0.0, 0] for choice in tried}
        stages = math.ceil(math.log2(len(tried)))
        for stage in range(stages):
            while budget.used < (stage + 1) / stages:
                deals = max(1, BATCH // len(alive))
                worlds = [decision.deal(self._chooser) for _deal in range(deals)]
                values = roll_on(decision, nets, worlds, alive)
                for choice, value in zip(alive, values.sum(axis=0), strict=True):
                    found[choice][0] += float(value)
                    found[choice][1] += deals
                budget.done += values.size
            alive.sort(key=lambda choice: -(BARE * choice.chance + (1 - BARE) * found[choice][0] / found[choice][1]))
            del alive[(len(alive) + 1) // 2 :]
        return alive[0]


def log_odds(choice: Judged) -> float:
    chance = min(max(choice.chance, 1e-6), 1 - 1e-6)
    return math.log(chance / (1 - chance))


def roll_on(decision: Decision, nets: Nets, worlds: Sequence[Core], tried: Sequence[Judged]) -> Numbers:
    """The chance of winning at the end of the round, for each world (line) and choice."""
    lockstep = roll(decision, worlds, tried, nets.small.chances, one_round=True)
    return at_the_end(lockstep, nets, decision, len(worlds) * len(tried)).reshape(len(worlds), len(tried))


def at_the_end(lockstep: Lockstep, nets: Nets, decision: Decision, count: int) -> Numbers:
    """What the games that were rolled on are worth to the seat."""
    seat, mode = decision.imagined.seat, decision.mode
    endings, winners = outcomes(lockstep, mode, count)
    rows = np.zeros((count, mode.features), np.uint8)
    for game in range(count):
        lockstep.read(game, seat, rows[game])
    values = nets.net.chances(rows)[:, 0].copy()
    won = endings == 1
    values[won] = (np.array(mode.teams, np.int32)[winners[won]] >> seat & 1).astype(np.float32)
    return values
