"""How a partial play can go on, for people who put it together piece by piece."""

from __future__ import annotations

from doghouse.rules.game import Game
from doghouse.rules.options import Option, Options


def explored(game: Game, partial: str) -> Options:
    """As ``Game.options``; but a joker alone shows all it can do, so that its meaning follows from the target."""
    found = game.options(partial)
    if found.play != "X":
        return found
    following: list[Option] = []
    for head in found.next:
        following += [head] if head.complete else game.options(head.play).next
    return Options(found.play, found.complete, found.points_left, found.marbles, tuple(following))
