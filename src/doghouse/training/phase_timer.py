"""Time spent per phase of a run."""

from __future__ import annotations

import time


class PhaseTimer:
    """Adds up seconds by phase."""

    def __init__(self, totals: dict[str, float]) -> None:
        self.totals = totals
        self.last = time.monotonic()

    def tick(self, phase: str) -> None:
        """Attribute the time since the last tick to a phase."""
        now = time.monotonic()
        self.totals[phase] = self.totals.get(phase, 0.0) + now - self.last
        self.last = now
