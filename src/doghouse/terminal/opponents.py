"""Players that choose at random."""

from __future__ import annotations

import random

from doghouse.rules.game import Game


class RandomPlayer:
    """Chooses a card, then what to do with it, by chance; the same seed gives the same choices."""

    def __init__(self, seed: str, seat: str) -> None:
        self._random = random.Random(f"player {seat} of {seed}")

    def give(self, hand: list[str]) -> str:
        return self._random.choice(hand)

    def play(self, game: Game) -> str:
        """A legal play, entered piece by piece: a 7 is never listed in full."""
        partial = ""
        while True:
            option = self._random.choice(game.options(partial).next)
            if option.complete:
                return option.play
            partial = option.play
