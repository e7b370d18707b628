"""What the time of a run goes to."""

from __future__ import annotations

import time


class PhaseTimer:
    """Adds up seconds by what they went to."""

    def __init__(self, totals: dict[str, float]) -> None:
        self.totals = totals
        self.last = time.monotonic()

    def tick(self, what: str) -> None:
        """All the time since the last tick went to this."""
        now = time.monotonic()
        self.totals[what] = self.totals.get(what, 0.0) + now - self.last
        self.last = now
