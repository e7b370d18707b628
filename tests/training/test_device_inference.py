"""Nets give the same values on a device as with numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from doghouse.bots.modes import NAMES, mode
from doghouse.bots.nets.inference import nets_for
from doghouse.training.device_inference import DeviceEvaluator
from tests.support.nets import write_net


@pytest.mark.parametrize("name", NAMES)
def test_device_and_numpy_agree(name: str, tmp_path: Path) -> None:
    write_net(tmp_path, name)
    net = nets_for(name, tmp_path).net
    evaluator = DeviceEvaluator(net, mode(name), torch.device("cpu"))
    rows = np.random.default_rng(3).integers(0, 3, (7, mode(name).features), np.uint8)
    chances = evaluator(rows)
    assert chances.dtype == np.float32
    assert chances.flags.c_contiguous
    assert np.allclose(chances, net.chances(rows), atol=1e-5)
