"""Reading positions and records, and the errors."""

from __future__ import annotations

import json

import pytest

import doghouse as dog
from doghouse.analysis.errors import NoAdvice
from doghouse.analysis.position_source import SourcePosition, read_position
from doghouse.terminal.replay_moments import read_moments
from tests.support.analysis_positions import game_at, giving, played_on
from tests.support.rules_dsl import ALL_RULES


@pytest.mark.parametrize("name", ["4-pairs", "3-draw", "2-pass", "6-trios"])
def test_moves_are_numbered_as_in_the_replay(name: str) -> None:
    record = played_on(ALL_RULES[name], 45).record()
    moments = read_moments(record)
    numbers = []
    for number, shown in enumerate(moments, 1):
        if shown.kind == "deal":
            with pytest.raises(NoAdvice, match=f"number {number} is a deal, where nobody decides; the next move is"):
                read_position(record, number)
            continue
        numbers.append(number)
        found = read_position(record, number)
        if shown.kind == "play":
            assert found.seat_to_advise(None) == shown.seat
            assert found.played == {shown.seat: str(shown.play)}
            assert shown.play in found.game.plays()
        else:
            assert found.played == {seat: f"give {card}" for seat, card in shown.given.items()}
            assert found.seat_to_advise("C") == "C"
    assert len(numbers) > 20
    with pytest.raises(NoAdvice, match=r"there is no move 999: .* numbered 2 to \d+, as doghouse replay shows them"):
        read_position(record, 999)
    with pytest.raises(NoAdvice, match="there is no move 0"):
        read_position(record, 0)


def test_default_is_the_last_decision() -> None:
    game = played_on(dog.Rules(), 33)
    assert read_position(game.record()).game.position() == game.position()
    over = played_on(dog.Rules(), 5000, seed=2)
    assert over.phase == "over"
    found = read_position(over.record())
    assert found.game.phase == "play"
    assert over.last is not None
    assert found.played == {over.last.seat: over.last.play}
    unfinished = dog.Game(seed=3)
    unfinished.give("A", unfinished.hand("A")[0])
    assert read_position(unfinished.record()).seat_to_advise(None) == "B"
    assert read_position("Players: 4\nSeed: 7\n").game.position() == dog.Game(seed=7).position()


def test_a_record_without_hands_cannot_be_advised() -> None:
    moment = read_position("Players: 4\nFirst dealer: D\n\nRound 1\nA: K A->A0\n")
    with pytest.raises(NoAdvice, match="the hand of B is not known"):
        moment.seat_to_advise(None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "neither a position"),
        ("hello", "neither a position .* nor a record: as a record, line 1"),
        ("Players: 4\n\nRound 1\nA: 5 A3>A8\n", "line 3: the hand of A is missing|line 4"),
        ('{"marbles": ', "this is not JSON: .* in line 1, column 13"),
        ("[]", "a position is an object"),
        ('{"marbles": {}, "hands": {}}', "this position lacks phase"),
        (
            '{"marbles": {}, "hands": {"A": ["?"], "B": 5, "C": [], "D": []}, "phase": "play"}',
            "this position cannot be",
        ),
        ("[" * 100_000, "not lists in lists"),
        ('{"marbles": ' + "1" * 5_000 + "}", "no number of thousands of digits"),
    ],
)
def test_invalid_positions(text: str, problem: str) -> None:
    with pytest.raises(NoAdvice, match=problem):
        read_position(text)


def test_move_is_rejected_for_a_position() -> None:
    with pytest.raises(NoAdvice, match="--move is for records"):
        read_position(json.dumps(game_at(["5"], A=["A3"]).position()), 3)


# Whose decision it is.


def moment_of(game: dog.Game) -> SourcePosition:
    return read_position(json.dumps(game.position()))


def test_in_play_it_is_the_seat_to_move() -> None:
    moment = moment_of(game_at(["5"], A=["A3"]))
    assert moment.seat_to_advise(None) == moment.seat_to_advise("A") == "A"
    with pytest.raises(dog.IllegalPlay, match=r"it is A's turn, not B's \(R5.1\)"):
        moment.seat_to_advise("B")
    with pytest.raises(dog.IllegalPlay, match=r"nobody sits at F \(R2.3\)"):
        moment.seat_to_advise("F")


def test_in_the_exchange_it_is_a_seat_that_has_to_give() -> None:
    game = giving(["5", "K"])
    game.give("A", "K")
    moment = moment_of(game)
    assert (moment.seat_to_advise(None), moment.seat_to_advise("D")) == ("B", "D")
    with pytest.raises(dog.IllegalPlay, match=r"A has given a card already \(R4.1\)"):
        moment.seat_to_advise("A")


def test_no_advice_when_the_game_is_over() -> None:
    with pytest.raises(dog.IllegalPlay, match=r"the game is over \(R2.4\)"):
        moment_of(played_on(dog.Rules(), 5000, seed=2)).seat_to_advise(None)
    game = played_on(dog.Rules(), 20)
    game.stop()
    with pytest.raises(dog.IllegalPlay, match=r"stopped early \(R2.5\)"):
        moment_of(game).seat_to_advise(None)
