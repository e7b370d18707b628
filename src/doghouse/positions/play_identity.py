"""Identify plays by their results: a seven can be written in many ways."""

from __future__ import annotations

from itertools import islice

from doghouse.rules.core.engine import Core
from doghouse.rules.notation import Play
from doghouse.rules.plays import find_steps, possible_plays

Result = tuple[str | None, str | bytes]
MAX_PLAYS_LISTED = 1_000  # plays searched for the shortest notation


def result_of(core: Core, play: Play) -> Result | None:
    """Return the card and the board after a play of the seat to act, or None if the play is not legal."""
    steps = find_steps(core, play)
    if steps is None:
        return None
    if play.takes_from is not None:  # which card is taken is random
        return play.card, play.takes_from
    after = core.copy()
    for step in steps:
        after.apply(step)
    return play.card, after.key()


def shortest_notation(core: Core, plays: list[Play]) -> list[str]:
    """Return plays in notation, long sevens in their shortest form."""
    short: dict[Result | None, str] = {}
    if any(len(play.moves) > 2 for play in plays):
        for play in islice(possible_plays(core), MAX_PLAYS_LISTED):
            short.setdefault(result_of(core, play), str(play))
    return [short.get(result_of(core, play), str(play)) for play in plays]
