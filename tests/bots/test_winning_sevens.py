"""A winning seven is always found, even if not all plays are searched."""

from __future__ import annotations

import pytest

import doghouse as dog
from doghouse.bots.registry import make_bot
from tests.support.rules_dsl import position

POSITIONS = {
    "2 players": position({"A": "A+2 A+3 A+4 D15", "C": "C+1 C+2 C+4 B15"}, {"A": "7 2 5 10"}, players=2),
    "3 players": position(
        {"A": "A+1 A+3 A+4 D14", "B": "B+2 B+3 B+4 B9", "C": "C+2 C+3 C+4 A9"}, {"A": "7 4 5 6"}, players=3
    ),
    "5 players": position(
        {"A": "A+2 A+3 A+4 F15", "B": "B1 B5 B9", "C": "C1 C5", "D": "D1 D5", "E": "E1 E5"}, {"A": "7 4 J"}, players=5
    ),
    "helping": position(
        {"A": "A+1 A+2 A+3 A+4", "C": "C+1 C+2 C+3 B13"}, {"A": "7 8 9"}, players=4, canadian_seven=True
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("bot", ["neural", "puppy"])
def test_winning_seven_is_always_chosen(name: str, bot: str) -> None:
    game = dog.Game.from_position(POSITIONS[name])
    can_win = any(won(game, str(play)) for play in game.plays() if play.card == "7")
    assert can_win, "the position is one"
    assert won(game, str(make_bot(bot).play(game.view("A"))))


def won(game: dog.Game, play: str) -> bool:
    after = game.copy()
    after.play(play)
    return after.outcome is not None and "A" in after.outcome.winners
