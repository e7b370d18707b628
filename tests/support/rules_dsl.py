"""Small tables for tests: a position in one line, what can be played there, and what the board looks like after."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

import doghouse as dog

IN = {seat: " ".join(f"{seat}+{depth}" for depth in range(1, 5)) for seat in "ABCDEF"}  # all four in the finish
SOME_CARD = "5"  # in every hand that a test says nothing about

# Every kind of game there is: the fields of its rules.
MODES: Mapping[str, dict[str, Any]] = {
    "2 draw": {"players": 2},
    "2 pass": {"players": 2, "exchange": "pass"},
    "3 draw": {"players": 3},
    "3 pass": {"players": 3, "exchange": "pass"},
    "4 pairs": {"players": 4},
    "5 draw": {"players": 5},
    "5 pass": {"players": 5, "exchange": "pass"},
    "6 pairs": {"players": 6, "teams": "pairs"},
    "6 trios": {"players": 6, "teams": "trios"},
}


def position(
    marbles: Mapping[str, str] | None = None, hands: Mapping[str, str] | None = None, turn: str = "A", **rules: Any
) -> dict[str, Any]:
    """A position in which ``turn`` is to play.

    Fields and cards are separated by spaces. Marbles that are not named are in their kennels; a seat whose hand is not
    named holds a single 5.
    """
    seats = dog.Rules(**rules).seats
    return {
        "rules": rules,
        "marbles": {seat: _four(seat, (marbles or {}).get(seat, "")) for seat in seats},
        "hands": {seat: (hands or {}).get(seat, SOME_CARD).split() for seat in seats},
        "turn": turn,
        "phase": "play",
    }


def _four(seat: str, fields: str) -> list[str]:
    named = fields.split()
    return named + [f"{seat}-"] * (4 - len(named))


def at(
    marbles: Mapping[str, str] | None = None, hands: Mapping[str, str] | None = None, turn: str = "A", **rules: Any
) -> dog.Game:
    """A game at such a position."""
    return dog.Game.from_position(position(marbles, hands, turn, **rules), seed="table")


def new_game(mode: str, seed: int = 1, **changes: Any) -> dog.Game:
    return dog.Game(dog.Rules(**{**MODES[mode], **changes}), seed)


def texts(game: dog.Game, card: str | None = None) -> set[str]:
    """The plays of the seat to act as texts; all of them, or those of one card."""
    return {str(play) for play in game.plays() if card in (None, play.card)}


def board(game: dog.Game) -> dict[str, str]:
    """The marbles out of the kennels, in the order finish, ring; seats that have none are left out."""
    found = {seat: " ".join(field for field in fields if field[1] != "-") for seat, fields in game.marbles().items()}
    return {seat: fields for seat, fields in found.items() if fields}


def after(game: dog.Game, *plays: str) -> dog.Game:
    """A copy of the game in which these plays have been made."""
    later = game.copy()
    for play in plays:
        later.play(play)
    return later


def played(game: dog.Game, *plays: str) -> dict[str, str]:
    """The board after these plays; the game itself stays as it is."""
    return board(after(game, *plays))


def refusal(game: dog.Game, play: str, seat: str | None = None) -> dog.Reason:
    """The reason why a play is refused; the refusal changes nothing."""
    before = game.position()
    with pytest.raises(dog.IllegalPlay) as caught:
        game.play(play, seat)
    assert game.position() == before
    return caught.value.reason


def refused_by(game: dog.Game, play: str) -> str:
    """The number of the rule by which a play is refused."""
    return refusal(game, play).rule


def give_all(game: dog.Game) -> None:
    """Everyone still to give gives the first card in hand."""
    for seat in game.to_give():
        game.give(seat, game.hand(seat)[0])


def first_play(game: dog.Game) -> str:
    return str(next(iter(game.plays())))


def other_play(game: dog.Game) -> str:
    """Not the first play, where there is a choice; a 7 may have too many plays to go through them all."""
    return str(list(islice(game.plays(), 40))[-1])


def next_round(game: dog.Game) -> None:
    """Play the first play there is until the next round is dealt."""
    number = game.round
    give_all(game)
    while game.round == number and game.phase == "play":
        game.play(first_play(game))
