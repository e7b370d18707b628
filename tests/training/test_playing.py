"""A finished net on a device judges as numpy does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from doghouse.bots.modes import NAMES, mode
from doghouse.bots.nets import nets_for
from doghouse.training.device_inference import DeviceEvaluator
from tests.support.nets import write_net


@pytest.mark.parametrize("name", NAMES)
def test_the_same_chances(name: str, tmp_path: Path) -> None:
    write_net(tmp_path, name)
    net = nets_for(name, tmp_path).net
    judge = DeviceEvaluator(net, mode(name), torch.device("cpu"))
    rows = np.random.default_rng(3).integers(0, 3, (7, mode(name).features), np.uint8)
    found = judge(rows)
    assert found.dtype == np.float32
    assert found.flags.c_contiguous
    assert np.allclose(found, net.chances(rows), atol=1e-5)
