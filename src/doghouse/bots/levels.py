"""Parameters of the levels ``puppy``, ``companion``, ``hunter`` and ``wolf``, which ``level_bot`` plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """A level: how often it overlooks a play, and by how much it misjudges one, in log-odds.

    ``deals`` is the number of deals it tries for each good play; 0: no search.
    """

    overlooks: float = 0.0
    misjudges: float = 0.0
    deals: int = 0


LEVELS = {
    "puppy": Level(overlooks=0.42, misjudges=0.12),
    "companion": Level(overlooks=0.28, misjudges=0.07),
    "hunter": Level(overlooks=0.135, misjudges=0.035),
    "wolf": Level(deals=48),
}
