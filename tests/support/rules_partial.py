"""Plays entered piece by piece: how they can go on, to their end, and why some cannot."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import doghouse as dog


def following(game: dog.Game, partial: str = "") -> set[str]:
    return {option.play for option in game.options(partial).next}


def refused_option(game: dog.Game, partial: str) -> dog.Reason:
    before = game.position()
    with pytest.raises(dog.IllegalPlay) as caught:
        game.options(partial)
    assert game.position() == before
    return caught.value.reason


def walk(game: dog.Game, chance: random.Random) -> Iterator[dog.Options]:
    """From the empty text along any options until the play is complete."""
    found = game.options()
    yield found
    while not found.complete:
        option = chance.choice(found.next)
        after = game.options(option.play)
        assert after.play == option.play
        assert after.complete is option.complete
        assert _sent_home(found, after) == sorted(option.sends_home)
        yield after
        found = after


def _sent_home(before: dog.Options, after: dog.Options) -> list[str]:
    """The occupied fields that the last move comes to: where it ends, or with a seven all on its way (R7.3, R10.2)."""
    play = dog.Play.parse(after.play)
    if not play.moves or play.moves[-1].swap:
        return []
    move = play.moves[-1]
    sections = "ABCDEF" if "E" in before.marbles else "ABCD"
    occupied = {field.rstrip("!") for fields in before.marbles.values() for field in fields if field[1] not in "+-"}
    return sorted(occupied & ({move.target} if play.acts_as != "7" else _way(move, sections)))


def _way(move: dog.Move, sections: str) -> set[str]:
    """The ring fields that a marble steps on."""
    ring = [f"{section}{number}" for section in sections for number in range(16)]
    if "+" in move.source:
        return set()
    at_field = ring.index(move.source)
    end = f"{move.target[0]}0" if "+" in move.target else move.target
    return {ring[(at_field + step) % len(ring)] for step in range(1, (ring.index(end) - at_field) % len(ring) + 1)}
