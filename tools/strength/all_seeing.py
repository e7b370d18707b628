"""What seeing the cards of the others is worth: how often who sees all hands wins alone against ``greedy``.

At each decision the plays that the net likes best are made in copies of the true game. There the net plays on for its
own team, ``greedy`` answers for all others, as it will in truth, and where the round ends the net judges. The play that
came out best is made. Deals still to come, and which cards hidden takes will bring, are not known. No bot of the house
could play so, and who searched further might win more.

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

TRIED = 8  # plays of a decision
ROOM = 40  # rows for each game, on average
AT_ONCE = 20  # deals


def room_for(kind: Mode, games: int, most_steps: int, *, one_round: bool) -> tuple[Lockstep, NDArray[np.uint8]]:
    """So many games, and room for the rows of their plays."""
    room = games * ROOM + MAX_PLAYS
    lockstep = Lockstep(games, room)
    lockstep.weigh(weights_for(kind.rules))
    lockstep.limit(most_steps, one_round)
    return lockstep, np.zeros((room, kind.features), np.uint8)


class AllSeeing:
    """Plays deals for each team in turn, against ``greedy`` in all other seats."""

    def __init__(self, kind: Mode, net: Net, deals: range) -> None:
        self.kind, self.net, self.teams = kind, net, kind.teams
        self.count = len(deals) * len(self.teams)
        self.games, self.rows = room_for(kind, self.count, MAX_STEPS, one_round=False)
        self.games.seed(deals.start)
        self.branches, self.branch_rows = room_for(kind, self.count * TRIED, NO_LIMIT, one_round=True)
        for at, deal in enumerate(deals):
            core = kind.rules.core(kind.rules.seats[deal % kind.rules.players], seed=deal)
            for number, team in enumerate(self.teams):
                self.games.put(at * len(self.teams) + number, core, sum(self.teams) & ~team)

    def play(self) -> list[float]:
        """The part of the games of each deal that were won."""
        chosen, movers = np.zeros(self.count, np.int32), np.zeros(self.count, np.int32)
        while used := self.games.fill(self.rows):
            values = self.net.chances(self.rows[:used])
            picks = np.zeros((self.count, TRIED), np.int32)
            fork(self.games, self.branches, values, TRIED, picks)
            there = picks >= 0
            values[picks[there], 0] = 1 + self._worth()[there]  # more than any play that was not tried
            self.games.stir()
            self.games.decide(values, 0.0, chosen, movers)
        _endings, winners = outcomes(self.games, self.kind, self.count)
        wins = winners.reshape(-1, len(self.teams)) == np.arange(len(self.teams))
        found: list[float] = wins.mean(axis=1).tolist()
        return found

    def _worth(self) -> Numbers:
        """Play all branches on to the end of the round; what each is worth to who had the decision."""
        count = self.count * TRIED
        seats = np.array([self.games.take(game).turn for game in range(self.count)], np.int32)
        chosen, movers = np.zeros(count, np.int32), np.zeros(count, np.int32)
        while used := self.branches.fill(self.branch_rows):
            self.branches.decide(self.net.chances(self.branch_rows[:used]), 0.0, chosen, movers)
        last = np.zeros((count, self.kind.features), np.uint8)
        read_ends(self.branches, seats, TRIED, last)
        worth = self.net.chances(last)[:, 0]
        endings, winners = outcomes(self.branches, self.kind, count)
        won = np.array(self.teams, np.int32)[winners] >> seats.repeat(TRIED) & 1
        found: Numbers = np.where(endings == WON, won, worth).astype(np.float32).reshape(-1, TRIED)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("mode", choices=NAMES)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=41)
    wishes = parser.parse_args()
    if wishes.deals < 1:
        parser.error(f"--deals is a whole number from 1 on, not {wishes.deals}")
    kind, net = mode(wishes.mode), nets_for(wishes.mode).net
    won: list[float] = []
    for first in range(0, wishes.deals, AT_ONCE):
        begin = wishes.seed * 1_000_003 + first
        won += AllSeeing(kind, net, range(begin, begin + min(AT_ONCE, wishes.deals - first))).play()
        low, high = interval(won)
        print(
            f"{kind.name}: {100 * np.mean(won):.1f} % ({100 * low:.1f} … {100 * high:.1f}) "
            f"of {len(won) * len(kind.teams):,} games alone against greedy",
            flush=True,
        )


if __name__ == "__main__":
    main()
