"""Scores: the best plays lose nothing in any notation; the worst lose all there is to lose."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from statistics import fmean
from typing import Any

import pytest

import doghouse as dog
from doghouse.bots import registry
from doghouse.bots.bot import View
from doghouse.positions.position_set import Position, ValuedPlay, load
from doghouse.positions.scoring import (
    BotError,
    ScoredDecision,
    by_mode,
    compare,
    decide,
    decide_all,
    estimate,
    is_possible,
    most_different,
    score,
    value_of,
)
from doghouse.rules.notation import Play


class Oracle:
    """Takes the play at a place of the list, the best being the first."""

    place = 0

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def give(self, view: View) -> str:
        return self.find(view).removeprefix("give ")

    def play(self, view: View) -> Play:
        return Play.of(self.find(view))

    def find(self, view: View) -> str:
        position = next(one for one in some() if one.game().view(one.seat) == view)
        return position.plays[self.place].play


class Worst(Oracle):
    place = -1


class Strange(Oracle):
    def give(self, view: View) -> str:  # noqa: ARG002
        raise ValueError("oh no")

    def play(self, view: View) -> Play:  # noqa: ARG002
        return Play.of("K A5>B2")


def some() -> list[Position]:
    """A few of each mode, a gift among them."""
    return [position for position in load().positions if position.name.endswith(("/1", "/5"))]


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for maker in (Oracle, Worst, Strange):
        name = maker.__name__.lower()
        monkeypatch.setitem(
            registry.BUILTIN_BOTS, name, EntryPoint(name, f"{__name__}:{maker.__name__}", registry.GROUP)
        )


def test_best_plays_lose_nothing() -> None:
    positions = some()
    assert {"give", "play"} == {position.position["phase"] for position in positions}
    best, worst = list(decide_all("oracle", positions)), list(decide_all("worst", positions))
    found = score(best)
    assert (found.positions, found.loss, found.error, found.best, found.as_good) == (len(positions), 0, 0, 1, 1)
    assert found.seconds > 0
    lowest = score(worst)
    assert lowest.loss == pytest.approx(fmean(position.plays[-1].loss for position in positions))
    assert lowest.loss > 0.05
    assert lowest.error > 0
    assert lowest.best == 0
    assert 0 < lowest.luck < lowest.loss
    difference = compare(worst, best)
    assert difference.loss == pytest.approx(lowest.loss)
    assert difference.error == pytest.approx(lowest.error)
    pairs = most_different(best, worst)
    losses = [other.valued.loss for _one, other in pairs]
    assert losses == sorted(losses, reverse=True)
    assert len(pairs) == len(positions)
    scores = by_mode(worst)
    assert list(scores) == [*dict.fromkeys(position.mode for position in positions), "all"]
    assert list(by_mode(worst[:2])) == ["4-pairs"]


def test_decisions_are_deterministic() -> None:
    position = load().positions[0]
    assert decide("random", position).play == decide("random", position).play


def test_failing_bots_are_named() -> None:
    gift, play = (next(one for one in some() if one.position["phase"] == phase) for phase in ("give", "play"))
    with pytest.raises(BotError, match=f"strange failed in {gift.name}: oh no"):
        decide("strange", gift)
    with pytest.raises(BotError, match=f"answered 'K A5>B2' in {play.name}, which is not legal there"):
        decide("strange", play)


def valued(play: str, value: float, by_chance: bool = False) -> ValuedPlay:
    return ValuedPlay(play, value, 0.01, 0.8 - value, 0.02, 64, by_chance)


def position_with(*plays: ValuedPlay) -> tuple[Position, dict[str, Any]]:
    position = {
        "rules": {"players": 4},
        "marbles": {
            "A": ["A3", "A9", "A-", "A-"],
            "B": ["B-"] * 4,
            "C": ["C-"] * 4,
            "D": ["D-"] * 4,
        },
        "hands": {"A": ["7", "X", "K"], "B": ["9"], "C": ["9"], "D": ["9"]},
        "turn": "A",
        "phase": "play",
    }
    game = dog.Game.from_position(position, seed=1)
    return Position("4-pairs/1", "A", game.position(), plays), game.view("A")


def test_plays_are_recognised_in_any_notation() -> None:
    seven, leave, king = valued("7 A3>A6 A9>A13", 0.8), valued("K A->A0", 0.5), valued("K A3>B0", 0.3)
    position, view = position_with(seven, leave, king)
    for told, expected in (
        ("7 A9>A13 A3>A6", seven),
        ("7 A3>A4 A9>A13 A4>A6", seven),
        ("X=K A->A0", leave),  # a joker that is wasted
        ("X=A A->A0", leave),
        ("X=K A3>B0", king),
        ("7 A3>A7 A9>A12", None),
        ("X=7 A3>A6 A9>A13", seven),
        ("X=Q A3>A15", None),
    ):
        assert is_possible(view, told)
        assert value_of(position, view, told) == expected
    for told in ("7 A3>A6", "X A3>A7", "Q A3>A15", "give 7", "?"):
        assert not is_possible(view, told)


def test_plays_with_equal_wins_are_both_best() -> None:
    best, same = valued("7 A3>A6 A9>A13", 0.8), valued("K A->A0", 0.8)
    position, _view = position_with(best, same)
    assert score([ScoredDecision(position, same.play, same, True, 0.1)]).best == 1


def test_play_without_value_is_estimated() -> None:
    best, one, other = valued("7 A3>A6 A9>A13", 0.8), valued("K A->A0", 0.5, True), valued("K A3>B0", 0.3, True)
    position, _view = position_with(best, one, other)
    found = estimate(position)
    assert found.value == pytest.approx(0.4)
    assert found.loss == pytest.approx(0.4)
    position, _view = position_with(best, valued("K A->A0", 0.5))
    assert estimate(position).value == 0.5
