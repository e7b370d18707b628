"""The shipped nets are as strong as their cards say."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from doghouse.bots.modes import NAMES, mode
from doghouse.bots.nets.inference import nets_for
from doghouse.training.evaluation import against_greedy

GAMES = 60


@pytest.mark.parametrize("name", NAMES)
def test_a_net_wins_as_often_as_its_card_says(name: str) -> None:
    nets, teams = nets_for(name), len(mode(name).teams)
    said = nets.card["strength"]["net"]

    def judge(rows: Tensor) -> Tensor:
        return torch.from_numpy(nets.net.chances(rows.numpy()))

    strength = against_greedy(mode(name), judge, GAMES // teams, 11, torch.device("cpu"))
    give_or_take = 2.6 * math.sqrt(said * (1 - said) / GAMES)  # of 99 %
    assert abs(strength.won - said) < give_or_take
    assert strength.won > 1 / teams, "as good as greedy"
