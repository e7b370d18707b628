"""Evaluation against ``greedy``: on each deal the net plays for every team in turn, ``greedy`` for the others."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from doghouse.arena.stats.intervals import interval
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import Mode
from doghouse.bots.rollout import outcomes
from doghouse.bots.weights import weights_for
from doghouse.training.selfplay import Evaluator

ROWS_PER_GAME = 24  # on average
MAX_STEPS = 3_000


@dataclass(frozen=True)
class Strength:
    """The fraction of games won, and half the width of its 95 % interval over deals."""

    won: float
    give_or_take: float
    games: int


@dataclass
class Evaluation:
    """One point of the learning curve; ``curve.json`` has the same fields."""

    steps: int
    seconds: float
    games: int
    decisions: int
    loss: float | None  # None before the first step
    won: float
    give_or_take: float
    small_won: float


def against_greedy(
    mode: Mode, evaluator: Evaluator, deals: int, seed: int, device: torch.device, threads: int = 0
) -> Strength:
    """Play each deal once per team, with the net in that team and ``greedy`` in all other seats."""
    threads = min(deals, threads or os.cpu_count() or 1)
    parts = [
        range(seed * 1_000_003 + deals * at // threads, seed * 1_000_003 + deals * (at + 1) // threads)
        for at in range(threads)
    ]
    with ThreadPoolExecutor(threads) as pool:
        won = np.concatenate(list(pool.map(lambda part: _play(mode, evaluator, part, device), parts)))
    low, high = interval(won.tolist())
    return Strength(float(won.mean()), (high - low) / 2, deals * len(mode.teams))


def _play(mode: Mode, evaluator: Evaluator, deals: range, device: torch.device) -> NDArray[np.float64]:
    """Return the fraction of games won on each deal."""
    teams = mode.teams
    games = len(deals) * len(teams)
    lockstep = Lockstep(games, games * ROWS_PER_GAME + MAX_PLAYS)
    lockstep.weigh(weights_for(mode.rules))
    lockstep.limit(MAX_STEPS, False)
    seats = mode.rules.seats
    everyone = sum(teams)
    for at, deal in enumerate(deals):
        core = mode.rules.core(seats[deal % len(seats)], seed=deal)
        for number, team in enumerate(teams):
            lockstep.put(at * len(teams) + number, core, everyone & ~team)
    rows = np.zeros((games * ROWS_PER_GAME + MAX_PLAYS, mode.features), np.uint8)
    chosen, movers = np.zeros(games, np.int32), np.zeros(games, np.int32)
    while used := lockstep.fill(rows):
        values = evaluator(torch.from_numpy(rows[:used]).to(device)).cpu().numpy()
        lockstep.decide(np.ascontiguousarray(values, np.float32), 0.0, chosen, movers)
    _endings, winners = outcomes(lockstep, mode, games)
    won: NDArray[np.float64] = (winners.reshape(len(deals), len(teams)) == np.arange(len(teams))).mean(axis=1)
    return won
