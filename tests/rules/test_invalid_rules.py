"""Rules that contradict themselves are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import doghouse as dog

Board = Mapping[str, str]

WRONG_RULES: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "Dog is for 2 to 6 players, not 1 (R2)"),
    ({"players": 7}, "Dog is for 2 to 6 players, not 7 (R2)"),
    ({"players": "4"}, "Dog is for 2 to 6 players, not '4' (R2)"),
    ({"players": None}, "Dog is for 2 to 6 players, not None (R2)"),
    ({"players": True}, "Dog is for 2 to 6 players, not True (R2)"),
    ({"players": 4.0}, "Dog is for 2 to 6 players, not 4.0 (R2)"),
    ({"players": [4]}, "Dog is for 2 to 6 players, not [4] (R2)"),
    ({"teams": "trios"}, "4 players form teams 'pairs', not 'trios' (R2)"),
    ({"players": 6, "teams": "none"}, "6 players form teams 'pairs' or 'trios', not 'none' (R2)"),
    ({"players": 3, "teams": "pairs"}, "3 players form teams 'none', not 'pairs' (R2)"),
    ({"teams": ["pairs"]}, "4 players form teams 'pairs', not ['pairs'] (R2)"),
    ({"exchange": "draw"}, "4 players exchange by 'partner', not 'draw' (R4)"),
    ({"players": 2, "exchange": "partner"}, "2 players exchange by 'draw' or 'pass', not 'partner' (R4)"),
    ({"dealer": "me"}, "dealer must be 'moves' or 'fixed', not 'me' (R3.3)"),
    ({"canadian_seven": 1}, "canadian_seven must be true or false, not 1"),
    ({"joker_may_finish": "no"}, "joker_may_finish must be true or false, not 'no'"),
    ({"quick_start": 0}, "quick_start must be true or false, not 0"),
    (
        {"players": 2, "quick_start": False},
        "with 2 players each begins with a marble on the start, so quick_start is true (R13.1)",
    ),
    (
        {"players": 5, "canadian_seven": True},
        "the Canadian seven needs team mates; alone a 7 moves all marbles anyway (R12.1, R13.2)",
    ),
    (
        {"players": 3, "teams": "pairs", "exchange": "partner", "dealer": "nobody"},
        "3 players form teams 'none', not 'pairs' (R2); 3 players exchange by 'draw' or 'pass', not 'partner' (R4);"
        " dealer must be 'moves' or 'fixed', not 'nobody' (R3.3)",
    ),
]


@pytest.mark.parametrize(("fields", "text"), WRONG_RULES, ids=[text[:50] for _fields, text in WRONG_RULES])
def test_contradictory_rules_are_refused(fields: dict[str, Any], text: str) -> None:
    for make in (dog.Rules, lambda **values: dog.Rules.from_json(values)):
        with pytest.raises(dog.InvalidRules) as caught:
            make(**fields)
        assert str(caught.value) == text


@pytest.mark.parametrize("data", [None, 4, "4", [], [4]])
def test_rules_that_are_not_an_object(data: Any) -> None:
    with pytest.raises(dog.InvalidRules, match="rules must be an object with the fields players, teams"):
        dog.Rules.from_json(data)


def test_rules_with_an_unknown_field() -> None:
    with pytest.raises(dog.InvalidRules, match="unknown rules field 'speed'; fields are players, teams"):
        dog.Rules.from_json({"speed": 1})
    with pytest.raises(dog.InvalidRules, match="unknown rules field 'speed'"):
        dog.Rules.edition("xl", speed=1)


@pytest.mark.parametrize("name", ["", "tock", None, 5])
def test_unknown_edition_is_refused(name: Any) -> None:
    with pytest.raises(dog.InvalidRules, match="editions are xl, xs, dog, kings"):
        dog.Rules.edition(name)


@pytest.mark.parametrize("players", [0, 1, 7, "4", None, True])
def test_edition_without_that_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(dog.InvalidRules, match="Dog is for 2 to 6 players"):
        dog.Rules.edition("xl", players)
