"""Random play in games without a server."""

from __future__ import annotations

import itertools
import random

import doghouse as dog

MAX_PLAYS = 60  # plays considered where a seven may have thousands


def act_at_random(game: dog.Game, chooser: random.Random) -> None:
    """Give a random card, or choose one of the first legal plays."""
    if game.phase == "give":
        seat = chooser.choice(game.to_give())
        game.give(seat, chooser.choice(game.hand(seat)))
    else:
        game.play(chooser.choice(list(itertools.islice(game.plays(), MAX_PLAYS))))
