"""Levels for people: ``puppy``, ``companion``, ``hunter``, ``wolf``; who plays like that is in ``level_bot``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """How strong a level is: how often it overlooks a play, and by how much it misjudges one, in log-odds.

    ``deals`` is how many deals it tries for each play that looks good; 0: it does not look ahead.
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
