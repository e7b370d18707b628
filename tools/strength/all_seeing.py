"""Measure the value of seeing all hands: how often a player that does wins alone against ``greedy``.

At each decision, it tries the plays the net rates best in copies of the real game. There the net plays on for its own
team and ``greedy`` for all others, as in the real game; the net evaluates the position at the end of the round. It does
not know future deals or hidden takes. No real bot can play like this, and a deeper search might win more.

    python -m tools.strength.all_seeing 5 --deals 100
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from doghouse.arena.stats.intervals import interval
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import NAMES, Mode, mode
from doghouse.bots.nets.inference import Net, Numbers, nets_for
from doghouse.bots.rollout import NO_LIMIT, outcomes
from doghouse.bots.weights import weights_for
from doghouse.training.core.forks import fork, read_ends
from doghouse.training.evaluation import MAX_STEPS
from doghouse.training.fork_play import WON

PLAYS_TRIED = 8  # per decision
ROWS_PER_GAME = 40  # on average
BATCH = 20  # deals


def make_games(kind: Mode, games: int, max_steps: int, *, one_round: bool) -> tuple[Lockstep, NDArray[np.uint8]]:
    """Return games in lockstep, and an array for the rows of their plays."""
    rows = games * ROWS_PER_GAME + MAX_PLAYS
    lockstep = Lockstep(games, rows)
    lockstep.weigh(weights_for(kind.rules))
    lockstep.limit(max_steps, one_round)
    return lockstep, np.zeros((rows, kind.features), np.uint8)


class AllSeeing:
    """Plays deals for each team in turn, against ``greedy`` in all other seats."""

    def __init__(self, kind: Mode, net: Net, deals: range) -> None:
        self.kind, self.net, self.teams = kind, net, kind.teams
        self.count = len(deals) * len(self.teams)
        self.games, self.rows = make_games(kind, self.count, MAX_STEPS, one_round=False)
        self.games.seed(deals.start)
        self.branches, self.branch_rows = make_games(kind, self.count * PLAYS_TRIED, NO_LIMIT, one_round=True)
        for at, deal in enumerate(deals):
            core = kind.rules.core(kind.rules.seats[deal % kind.rules.players], seed=deal)
            for number, team in enumerate(self.teams):
                self.games.put(at * len(self.teams) + number, core, sum(self.teams) & ~team)

    def play(self) -> list[float]:
        """Return the fraction of games won for each deal."""
        chosen, movers = np.zeros(self.count, np.int32), np.zeros(self.count, np.int32)
        while used := self.games.fill(self.rows):
            values = self.net.chances(self.rows[:used])
            picks = np.zeros((self.count, PLAYS_TRIED), np.int32)
            fork(self.games, self.branches, values, PLAYS_TRIED, picks)
            tried = picks >= 0
            values[picks[tried], 0] = 1 + self._branch_values()[tried]  # above all plays that were not tried
            self.games.reseed_takes()
            self.games.decide(values, 0.0, chosen, movers)
        _endings, winners = outcomes(self.games, self.kind, self.count)
        wins = winners.reshape(-1, len(self.teams)) == np.arange(len(self.teams))
        fractions: list[float] = wins.mean(axis=1).tolist()
        return fractions

    def _branch_values(self) -> Numbers:
        """Play all branches to the end of the round; return the value of each to the seat that decides."""
        count = self.count * PLAYS_TRIED
        seats = np.array([self.games.take(game).turn for game in range(self.count)], np.int32)
        chosen, movers = np.zeros(count, np.int32), np.zeros(count, np.int32)
        while used := self.branches.fill(self.branch_rows):
            self.branches.decide(self.net.chances(self.branch_rows[:used]), 0.0, chosen, movers)
        last = np.zeros((count, self.kind.features), np.uint8)
        read_ends(self.branches, seats, PLAYS_TRIED, last)
        values = self.net.chances(last)[:, 0]
        endings, winners = outcomes(self.branches, self.kind, count)
        won = np.array(self.teams, np.int32)[winners] >> seats.repeat(PLAYS_TRIED) & 1
        result: Numbers = np.where(endings == WON, won, values).astype(np.float32).reshape(-1, PLAYS_TRIED)
        return result


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("mode", choices=NAMES, help="game mode")
    parser.add_argument("--deals", type=int, default=100, help="number of deals")
    parser.add_argument("--seed", type=int, default=41, help="random seed")
    options = parser.parse_args()
    if options.deals < 1:
        parser.error(f"--deals must be at least 1, not {options.deals}")
    kind, net = mode(options.mode), nets_for(options.mode).net
    won: list[float] = []
    for first in range(0, options.deals, BATCH):
        begin = options.seed * 1_000_003 + first
        won += AllSeeing(kind, net, range(begin, begin + min(BATCH, options.deals - first))).play()
        low, high = interval(won)
        print(
            f"{kind.name}: {100 * np.mean(won):.1f} % ({100 * low:.1f} … {100 * high:.1f}) "
            f"of {len(won) * len(kind.teams):,} games alone against greedy",
            flush=True,
        )


if __name__ == "__main__":
    main()
