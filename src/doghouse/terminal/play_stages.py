"""Split a play into stages: each move with the board before it and the marbles it sends home."""

from __future__ import annotations

from dataclasses import dataclass

from doghouse.rules.game import Game
from doghouse.rules.notation import Move, Play
from doghouse.terminal.scene import Marbles, owners


@dataclass(frozen=True)
class Stage:
    move: Move
    marbles: Marbles  # before the move
    sends_home: tuple[str, ...]  # fields of these marbles


def stages(game: Game, play: Play) -> tuple[Stage, ...]:
    """Return the stages of a legal play, before it is made."""
    if play.acts_as == "7":
        return _seven_stages(game, play)
    marbles = game.marbles()
    occupied = owners(marbles)
    return tuple(
        Stage(move, marbles, (move.target,) if not move.swap and move.target in occupied else ()) for move in play.moves
    )


def _seven_stages(game: Game, play: Play) -> tuple[Stage, ...]:
    result = []
    partial = play.head
    for move in play.moves:
        options = game.options(partial)
        partial = f"{options.play} {move}"
        home = next(option.sends_home for option in options.next if option.play == partial)
        result.append(Stage(move, options.marbles, home))
    return tuple(result)
