"""A match as its results come in."""

from __future__ import annotations

import math

from doghouse.arena.plan import Plan
from doghouse.arena.results.game_result import GameResult
from doghouse.arena.results.log_writer import Results
from doghouse.arena.seating import seatings, share_won
from doghouse.arena.stats.sprt import SequentialTest, Settlement


def pair_score(plan: Plan, number: int, results: Results) -> float:
    """The first bot's score in a task, from 0 to 1."""
    seated = seatings(plan.rules, number // len(plan.pairings), plan.stranger is not None)
    games = zip(seated, results[number], strict=True)
    return math.fsum(share_won(plan.rules, seating, game.winners) for seating, game in games) / len(seated)


class Running:
    """A match as its results come in: the score of each pairing, and the sequential test if one is wanted.

    The test takes the tasks in their order and waits for one that is missing, so that the verdict does not depend on
    which of several workers happened to be quicker.
    """

    def __init__(self, plan: Plan, results: Results) -> None:
        self._plan = plan
        self._results = results
        self._test = None if plan.sprt is None else SequentialTest(*plan.sprt)
        self.points = [0.0] * len(plan.pairings)  # of the first, 2 for each pair
        self.pairs = [0] * len(plan.pairings)
        self.faults = 0
        for number in results:
            self._count(number)
        self._go_on()

    def add(self, number: int, games: list[GameResult]) -> None:
        self._results[number] = games
        self._count(number)
        self._go_on()

    def _count(self, number: int) -> None:
        pairing = number % len(self._plan.pairings)
        self.points[pairing] += 2 * pair_score(self._plan, number, self._results)
        self.pairs[pairing] += 1
        self.faults += sum(game.fault is not None for game in self._results[number])

    def _go_on(self) -> None:
        if self._test is not None:
            while not self._test.is_settled and self._test.settlement.pairs in self._results:
                self._test.add(pair_score(self._plan, self._test.settlement.pairs, self._results))

    @property
    def settlement(self) -> Settlement | None:
        return None if self._test is None else self._test.settlement

    @property
    def is_settled(self) -> bool:
        return self._test is not None and self._test.is_settled
