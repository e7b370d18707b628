"""Which marbles are in danger, compared with what the rules allow opponents to play."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import doghouse as dog
from doghouse.analysis.facts.play_diff import PlayDiff
from doghouse.analysis.facts.safety import in_danger
from doghouse.bots.determinize import Determinization
from doghouse.rules.notation import field_text
from tests.support.analysis_positions import game_at, played_on
from tests.support.rules_dsl import ALL_RULES

MAX_FACTS = 3000  # plays of a card: all of them in team games


def endangered(game: dog.Game, play: str = "fold") -> set[str]:
    """The fields of the team's marbles in danger before the play."""
    view = game.view(game.turn)
    determinized = Determinization(view)
    diff = PlayDiff(view, determinized, dog.Play.parse(play), determinized.core, frozenset())
    marbles = determinized.core.marbles()
    return {field_text(marbles[marble], marble >> 2) for marble in in_danger(diff, determinized.core)}


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ({"A": ["A3"], "B": ["D10"]}, {"A3"}),
        ({"A": ["A3"], "C": ["D10"]}, set()),  # a team mate
        ({"A": ["A3"], "B": ["D5"]}, set()),  # 14 fields
        ({"A": ["A3"], "B": ["A7"]}, {"A3"}),  # by a 4 backwards
        ({"A": ["A3"], "B": ["A6"]}, set()),
        ({"A": ["B0"]}, {"B0"}),  # a marble of B may leave the kennel
        ({"A": ["C0"]}, set()),  # C is a team mate
        ({"A": ["B0"], "B": ["B+1", "B+2", "B+3", "B+4"]}, set()),
        ({"A": ["A3", "A0!"], "B": ["D10"]}, set()),  # behind a fresh marble
        ({"A": ["A0!"], "B": ["D10"]}, set()),
        ({"A": ["A+1"], "B": ["D15"]}, set()),
        ({"C": ["A3"], "B": ["D10"]}, {"A3"}),
        ({"A": ["B3"], "B": ["B0!", "A15"]}, {"B3"}),
        ({"A": ["B8"], "B": ["B0!", "A15"]}, {"B8"}),  # by the fresh one itself
        ({"A": ["B2"], "D": ["D0!", "A15"], "B": ["B0!"]}, {"B2"}),
    ],
)
def test_by_any_card(board: dict[str, Any], expected: set[str]) -> None:
    assert endangered(game_at(["5"], **board)) == expected


def test_a_seven_moves_a_fresh_marble_out_of_the_way() -> None:
    """Only sevens and jacks are left: B moves the fresh marble first, then the other one past its start."""
    seen = {card: 8 for card in dog.CARDS if card not in ("7", "X", "J")} | {"X": 6, "J": 0}
    hands = {"A": ["J"], "B": ["7"], "C": ["J"], "D": ["J"]}
    game = game_at(["J"], A=["B1"], B=["B0!", "A15"], hands=hands, seen=seen)
    assert endangered(game) == {"B1"}
    game = game_at(["J"], A=["B8"], B=["A15", "B+4"], hands=hands, seen=seen)
    assert endangered(game) == set()  # 9 fields are too far for a seven


def test_seven_continues_with_the_team_mate_after_the_last_marble() -> None:
    """B brings its last marble in and goes on with D's (R10.4), which no other card of B can move."""
    seen = {card: 8 for card in dog.CARDS if card not in ("7", "X", "J")} | {"X": 6, "J": 0}
    hands = {"A": ["J"], "B": ["7"], "C": ["J"], "D": []}
    game = game_at(["J"], A=["D7"], B=["A15", "B+2", "B+3", "B+4"], D=["D3"], hands=hands, seen=seen)
    assert endangered(game) == {"D7"}
    game = game_at(["J"], A=["D9"], B=["A15", "B+2", "B+3", "B+4"], D=["D3"], hands=hands, seen=seen)
    assert endangered(game) == set()  # 6 fields, and 5 steps are left over


def test_seen_cards_are_no_danger() -> None:
    hands = {seat: ["Q"] for seat in "ABCD"}
    gone = {"5": 8, "X": 6}
    assert endangered(game_at(["Q"], A=["A3"], B=["D14"], hands=hands)) == {"A3"}
    assert endangered(game_at(["Q"], A=["A3"], B=["D14"], hands=hands, seen=gone)) == {"A3"}  # by a seven
    assert endangered(game_at(["Q"], A=["A3"], B=["D14"], hands=hands, seen=gone | {"7": 8})) == set()


def test_known_hand_is_the_only_danger() -> None:
    hands = {"A": ["Q"], "B": ["5"], "C": ["Q"], "D": []}
    known = {"A": {"B": ["5"]}}
    assert endangered(game_at(["Q"], A=["A3"], B=["D14"], hands=hands, known=known)) == {"A3"}
    assert endangered(game_at(["Q"], A=["A3"], B=["D13"], hands=hands, known=known)) == set()


def test_seat_without_cards_is_no_danger_until_the_round_ends() -> None:
    board: dict[str, Any] = {"A": ["A3", "C9"], "B": ["D14"]}
    hands: dict[str, list[str]] = {"A": ["5"], "B": [], "C": ["6"], "D": ["6"]}
    assert endangered(game_at(["5"], **board, hands=hands), "5 C9>C14") == set()
    hands = {"A": ["5"], "B": [], "C": [], "D": []}
    assert endangered(game_at(["5"], **board, hands=hands), "5 C9>C14") == {"A3"}
    hands = {"A": ["5", "5"], "B": [], "C": [], "D": []}
    assert endangered(game_at(["5"], **board, hands=hands), "5 C9>C14") == set()


@pytest.mark.parametrize("name", ["4-pairs", "4-canadian", "6-trios", "6-pairs"])
def test_dangers_match_the_rules(name: str) -> None:
    """Each opponent plays each card in every way, and the marbles of the team that go home are those in danger."""
    chooser = random.Random(name)
    compared = found = 0
    while compared < (6 if dog.COMPILED else 1):
        game = played_on(ALL_RULES[name], chooser.randrange(60, 250), seed=chooser.randrange(1000))
        if game.phase != "play" or game.turn is None or len(game.hand(game.turn)) < 2:
            continue
        compared += 1
        team = game.rules.team(game.turn)
        expected: set[str] = set()
        for opponent in game.rules.seats:
            if opponent not in team and game.hand(opponent):
                expected |= sent_home_by(game, opponent)
        mine = {field.rstrip("!") for seat in team for field in game.marbles()[seat]}
        assert endangered(game) == expected & mine
        found += len(expected & mine)
    assert found or not dog.COMPILED


def sent_home_by(game: dog.Game, opponent: str) -> set[str]:
    """The fields from which marbles go home when a seat plays a card that the seat to act cannot rule out."""
    determinized = Determinization(game.view(game.turn))
    possible = {dog.CARDS[kind] for kind in determinized.known[opponent]}
    if determinized.missing[opponent]:
        possible |= {dog.CARDS[kind] for kind in determinized.unseen}
    found = set()
    for card in sorted(possible):
        position = {
            "rules": game.rules.to_json(),
            "marbles": game.marbles(),
            "hands": {seat: [card] if seat == opponent else [] for seat in game.rules.seats},
            "turn": opponent,
            "phase": "play",
        }
        supposed = dog.Game.from_position(position, seed=1)
        for play in itertools.islice(supposed.plays(), MAX_FACTS):
            after = supposed.copy()
            after.play(play)
            assert after.last is not None
            found |= {field for _owner, field in after.last.sent_home}
    return found
