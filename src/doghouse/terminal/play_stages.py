"""What a play does, stage by stage: each move, the board it is made on, and who is sent home by it."""

from __future__ import annotations

from dataclasses import dataclass

from doghouse.rules.game import Game
from doghouse.rules.notation import Move, Play
from doghouse.terminal.scene import Marbles, owners


@dataclass(frozen=True)
class Stage:
    move: Move
    marbles: Marbles  # before the move
    sends_home: tuple[str, ...]  # the fields of the marbles that are sent home


def stages(game: Game, play: Play) -> tuple[Stage, ...]:
    """The stages of a legal play of the seat to act, before it is made."""
    if play.acts_as == "7":
        return _seven_stages(game, play)
    marbles = game.marbles()
    occupied = owners(marbles)
    return tuple(
        Stage(move, marbles, (move.target,) if not move.swap and move.target in occupied else ()) for move in play.moves
    )


def _seven_stages(game: Game, play: Play) -> tuple[Stage, ...]:
    found = []
    partial = play.head
    for move in play.moves:
        options = game.options(partial)
        partial = f"{options.play} {move}"
        home = next(option.sends_home for option in options.next if option.play == partial)
        found.append(Stage(move, options.marbles, home))
    return tuple(found)
