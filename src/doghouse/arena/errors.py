"""What the arena refuses, in words for people."""

from __future__ import annotations


class ArenaError(Exception):
    """A match that cannot be played, or a results file that cannot be used."""
