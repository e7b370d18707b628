"""Plays by what they lead to: a seven can be told in many ways, and is the same play."""

from __future__ import annotations

from itertools import islice

from doghouse.rules.core.engine import Core
from doghouse.rules.notation import Play
from doghouse.rules.plays import find_steps, possible_plays

Result = tuple[str | None, str | bytes]
MOST_TOLD = 1_000  # plays among which the shortest way to tell one is looked for


def result_of(core: Core, play: Play) -> Result | None:
    """The card and the board after a play of the seat to act; nothing if the play is not legal."""
    steps = find_steps(core, play)
    if steps is None:
        return None
    if play.takes_from is not None:  # what is taken is left to chance
        return play.card, play.takes_from
    after = core.copy()
    for step in steps:
        after.apply(step)
    return play.card, after.key()


def as_listed(core: Core, plays: list[Play]) -> list[str]:
    """Plays in notation, long sevens as the rules list them: the shortest way first."""
    short: dict[Result | None, str] = {}
    if any(len(play.moves) > 2 for play in plays):
        for play in islice(possible_plays(core), MOST_TOLD):
            short.setdefault(result_of(core, play), str(play))
    return [short.get(result_of(core, play), str(play)) for play in plays]
