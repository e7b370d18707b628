"""The score of a match while its results come in."""

from __future__ import annotations

import math

from doghouse.arena.plan import Plan
from doghouse.arena.results.game_result import GameResult, Results
from doghouse.arena.seating import seatings, share_won
from doghouse.arena.stats.sprt import SequentialTest, SprtDecision


def pair_score(plan: Plan, number: int, results: Results) -> float:
    """Return the first bot's score in a task, from 0 to 1."""
    seated = seatings(plan.rules, number // len(plan.pairings), plan.stranger is not None)
    games = zip(seated, results[number], strict=True)
    return math.fsum(share_won(plan.rules, seating, game.winners) for seating, game in games) / len(seated)


class RunningTotals:
    """The score of each pairing so far, and the state of the sequential test.

    The test takes the tasks in their order and waits for missing ones, so that its decision does not depend on which
    worker is faster.
    """

    def __init__(self, plan: Plan, results: Results) -> None:
        self._plan = plan
        self._results = results
        self._test = None if plan.sprt is None else SequentialTest(*plan.sprt)
        self.points = [0.0] * len(plan.pairings)  # of the first bot, up to 2 per pair
        self.pairs = [0] * len(plan.pairings)
        self.faults = 0
        for number in results:
            self._count(number)
        self._advance_test()

    def add(self, number: int, games: list[GameResult]) -> None:
        self._results[number] = games
        self._count(number)
        self._advance_test()

    def _count(self, number: int) -> None:
        pairing = number % len(self._plan.pairings)
        self.points[pairing] += 2 * pair_score(self._plan, number, self._results)
        self.pairs[pairing] += 1
        self.faults += sum(game.fault is not None for game in self._results[number])

    def _advance_test(self) -> None:
        if self._test is not None:
            while not self._test.is_decided and self._test.decision.pairs in self._results:
                self._test.add(pair_score(self._plan, self._test.decision.pairs, self._results))

    @property
    def decision(self) -> SprtDecision | None:
        return None if self._test is None else self._test.decision

    @property
    def is_decided(self) -> bool:
        return self._test is not None and self._test.is_decided
