"""The other players at the table: bots, who see what their seat sees and no more."""

from __future__ import annotations

import hashlib

from doghouse.bots.registry import make_bot
from doghouse.rules.game import Game
from doghouse.rules.notation import Play


class Opponent:
    """A bot at a seat; the same seed of the game gives the same choices."""

    def __init__(self, bot: str, seed: str, seat: str) -> None:
        self._seat = seat
        digest = hashlib.sha256(f"player {seat} of {seed}".encode()).digest()
        self._bot = make_bot(bot, int.from_bytes(digest[:8], "big"))

    def give(self, game: Game) -> str:
        return self._bot.give(game.view(self._seat))

    def play(self, game: Game) -> Play:
        view = game.view(self._seat)
        return self._bot.play(view)
