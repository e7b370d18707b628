"""What decisions are worth once their game is over."""

from __future__ import annotations

import numpy as np
import pytest

from doghouse.bots.modes import mode
from doghouse.training.core.trajectories import Trajectories


def kept(name: str, games: int, most: int) -> Trajectories:
    teams = len(mode(name).teams)
    return Trajectories(
        np.zeros((games, most), np.int32),
        np.zeros((games, most), np.int8),
        np.zeros((games, most, teams), np.float32),
        np.zeros(games, np.int32),
        np.array(mode(name).team_order(), np.int32),
    )


@pytest.mark.parametrize("decay", [1.0, 0.9, 0.0])
def test_lambda_returns(decay: float) -> None:
    """Against a plain computation, in a mode with three teams."""
    mode_6, teams, length = mode("6-pairs"), 3, 7
    chance = np.random.default_rng(1)
    trajectories = kept("6-pairs", 2, 10)
    values = chance.dirichlet(np.ones(teams), length).astype(np.float32)
    movers = [0, 1, 2, 3, 4, 5, 0]
    for at in range(length):
        rows = np.zeros((4, teams), np.float32)
        rows[2] = values[at]
        seats = np.array([movers[at], 0], np.int32)
        trajectories.record(np.array([2, -1], np.int32), seats, rows, 100 * at)
    margins = np.array([[0.1, -0.2, -0.3], [0, 0, 0]], np.float32)
    slots, targets = np.zeros(20, np.int32), np.zeros((20, teams + 1), np.float32)
    endings, winners = np.array([1, 0], np.int32), np.array([1, 0], np.int32)
    assert trajectories.settle(endings, winners, margins, decay, slots, targets) == length
    worth = np.array([0.0, 1.0, 0.0])
    counted = mode_6.team_order()
    for written, at in enumerate(reversed(range(length))):
        order = counted[movers[at]]
        assert slots[written] == 100 * at
        assert targets[written, :teams] == pytest.approx(worth[order], abs=1e-5)
        assert targets[written, teams] == pytest.approx(margins[0, order[0]])
        seen = np.zeros(teams)
        seen[order] = values[at]
        worth = decay * worth + (1 - decay) * seen
    assert trajectories.settle(endings, winners, margins, decay, slots, targets) == 0


def test_nobody_has_won() -> None:
    trajectories = kept("2", 1, 3)
    trajectories.record(np.array([0], np.int32), np.array([2], np.int32), np.array([[0.3, 0.7]], np.float32), 5)
    slots, targets = np.zeros(3, np.int32), np.zeros((3, 3), np.float32)
    ends, nobody = np.array([2], np.int32), np.array([-1], np.int32)
    assert trajectories.settle(ends, nobody, np.zeros((1, 2), np.float32), 1.0, slots, targets) == 1
    assert targets[0].tolist() == [0.5, 0.5, 0.0]
