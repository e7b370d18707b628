"""Who is connected to a table, through this process and through others."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

STALE_SECONDS = 40.0  # after which the last announcement of a process no longer counts


@dataclass
class RemotePresence:
    """Who is connected through another process."""

    guests: frozenset[str]
    watching: int
    at: float = field(default_factory=time.monotonic)

    @property
    def is_stale(self) -> bool:
        return self.at <= time.monotonic() - STALE_SECONDS


class TablePresence:
    def __init__(self) -> None:
        self._here: Counter[str] = Counter()  # connections by guest
        self._remote: dict[str, RemotePresence] = {}  # by process
        self.away_since: dict[str, int] = {}

    def connect(self, guest: str) -> None:
        self._here[guest] += 1
        self.away_since.pop(guest, None)

    def disconnect(self, guest: str, now: int) -> None:
        self._here[guest] -= 1
        if self._here[guest] <= 0:
            del self._here[guest]
        if guest not in self.guests():
            self.away_since[guest] = now

    def update(self, process: str, guests: Collection[str], watching: int, now: int) -> None:
        """Store who is connected through another process."""
        before = self.guests()
        self._remote[process] = RemotePresence(frozenset(guests), watching)
        after = self.guests()
        self.away_since.update(dict.fromkeys(before - after, now))
        for guest in after:
            self.away_since.pop(guest, None)

    def drop_stale(self, now: int) -> bool:
        """Drop processes that have stopped announcing; return whether there were any."""
        silent = [process for process, other in self._remote.items() if other.is_stale]
        gone: set[str] = set()
        for process in silent:
            gone |= self._remote.pop(process).guests
        self.away_since.update(dict.fromkeys(gone - self.guests(), now))
        return bool(silent)

    def local_guests(self) -> set[str]:
        return set(self._here)

    def guests(self) -> set[str]:
        return self.local_guests().union(*(other.guests for other in self._remote.values() if not other.is_stale))

    def local_spectators(self, people: Collection[str]) -> int:
        return sum(guest not in people for guest in self._here)

    def spectators(self, people: Collection[str]) -> int:
        others = sum(other.watching for other in self._remote.values() if not other.is_stale)
        return self.local_spectators(people) + others
