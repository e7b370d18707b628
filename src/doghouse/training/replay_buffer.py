"""Replay buffers: the rows of recent decisions, stored on the device."""

from __future__ import annotations

import torch
from torch import Tensor

from doghouse.bots.modes import Mode
from doghouse.training.config import Config
from doghouse.training.losses import BRANCHES


class ReplayBuffer:
    """A ring of slots for rows. A slot is reserved at a decision and settled when its game is over."""

    def __init__(self, mode: Mode, config: Config, games: int, device: torch.device) -> None:
        teams = len(mode.teams)
        # A row must outlive its game and then the time in which it can be drawn.
        self.slots = config.window + games * config.most_steps
        self.slots -= self.slots % games
        self.rows = torch.zeros((self.slots, mode.features), dtype=torch.uint8, device=device)
        self.targets = torch.zeros((self.slots, teams + 1), dtype=torch.float32, device=device)
        self.ready = torch.zeros(config.window // 2, dtype=torch.int32, device=device)
        self.settled = 0  # in total
        self.next_slot = 0
        self.device = device

    def reserve(self, count: int) -> int:
        """Reserve consecutive slots and return the first."""
        first = self.next_slot
        if first + count > self.slots:
            first = 0
        self.next_slot = first + count
        return first

    def store(self, rows: Tensor, chosen: Tensor, first_slot: int) -> None:
        index = chosen.to(self.device, non_blocking=True)
        torch.index_select(rows, 0, index, out=self.rows[first_slot : first_slot + len(chosen)])

    def settle(self, slots: Tensor, targets: Tensor) -> int:
        """Write the targets of decisions, which can be drawn from now on; return how many."""
        count = len(slots)
        if count == 0:
            return 0
        slots = slots.to(self.device, non_blocking=True)
        self.targets[slots.long()] = targets.to(self.device, non_blocking=True)
        for part in slots.split(len(self.ready)):
            at = self.settled % len(self.ready)
            fits = min(len(part), len(self.ready) - at)
            self.ready[at : at + fits] = part[:fits]
            self.ready[: len(part) - fits] = part[fits:]
            self.settled += len(part)
        return count

    def add(self, rows: Tensor, targets: Tensor) -> int:
        """Store rows that come with their targets; return how many."""
        first = self.reserve(len(rows))
        self.rows[first : first + len(rows)] = rows.to(self.device)
        return self.settle(torch.arange(first, first + len(rows), dtype=torch.int32), targets)

    def since(self, settled: int) -> tuple[Tensor, Tensor]:
        """Return the rows and targets that were settled after the first ``settled`` ones."""
        return self._at(torch.arange(settled, self.settled, device=self.device) % len(self.ready))

    def draw(self, count: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """Draw random rows with their targets."""
        size = min(self.settled, len(self.ready))
        return self._at(torch.randint(size, (count,), device=self.device, generator=generator))

    def _at(self, index: Tensor) -> tuple[Tensor, Tensor]:
        slots = self.ready[index].long()
        return self.rows[slots], self.targets[slots]


class ForkBuffer:
    """A ring of forks, ``BRANCHES`` rows each."""

    def __init__(self, mode: Mode, config: Config, device: torch.device) -> None:
        self.forks = config.window // (2 * BRANCHES)
        self.rows = torch.zeros((self.forks, BRANCHES, mode.features), dtype=torch.uint8, device=device)
        self.targets = torch.zeros((self.forks, BRANCHES, len(mode.teams) + 1), device=device)
        self.settled = 0  # rows, in total
        self.device = device

    def add(self, rows: Tensor, targets: Tensor) -> int:
        """Store forks; return the number of their rows."""
        slots = (torch.arange(len(rows), device=self.device) + self.settled // BRANCHES) % self.forks
        self.rows[slots] = rows.to(self.device)
        self.targets[slots] = targets.to(self.device)
        self.settled += len(rows) * BRANCHES
        return len(rows) * BRANCHES

    def since(self, settled: int) -> tuple[Tensor, Tensor]:
        """Return the forks that were added after the first ``settled`` rows."""
        slots = torch.arange(settled // BRANCHES, self.settled // BRANCHES, device=self.device) % self.forks
        return self.rows[slots], self.targets[slots]

    def draw(self, count: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """Draw random forks with ``count`` rows in all; the rows of a fork stay together."""
        stored = min(self.settled // BRANCHES, self.forks)
        slots = torch.randint(stored, (count // BRANCHES,), device=self.device, generator=generator)
        return self.rows[slots].flatten(0, 1), self.targets[slots].flatten(0, 1)
