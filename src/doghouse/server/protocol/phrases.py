"""What players may say to each other: set phrases, because nobody may speak of cards (R4.4)."""

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
