"""The rows of the last decisions, kept on the device, and those among them that can be learned from."""

from __future__ import annotations

import torch
from torch import Tensor

from doghouse.bots.modes import Mode
from doghouse.training.config import Config
from doghouse.training.losses import BRANCHES


class ReplayBuffer:
    """A ring of slots for rows. A slot is reserved when a play is judged and settled when its game is over."""

    def __init__(self, mode: Mode, config: Config, games: int, device: torch.device) -> None:
        teams = len(mode.teams)
        # A row must outlive its game and then the time it can be drawn.
        self.slots = config.window + games * config.most_steps
        self.slots -= self.slots % games
        self.rows = torch.zeros((self.slots, mode.features), dtype=torch.uint8, device=device)
        self.targets = torch.zeros((self.slots, teams + 1), dtype=torch.float32, device=device)
        self.ready = torch.zeros(config.window // 2, dtype=torch.int32, device=device)
        self.settled = 0  # in all
        self.next_slot = 0
        self.device = device

    def reserve(self, count: int) -> int:
        """The first of so many slots in a row."""
        first = self.next_slot
        if first + count > self.slots:
            first = 0
        self.next_slot = first + count
        return first

    def keep(self, rows: Tensor, chosen: Tensor, first_slot: int) -> None:
        index = chosen.to(self.device, non_blocking=True)
        torch.index_select(rows, 0, index, out=self.rows[first_slot : first_slot + len(chosen)])

    def settle(self, slots: Tensor, targets: Tensor) -> int:
        """Write what decisions were worth: from now on they can be drawn."""
        count = len(slots)
        if count == 0:
            return 0
        there = slots.to(self.device, non_blocking=True)
        self.targets[there.long()] = targets.to(self.device, non_blocking=True)
        for part in there.split(len(self.ready)):
            at = self.settled % len(self.ready)
            fits = min(len(part), len(self.ready) - at)
            self.ready[at : at + fits] = part[:fits]
            self.ready[: len(part) - fits] = part[fits:]
            self.settled += len(part)
        return count

    def add(self, rows: Tensor, targets: Tensor) -> int:
        """Keep rows that were settled elsewhere."""
        first = self.reserve(len(rows))
        self.rows[first : first + len(rows)] = rows.to(self.device)
        slots = torch.arange(first, first + len(rows), dtype=torch.int32)
        return self.settle(slots, targets)

    def since(self, settled: int) -> tuple[Tensor, Tensor]:
        """The rows that were settled after so many, and what they were worth."""
        at = torch.arange(settled, self.settled, device=self.device) % len(self.ready)
        slots = self.ready[at].long()
        return self.rows[slots], self.targets[slots]

    @property
    def size(self) -> int:
        """How many decisions can be drawn."""
        return min(self.settled, len(self.ready))

    def draw(self, count: int, chance: torch.Generator) -> tuple[Tensor, Tensor]:
        """Rows drawn at random, and what they were worth."""
        at = torch.randint(self.size, (count,), device=self.device, generator=chance)
        slots = self.ready[at].long()
        return self.rows[slots], self.targets[slots]


class ForkBuffer:
    """A ring of decisions with the plays that were looked ahead from, ``BRANCHES`` rows each."""

    def __init__(self, mode: Mode, config: Config, device: torch.device) -> None:
        self.forks = config.window // (2 * BRANCHES)
        self.rows = torch.zeros((self.forks, BRANCHES, mode.features), dtype=torch.uint8, device=device)
        self.targets = torch.zeros((self.forks, BRANCHES, len(mode.teams) + 1), device=device)
        self.settled = 0  # rows, in all
        self.device = device

    def add(self, rows: Tensor, targets: Tensor) -> int:
        """Keep decisions; how many rows that are."""
        slots = (torch.arange(len(rows), device=self.device) + self.settled // BRANCHES) % self.forks
        self.rows[slots] = rows.to(self.device)
        self.targets[slots] = targets.to(self.device)
        self.settled += len(rows) * BRANCHES
        return len(rows) * BRANCHES

    def since(self, settled: int) -> tuple[Tensor, Tensor]:
        """The decisions that came after so many rows."""
        slots = torch.arange(settled // BRANCHES, self.settled // BRANCHES, device=self.device) % self.forks
        return self.rows[slots], self.targets[slots]

    def draw(self, count: int, chance: torch.Generator) -> tuple[Tensor, Tensor]:
        """So many rows, those of a decision together."""
        there = min(self.settled // BRANCHES, self.forks)
        slots = torch.randint(there, (count // BRANCHES,), device=self.device, generator=chance)
        return self.rows[slots].flatten(0, 1), self.targets[slots].flatten(0, 1)
