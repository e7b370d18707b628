"""The set phrases players may say: there is no free text, because nobody may talk about cards (R4.4)."""

from __future__ import annotations

from typing import Literal, get_args

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "ouch",
    "one_moment",
    "your_turn",
    "good_game",
    "rematch",
    "goodbye",
]
PHRASES: tuple[str, ...] = get_args(Phrase)
