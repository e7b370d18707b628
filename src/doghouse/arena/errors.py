"""The arena's error."""

from __future__ import annotations


class ArenaError(Exception):
    """A match that cannot be played or a results file that cannot be used; the message is for the user."""
