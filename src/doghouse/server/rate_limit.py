"""Token buckets: limit how often somebody may do something."""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import monotonic

MAX_BUCKETS = 10_000  # before full buckets are dropped


@dataclass
class TokenBucket:
    """Allow ``rate`` actions a second, and up to ``burst`` after a pause."""

    rate: float
    burst: float
    _level: float = math.inf
    _at: float = 0.0

    def take(self) -> bool:
        if not self.has_room:
            return False
        self._level -= 1
        return True

    @property
    def has_room(self) -> bool:
        self._refill()
        return self._level >= 1

    @property
    def is_full(self) -> bool:
        self._refill()
        return self._level >= self.burst

    def spend(self, cost: float) -> None:
        """Charge for an action that was already allowed; the debt is at most ``burst``."""
        self._refill()
        self._level = max(-self.burst, self._level - cost)

    def _refill(self) -> None:
        now = monotonic()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now


class TokenBuckets:
    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, TokenBucket] = {}

    def __getitem__(self, key: str) -> TokenBucket:
        if key not in self._buckets:
            if len(self._buckets) >= MAX_BUCKETS:
                self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.is_full}
            self._buckets[key] = TokenBucket(self._rate, self._burst)
        return self._buckets[key]
