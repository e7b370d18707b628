"""Write a seven in as few pieces as its result allows: moves of the same marble are joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from doghouse.rules.core.engine import Core
from doghouse.rules.notation import Move, Play
from doghouse.rules.plays import find_chunks

MAX_PERMUTED = 5  # more pieces have too many orders


def shorten_seven(core: Core, play: Play) -> Play:
    """Join pieces of the same marble as long as the result stays the same."""
    if play.acts_as != "7" or len(play.moves) < 2:
        return play
    result = _result(core, play)
    while shorter := next((other for other in _shorter(play) if _result(core, other) == result), None):
        play = shorter
    return play


def _shorter(play: Play) -> Iterator[Play]:
    """Yield plays with two pieces joined, in place of either one or, with few pieces, in any order."""
    moves = play.moves
    for first, move in enumerate(moves):
        for second in range(first + 1, len(moves)):
            if moves[second].source == move.target:
                joined = (Move(move.source, moves[second].target),)
                before, between, after = moves[:first], moves[first + 1 : second], moves[second + 1 :]
                yield replace(play, moves=before + joined + between + after)
                yield replace(play, moves=before + between + joined + after)
                if len(moves) <= MAX_PERMUTED:
                    for order in permutations(before + joined + between + after):
                        yield replace(play, moves=order)


def _result(core: Core, play: Play) -> bytes | None:
    """Return the game after a seven, None if it is illegal."""
    chunks = find_chunks(core, play)
    if chunks is None:
        return None
    after = core.copy()
    for chunk in chunks:
        after.apply(chunk)
    return after.key()
