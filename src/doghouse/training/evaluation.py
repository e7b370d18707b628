"""How strong a net is against ``greedy``: on each deal it plays for every team in turn, ``greedy`` for all others."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from doghouse.arena.stats.intervals import interval
from doghouse.bots.core.choice import MOST_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import Mode
from doghouse.bots.weights import weights_for
from doghouse.training.selfplay import Judge

ROOM = 24  # rows for each game, on average
MOST_STEPS = 3_000


@dataclass(frozen=True)
class Strength:
    """The part of games that the net won, and half the width of its 95 % interval over deals."""

    won: float
    give_or_take: float
    games: int


@dataclass
class Evaluation:
    """One point of the learning curve."""

    steps: int
    seconds: float
    games: int
    decisions: int
    loss: float | None  # none before anything is learned
    won: float
    give_or_take: float
    small_won: float


def against_greedy(mode: Mode, judge: Judge, deals: int, seed: int, device: torch.device, threads: int = 0) -> Strength:
    """Play each deal once with the net in each team and ``greedy`` in all other seats."""
    threads = min(deals, threads or os.cpu_count() or 1)
    parts = [
        range(seed * 1_000_003 + deals * at // threads, seed * 1_000_003 + deals * (at + 1) // threads)
        for at in range(threads)
    ]
    with ThreadPoolExecutor(threads) as pool:
        won = np.concatenate(list(pool.map(lambda part: _play(mode, judge, part, device), parts)))
    low, high = interval(won.tolist())
    return Strength(float(won.mean()), (high - low) / 2, deals * len(mode.teams))


def _play(mode: Mode, judge: Judge, deals: range, device: torch.device) -> NDArray[np.float64]:
    """The part of its games that the net won on each deal."""
    teams = mode.teams
    games = len(deals) * len(teams)
    lockstep = Lockstep(games, games * ROOM + MOST_PLAYS)
    lockstep.weigh(weights_for(mode.rules))
    lockstep.limit(MOST_STEPS, False)
    seats = mode.rules.seats
    everyone = sum(teams)
    for at, deal in enumerate(deals):
        core = mode.rules.core(seats[deal % len(seats)], seed=deal)
        for number, team in enumerate(teams):
            lockstep.put(at * len(teams) + number, core, everyone & ~team)
    rows = np.zeros((games * ROOM + MOST_PLAYS, mode.features), np.uint8)
    chosen, movers = np.zeros(games, np.int32), np.zeros(games, np.int32)
    while used := lockstep.fill(rows):
        values = judge(torch.from_numpy(rows[:used]).to(device)).cpu().numpy()
        lockstep.decide(np.ascontiguousarray(values, np.float32), 0.0, chosen, movers)
    endings, winners = np.zeros(games, np.int32), np.zeros(games, np.int32)
    margins = np.zeros((games, len(teams)), np.float32)
    lockstep.outcomes(np.array(teams, np.int32), endings, winners, margins)
    won: NDArray[np.float64] = (winners.reshape(len(deals), len(teams)) == np.arange(len(teams))).mean(axis=1)
    return won
