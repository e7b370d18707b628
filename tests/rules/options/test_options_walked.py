"""Following the options always leads to a legal play."""

from __future__ import annotations

import random
from itertools import islice, pairwise

import pytest

import doghouse as dog
from tests.support.rules_dsl import MODES, after, at, board, following, give_all, new_game, walk


@pytest.mark.parametrize("mode", MODES)
def test_options_lead_to_legal_plays(mode: str) -> None:
    chance = random.Random(mode)
    game = new_game(mode, 7, quick_start=True)
    for _ in range(150 if dog.COMPILED else 40):
        give_all(game)
        if game.phase == "over":
            break
        *_, whole = walk(game, chance)
        assert whole.play in game.plays()
        later = game.copy()
        later.play(whole.play)
        assert later.marbles() == whole.marbles
        game = later


@pytest.mark.parametrize("mode", ["2 draw", "4 pairs", "6 trios"])
def test_points_left_count_down(mode: str) -> None:
    """Every chunk of a seven takes its points, until none is left."""
    chance = random.Random(mode)
    rules = MODES[mode]
    for _ in range(20):
        game = at({"A": "A3 A9 D10", "C": "C5 C0!"}, {"A": "7"}, **rules)
        left = [found.points_left for found in walk(game, chance)]
        assert left[0] == 0  # no card is chosen yet
        assert left[1] == 7
        assert left[-1] == 0
        assert all(one > other for one, other in pairwise(left[1:]))


@pytest.mark.parametrize("mode", MODES)
def test_options_and_plays_say_the_same(mode: str) -> None:
    """Every play but a seven is offered, and besides only other words for one that is listed."""
    chance = random.Random(mode)
    game = new_game(mode, 11)
    for _ in range(60 if dog.COMPILED else 20):
        give_all(game)
        offered = {
            text for option in game.options().next for text in _whole(game, option) if "7" not in text.split()[0]
        }
        listed = {str(play) for play in islice(game.plays(), 500) if play.acts_as != "7"}
        assert listed <= offered
        results = {(text.split()[0][0], str(board(after(game, text)))) for text in listed}
        for text in offered - listed:
            assert (text.split()[0][0], str(board(after(game, text)))) in results
        game.play(chance.choice(list(islice(game.plays(), 40))))


def _whole(game: dog.Game, option: dog.Option) -> set[str]:
    return {option.play} if option.complete else following(game, option.play)
