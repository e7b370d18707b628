"""The net as it is trained: from a row to a chance of winning for each team, and a margin."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from doghouse.bots.core.encode import scales
from doghouse.bots.modes import Mode
from doghouse.training.config import Shape


class ValueNet(nn.Module):
    """Judges the position after a play from what the mover knows."""

    scales: Tensor

    def __init__(self, mode: Mode, shape: Shape) -> None:
        super().__init__()
        self.register_buffer("scales", torch.tensor(scales(mode.rules.players, mode.ring_size)), persistent=False)
        self.first = nn.Linear(mode.features, shape.width)
        self.blocks = nn.ModuleList(nn.Linear(shape.width, shape.width) for _block in range(shape.blocks))
        self.head = nn.Linear(shape.width, shape.head)
        self.win = nn.Linear(shape.head, len(mode.teams))
        self.margin = nn.Linear(shape.head, 1)
        with torch.no_grad():
            for block in self.blocks:
                block.weight.mul_(0.5)  # begins close to doing nothing
            self.win.weight.mul_(0.1)

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of the teams, as the mover counts them, and the margin."""
        kind = self.first.weight.dtype
        hidden = torch.relu(self.first(rows.to(kind) * self.scales.to(kind)))
        for block in self.blocks:
            hidden = torch.relu(hidden + block(hidden))
        hidden = torch.relu(self.head(hidden))
        return self.win(hidden), self.margin(hidden).squeeze(1)

    @torch.no_grad()
    def chances(self, rows: Tensor) -> Tensor:
        """The chance of winning of each team."""
        return torch.softmax(self(rows)[0].float(), dim=1)


Players = Mapping[str, ValueNet]  # those who play: "net", and "small" for looking ahead
