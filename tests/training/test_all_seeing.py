"""A figure of docs/strength.md: whoever sees all hands wins far more than the net by itself."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest
import torch

import doghouse as dog
from doghouse.bots.modes import mode
from doghouse.bots.nets.inference import nets_for
from doghouse.training.device_inference import value_net
from doghouse.training.evaluation import against_greedy

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")
SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "strength" / "all_seeing.py"))


@pytest.mark.parametrize(("name", "deals"), [("3", 6), ("5", 6)])
def test_seeing_all_hands_wins_far_more(name: str, deals: int) -> None:
    kind, net = mode(name), nets_for(name).net
    begin = 41 * 1_000_003
    won = SCRIPT["AllSeeing"](kind, net, range(begin, begin + deals)).play()
    assert len(won) == deals
    blind = against_greedy(kind, value_net(net, kind).eval().chances, deals, 41, torch.device("cpu"), 1)
    assert np.mean(won) > blind.won + 0.15
