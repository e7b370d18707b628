"""Tune the weights of the evaluation by hill climbing: change some, play against the best so far, keep what wins.

``python -m tools.tune_weights --players 4 --seconds 400 --seed 2`` prints every improvement; stop it at any time.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time

from doghouse.bots.core.policy import play_out
from doghouse.bots.core.weights import FIELD, LEADER, RISK, RIVAL, TAKING, TRAILING, WEIGHTS, WIN
from doghouse.bots.weights import Weights, weights_for
from doghouse.rules.notation import SEATS
from doghouse.rules.rules import Rules

MAX_STEPS = 3000
STAGES = (150, 300, 600, 1200)  # deals; after each stage, unpromising weights are dropped
SMALL = (RISK, RIVAL, LEADER, TRAILING)
FIXED = (FIELD, WIN)  # the unit, and one that only has to be large


def share_of_wins(rules: Rules, one: Weights, other: Weights, deals: range) -> float:
    """Return how often a team with the first weights wins against others with the second."""
    teams = rules.all_teams()
    won = 0
    for deal in deals:
        for team in teams:
            core = rules.core(rules.seats[deal % rules.players], deal)
            play_out(core, MAX_STEPS, MAX_STEPS, [one if seat in team else other for seat in SEATS])
            won += core.winners >> SEATS.index(team[0]) & 1
    return won / (len(deals) * len(teams))


def changed(weights: Weights, rules: Rules, chooser: random.Random) -> list[float]:
    unused = TRAILING if rules.alone else TAKING
    free = [at for at in range(WEIGHTS) if at not in (*FIXED, unused)]
    new = list(weights)
    for at in chooser.sample(free, chooser.choice([1, 1, 2, 3])):
        new[at] = new[at] * math.exp(chooser.gauss(0, 0.5)) + chooser.gauss(0, 0.03 if at in SMALL else 0.3)
    return new


def is_better(rules: Rules, one: Weights, other: Weights, first: int) -> bool:
    """Whether the first weights win more often, by more than one standard deviation over all deals."""
    fair = 1 / len(rules.all_teams())
    won = played = 0.0
    for count in STAGES:
        won += count * share_of_wins(rules, one, other, range(first, first + count))
        played += count
        first += count
        deviation = math.sqrt(fair * (1 - fair) / (played * len(rules.all_teams())))
        if won / played < fair + 0.3 * deviation:
            return False
    return won / played > fair + 1.3 * deviation


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--teams", choices=["pairs", "trios"])
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules = Rules(players=args.players, teams=args.teams)
    chooser = random.Random(args.seed)
    best = list(weights_for(rules))
    end = time.monotonic() + args.seconds
    deals = args.seed * 10_000_000
    while time.monotonic() < end:
        candidate = changed(best, rules, chooser)
        deals += sum(STAGES)
        if is_better(rules, candidate, best, deals):
            best = candidate
            print(json.dumps([round(weight, 3) for weight in best]), flush=True)


if __name__ == "__main__":
    main()
