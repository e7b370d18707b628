"""Records that read back: whole games, broken off, from positions."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

import doghouse as dog
from tests.support.records import VARIANTS, changed, check_round_trip, line_of, play_on, refused, some_game
from tests.support.rules_dsl import IN, MODES, at, new_game, position

# Round trips.


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("turns", [0, 1, 20, 45])
def test_round_trip(name: str, turns: int) -> None:
    check_round_trip(some_game(name, turns))


@pytest.mark.parametrize("name", VARIANTS)
def test_reread_game_continues_identically(name: str) -> None:
    """The chance to come is the same: deals, draws and cards that are taken."""
    game = some_game(name)
    again = check_round_trip(game)
    assert play_on(game, 45).position() == play_on(again, 45).position()


@pytest.mark.parametrize("mode", ["2 pass", "3 pass", "4 pairs", "5 pass", "6 pairs", "6 trios"])
def test_round_trip_during_the_exchange(mode: str) -> None:
    game = new_game(mode)
    for seat in game.rules.seats:
        check_round_trip(game)
        game.give(seat, game.hand(seat)[0])
    check_round_trip(game)


@pytest.mark.parametrize("mode", ["2 draw", "2 pass", "4 pairs"])
def test_round_trip_of_a_whole_game(mode: str) -> None:
    chance = random.Random(1)
    game = play_on(new_game(mode), 5000, lambda game: str(chance.choice(list(islice(game.plays(), 40)))))
    assert game.outcome is not None
    assert check_round_trip(game).outcome == game.outcome
    assert f"\nResult: {'+'.join(game.outcome.winners)}\n" in game.record()


@pytest.mark.parametrize("name", VARIANTS)
def test_round_trip_of_a_game_broken_off(name: str) -> None:
    game = some_game(name)
    outcome = game.stop()
    assert game.record().endswith("\nstop\n")
    assert f"\nResult: {'+'.join(outcome.winners)} stopped\n" in game.record()
    assert check_round_trip(game).phase == "over"


def test_round_trip_of_headers() -> None:
    game = dog.Game(seed=1)
    game.headers |= {
        "Edition": "xl",
        "Event": "Cup of Luzern, final",
        "Player A": "Änni: the 2nd",
        "Date": "2024.11.15",
    }
    assert check_round_trip(game).headers["Player A"] == "Änni: the 2nd"


@pytest.mark.parametrize("value", ["Cup # 3", "#1", "C#", "two\nlines", " space ", '"quoted"', "", "\u2028", "a: b"])
def test_any_value_of_a_header_reads_back(value: str) -> None:
    game = dog.Game(seed=1)
    game.headers["Event"] = value
    check_round_trip(game)


@pytest.mark.parametrize("seed", ["a#b", "a #b", "# a", " a", "a ", "a\nb", "\u2028", "", '"'])
def test_any_seed_reads_back(seed: str) -> None:
    check_round_trip(play_on(dog.Game(seed=seed), 10))


def test_unterminated_quoted_value() -> None:
    error = refused('Players: 4\nEvent: "cup\n')
    assert (error.line, error.problem) == (2, 'expected a quoted string, not "cup')


def test_every_variant_is_written() -> None:
    text = some_game("all at once").record()
    assert "Variants: Canadian seven, no joker for the last marble\n" in text
    assert "Variants: quick start\n" in some_game("quick start").record()
    assert "Variants" not in some_game("4 pairs").record()


@pytest.mark.parametrize("mode", MODES)
def test_the_same_record_on_every_machine(mode: str) -> None:
    assert new_game(mode, 9).record() == new_game(mode, 9).record() != new_game(mode, 10).record()


# From a position.


def test_from_a_position() -> None:
    game = dog.Game.from_position(position({"A": "A3", "B": "B0!"}, {"A": "5 K", "B": "5"}), seed=4)
    check_round_trip(game)
    play_on(game, 30)
    text = check_round_trip(game).record()
    header = next(line for line in text.splitlines() if line.startswith("Position: "))
    assert json.loads(header.removeprefix("Position: "))["marbles"]["A"] == ["A3", "A-", "A-", "A-"]
    assert text.splitlines()[line_of(text, "Result") + 1] == "A: K A->A0"


def test_from_a_position_in_the_exchange() -> None:
    game = dog.Game.from_position(dog.Game(seed=5).position())
    assert game.position() == dog.Game(seed=5).position()
    check_round_trip(play_on(game, 20))


def test_from_a_position_in_a_seven() -> None:
    place = {**position({"A": "A3 B3"}, {"A": "5"}), "seven": {"card": "7", "left": 3}}
    game = dog.Game.from_position(place, seed=1)
    check_round_trip(game)
    game.play("7 A3>A5 B3>B4")
    check_round_trip(game)


def test_from_a_position_that_ends() -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A"})
    game.play("A A0>A+1")
    text = check_round_trip(game).record()
    assert "Result: A+C\n" in text


def test_from_an_invalid_position() -> None:
    text = at({"A": "A3"}).record()
    number = line_of(text, "Position")
    error = refused(text.replace('"A3"', '"A16"'))
    assert error.line == number
    assert "Position: invalid position: marbles of A: 'A16' is not a field" in error.problem
    assert refused(changed(text, number, "Position: {")).line == number
