"""Clocks of a house in the process of the test. ``python -m tests.support.clock`` is a server with a wrong clock."""

from __future__ import annotations

DAY = 24 * 3600 * 1000  # milliseconds


class Clocks:
    """The wall clock and the monotonic clock of a house in the process of the test."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.monotonic = 0

    def pass_days(self, days: float) -> None:
        """Let the house run."""
        self.now += int(days * DAY)
        self.monotonic += int(days * DAY)

    def jump_days(self, days: float) -> None:
        """Set only the wall clock."""
        self.now += int(days * DAY)
