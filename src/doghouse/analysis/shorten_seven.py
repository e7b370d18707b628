"""A seven told in as few pieces as its result allows: a marble that goes on later has gone at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from doghouse.rules.core.engine import Core
from doghouse.rules.notation import Move, Play
from doghouse.rules.plays import find_chunks

MAX_PERMUTED = 5  # pieces; of more there are too many orders


def shorten_seven(core: Core, play: Play) -> Play:
    """The same play with pieces of the same marble put together, as far as they lead to the same result."""
    if play.acts_as != "7" or len(play.moves) < 2:
        return play
    result = _result(core, play)
    while shorter := next((other for other in _shorter(play) if _result(core, other) == result), None):
        play = shorter
    return play


def _shorter(play: Play) -> Iterator[Play]:
    """Two pieces as one, which is made at the place of one of them, or a few pieces in any order."""
    moves = play.moves
    for first, move in enumerate(moves):
        for second in range(first + 1, len(moves)):
            if moves[second].source == move.target:
                whole = (Move(move.source, moves[second].target),)
                before, between, after = moves[:first], moves[first + 1 : second], moves[second + 1 :]
                yield replace(play, moves=before + whole + between + after)
                yield replace(play, moves=before + between + whole + after)
                if len(moves) <= MAX_PERMUTED:
                    for mixed in permutations(before + whole + between + after):
                        yield replace(play, moves=mixed)


def _result(core: Core, play: Play) -> bytes | None:
    """The game after a seven; nothing if it cannot be played like this."""
    chunks = find_chunks(core, play)
    if chunks is None:
        return None
    after = core.copy()
    for chunk in chunks:
        after.apply(chunk)
    return after.key()
