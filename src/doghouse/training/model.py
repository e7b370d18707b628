"""The net in PyTorch: from a feature row to a chance of winning per team, and a margin."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

from doghouse.bots.core.encode import scales
from doghouse.bots.modes import Mode
from doghouse.training.config import Shape


class ValueNet(nn.Module):
    """Evaluates the position after a play from what the mover knows."""

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
                block.weight.mul_(0.5)  # starts close to the identity
            self.win.weight.mul_(0.1)

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the teams, the mover's first, and the margin."""
        kind = self.first.weight.dtype
        hidden = torch.relu(self.first(rows.to(kind) * self.scales.to(kind)))
        for block in self.blocks:
            hidden = torch.relu(hidden + block(hidden))
        hidden = torch.relu(self.head(hidden))
        return self.win(hidden), self.margin(hidden).squeeze(1)

    @torch.no_grad()
    def chances(self, rows: Tensor) -> Tensor:
        """Return the chance of winning of each team."""
        return torch.softmax(self(rows)[0].float(), dim=1)


Players = Mapping[str, ValueNet]  # the nets that play: "net" and "small"
