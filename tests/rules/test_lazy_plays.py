"""Legal plays are generated lazily: without teams a seven has too many results to list them all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import doghouse as dog
from doghouse.rules.core.results import Result, seven_results
from tests.support.rules_dsl import at, played


def crowded() -> dog.Game:
    """Five players with all twenty marbles on the ring."""
    marbles = {seat: " ".join(f"{seat}{number}" for number in (1, 5, 9, 13)) for seat in "ABCDE"}
    return at(marbles, {"A": "7 X"}, players=5)


class Counted:
    """Counts how many results a search of sevens has been asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found = 0
        monkeypatch.setattr("doghouse.rules.plays.seven_results", self)

    def __call__(self, *arguments: Any) -> Iterator[Result]:
        for result in seven_results(*arguments):
            self.found += 1
            yield result


def test_plays_are_generated_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = crowded()
    every = iter(game.plays())
    others = sum(1 for _ in islice(every, 10))
    assert (others, counted.found) == (10, 0)  # the joker's other plays come first
    found = list(islice((play for play in every if play.acts_as == "7"), 100))
    assert len(set(found)) == 100
    assert counted.found == 100


def test_options_do_not_enumerate_sevens(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = crowded()
    assert len(game.options("7").next) == 20 * 7
    assert len(game.options("7 A1>A2").next) == 20 * 6
    assert game.options("").next
    assert counted.found == 0


def test_checking_one_play_enumerates_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = crowded()
    assert game.plays()
    assert "7 A1>A2 B1>B3 C1>C2 E13>F0" in game.plays()
    assert "7 A1>A2 B1>B3 C1>C2 E13>E14" not in game.plays()
    game.play("7 A1>A2 B1>B3 C1>C2 E13>F0")
    assert counted.found == 0


def test_the_first_plays_of_a_seven_are_the_simplest() -> None:
    game = crowded()
    sevens = (play for play in game.plays() if play.card == "7")
    assert [len(play.moves) for play in islice(sevens, 20)] == [1] * 20


def test_seven_with_few_marbles_is_fully_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = at({"A": "A3", "C": "C3"}, {"A": "7"}, players=2)
    results = {tuple(played(game, str(play)).items()) for play in game.plays()}
    assert counted.found == len(results) == 8
