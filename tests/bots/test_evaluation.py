"""The evaluation prefers better positions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import doghouse as dog
from doghouse.bots.core import weights as names
from doghouse.bots.core.policy import value_of
from doghouse.bots.determinize import Determinization
from doghouse.bots.registry import make_bot
from doghouse.bots.weights import weights_for
from tests.support.rules_dsl import IN, at


def value(marbles: dict[str, str], hand: str = "5") -> float:
    game = at(marbles, {"A": hand})
    return value_of(Determinization(game.view("A")).core, 0, weights_for(game.rules))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"A": "A0!"}, {}),  # out of the kennel
        ({"A": "B5"}, {"A": "A5"}),  # progress
        ({"A": "A+1"}, {"A": "D15"}),  # in the finish
        ({"A": "A+4"}, {"A": "A+1"}),  # slots kept open
        ({"C": "C+4"}, {}),  # the partner counts
        ({}, {"B": "B9"}),  # so do the opponents
        ({"A": "C8", "B": "B1"}, {"A": "C8", "B": "C3"}),  # safe from what is behind
    ],
)
def test_better_positions_are_worth_more(better: dict[str, str], worse: dict[str, str]) -> None:
    assert value(better) > value(worse)


def test_a_blockade_protects_what_is_behind_it() -> None:
    """An opponent close behind costs less when a fresh marble stands between."""
    locked = value({"A": "C2", "C": "C0!"}) - value({"A": "C2", "B": "B15", "C": "C0!"})
    open_way = value({"A": "C2"}) - value({"A": "C2", "B": "B15"})
    assert locked < open_way


def test_cards_that_leave_the_kennel_are_worth_keeping() -> None:
    assert value({}, "K") > value({}, "5")


@pytest.mark.parametrize(
    ("marbles", "hand", "play"),
    [
        ({"A": "A3"}, "5 K", "K A->A0"),
        ({"A": "A3", "B": "A8"}, "5 6", "5 A3>A8"),
        ({"A": "D12 A+4"}, "7 8", "7 D12>A+3"),
        ({"A": "A0!"}, "4 9", "4 A0>D12"),
    ],
)
def test_greedy_finds_what_everybody_would_play(marbles: dict[str, str], hand: str, play: str) -> None:
    view = at(marbles, {"A": hand}).view("A")
    assert str(make_bot("greedy").play(view)) == play


@pytest.mark.parametrize(
    ("mine", "hand", "gift"),
    [
        ("A5 B3 A- A-", "K 9 5", "K"),  # the partner has no marble out, the giver has two
        ("A- A- A- A-", "K K K X 5 9", "K"),  # one start card is enough for the giver
        ("A- A- A- A-", "A 5 9", "5"),  # the only start card is kept where both need it alike
    ],
)
def test_greedy_gives_the_partner_what_the_partner_lacks_more(mine: str, hand: str, gift: str) -> None:
    game = dog.Game.from_position(
        {
            "marbles": {
                "A": mine.split(),
                "B": ["B-", "B-", "B-", "B-"],
                "C": ["C-", "C-", "C-", "C-"],
                "D": ["D-", "D-", "D-", "D-"],
            },
            "hands": {
                seat: hand.split() if seat == "A" else ["2", "3", "4", "6", "8", "9"][: len(hand.split())]
                for seat in "ABCD"
            },
            "turn": None,
            "phase": "give",
        }
    )
    assert make_bot("greedy").give(game.view("A")) == gift


def test_the_weights_are_named_the_same_in_c() -> None:
    declared = (Path(names.__file__).parent / "weights.pxd").read_text(encoding="utf-8")
    in_c = {name: int(number) for name, number in re.findall(r"^    ([A-Z_]+) = (\d+)$", declared, re.MULTILINE)}
    assert in_c == {name: number for name, number in vars(names).items() if name.isupper()}


@pytest.mark.parametrize("bot", ["greedy", "search:playouts=40", "puppy", "companion", "hunter", "wolf"])
def test_every_bot_takes_a_win_in_one(bot: str) -> None:
    """Far ahead, with many other plays that look good: the game is won all the same."""
    game = at({"A": "A+4 A+3 A+2 D14", "C": IN["C"]}, {"A": "3 A 2"})
    view = game.view("A")
    for seed in range(5):
        after = game.copy()
        after.play(make_bot(bot, seed).play(view))
        assert after.phase == "over"
