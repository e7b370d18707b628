"""Who is at a table just now, through this process and through others."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

STALE = 40.0  # seconds after which a process that does not speak any more is taken to be gone


@dataclass
class Elsewhere:
    """Who is at the table through another process."""

    guests: frozenset[str]
    watching: int
    heard: float = field(default_factory=time.monotonic)


class TablePresence:
    def __init__(self) -> None:
        self._here: Counter[str] = Counter()  # connections of each guest
        self._elsewhere: dict[str, Elsewhere] = {}
        self.away_since: dict[str, int] = {}

    def come(self, guest: str) -> None:
        self._here[guest] += 1
        self.away_since.pop(guest, None)

    def go(self, guest: str, now: int) -> None:
        self._here[guest] -= 1
        if self._here[guest] <= 0:
            del self._here[guest]
        if guest not in self.everyone():
            self.away_since[guest] = now

    def hear(self, process: str, guests: Collection[str], watching: int, now: int) -> None:
        """Another process says who is there through it."""
        before = self.everyone()
        self._elsewhere[process] = Elsewhere(frozenset(guests), watching)
        after = self.everyone()
        for guest in before - after:
            self.away_since[guest] = now
        for guest in after:
            self.away_since.pop(guest, None)

    def forget_silent(self, now: int) -> bool:
        """A process that speaks no more is gone, and so is who was there through it; whether there was one."""
        fresh = time.monotonic() - STALE
        silent = [process for process, other in self._elsewhere.items() if other.heard <= fresh]
        gone: set[str] = set()
        for process in silent:
            gone |= self._elsewhere.pop(process).guests
        self.away_since.update(dict.fromkeys(gone - self.everyone(), now))
        return bool(silent)

    def here(self) -> set[str]:
        return set(self._here)

    def everyone(self) -> set[str]:
        fresh = time.monotonic() - STALE
        found = set(self._here)
        for other in self._elsewhere.values():
            if other.heard > fresh:
                found |= other.guests
        return found

    def watching_here(self, people: Collection[str]) -> int:
        return sum(guest not in people for guest in self._here)

    def watching(self, people: Collection[str]) -> int:
        fresh = time.monotonic() - STALE
        others = sum(other.watching for other in self._elsewhere.values() if other.heard > fresh)
        return self.watching_here(people) + others
