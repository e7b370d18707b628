"""Inference of finished nets on a device: the same values as with numpy, for many rows at once."""

from __future__ import annotations

from threading import local

import numpy as np
import torch
from torch import Tensor

from doghouse.bots.modes import Mode
from doghouse.bots.nets.inference import Net, Numbers, Rows
from doghouse.training.config import Shape
from doghouse.training.model import ValueNet


class DeviceEvaluator:
    """Computes the chances of a net on a device, in half precision on a GPU; thread-safe."""

    def __init__(self, net: Net, mode: Mode, device: torch.device) -> None:
        self._gpu = device.type == "cuda"
        self._device = device
        self._player = value_net(net, mode).to(device).eval()
        if self._gpu:
            self._player.half()
        self._memory = local()

    def __call__(self, rows: Rows) -> Numbers:
        chances = self._player.chances(self._to_device(torch.from_numpy(rows)))
        return np.ascontiguousarray(chances.cpu().numpy(), np.float32)

    def _to_device(self, rows: Tensor) -> Tensor:
        """Copy rows to the device through pinned memory, which is several times faster."""
        if not self._gpu:
            return rows
        pinned: Tensor | None = getattr(self._memory, "pinned", None)
        if pinned is None or len(pinned) < len(rows):
            pinned = self._memory.pinned = torch.empty(rows.shape, dtype=torch.uint8, pin_memory=True)
        pinned[: len(rows)].copy_(rows)
        return pinned[: len(rows)].to(self._device, non_blocking=True)


def value_net(net: Net, mode: Mode) -> ValueNet:
    """Return the PyTorch form of a net, without the weights of the margin."""
    model = ValueNet(mode, Shape(net.first[0].shape[1], len(net.blocks), net.head[0].shape[1]))
    layers = {"first": net.first, "head": net.head, "win": net.win}
    layers |= {f"blocks.{at}": block for at, block in enumerate(net.blocks)}
    weights: dict[str, Tensor] = {}
    for name, (matrix, bias) in layers.items():
        weights[f"{name}.weight"], weights[f"{name}.bias"] = torch.from_numpy(matrix.T), torch.from_numpy(bias)
    weights["first.weight"] = weights["first.weight"] / model.scales  # numpy has the scales in its first layer
    model.load_state_dict(weights, strict=False)
    return model
