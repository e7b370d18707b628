"""Roll-outs: exact where the end is certain, the same deals for all plays, and no look at hidden cards."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import doghouse as dog
from doghouse.bots.modes import NAMES, mode
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import nets_for
from doghouse.positions.position_set import Position, ValuedPlay
from doghouse.rules.notation import SEATS
from tests.support.hidden_worlds import other_world
from tests.support.random_play import act_at_random
from tools.positions import rollout_values
from tools.positions.rollout_values import luck_of, race, roll_out, share_of_tie, value, weigh

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="whole games take the compiled core")

DEALS = 6


def evaluated(game: dog.Game, seat: str) -> tuple[Decision, list[EvaluatedPlay], Any]:
    decision = Decision(game.view(seat))
    nets = nets_for(decision.mode.name)
    return decision, decision.evaluate(nets.net), nets.small.chances


def valued(game: dog.Game, seat: str, most: int = 99, deals: int = DEALS) -> tuple[ValuedPlay, ...]:
    decision, choices, evaluator = evaluated(game, seat)
    position = Position("", seat, game.position())
    return value(position, decision, choices[:most], evaluator, deals, "x").plays


def three_alone(hand: list[str]) -> dog.Game:
    """C to play: one more point and C has won, two of another colour and A has."""
    position = {
        "rules": {"players": 3},
        "marbles": {
            "A": ["A+4", "A+3", "A+2", "D15"],
            "B": ["B-", "B-", "B-", "B-"],
            "C": ["C+4", "C+3", "C+2", "C0"],
        },
        "hands": {"A": ["5"], "B": ["9"], "C": hand},
        "turn": "C",
        "phase": "play",
    }
    return dog.Game.from_position(position, seed=1)


def test_certain_result_has_exact_value() -> None:
    found = {play.play: play for play in valued(three_alone(["7", "A"]), "C")}
    wins = found["A C0>C+1"]
    assert (wins.value, wins.error, wins.loss, wins.loss_error) == (1, 0, 0, 0)
    for_another = [play for name, play in found.items() if name.startswith("7 D15>A+1")]
    assert for_another
    for play in for_another:  # R13.4: whoever is completed first has won
        assert (play.value, play.error, play.loss, play.loss_error) == (0, 0, 1, 0)


@pytest.mark.parametrize("name", NAMES)
def test_all_plays_are_tried_on_the_same_deals(name: str) -> None:
    game = dog.Game(mode(name).rules, seed=2)
    decision, choices, evaluator = evaluated(game, game.turn or game.to_give()[0])
    won = roll_out(decision, [choices[0]] * 3, evaluator, DEALS, random.Random(1))
    assert won.shape == (DEALS, 3)
    assert (won == won[:, :1]).all()
    assert ((won >= 0) & (won <= 1)).all()


def test_more_deals_extend_fewer_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    decision, choices, evaluator = evaluated(dog.Game(dog.Rules(players=3), seed=4), "A")
    few, many = (roll_out(decision, choices[:2], evaluator, deals, random.Random(1)) for deals in (DEALS, 2 * DEALS))
    assert (few == many[:DEALS]).all()
    monkeypatch.setattr(rollout_values, "MAX_BATCH", 5)
    assert (roll_out(decision, choices[:2], evaluator, 2 * DEALS, random.Random(1)) == many).all()
    assert not (roll_out(decision, choices[:2], evaluator, 2 * DEALS, random.Random(2)) == many).all()


def test_plays_clearly_behind_stop_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout_values, "MIN_DEALS", 2)
    decision, choices, evaluator = evaluated(three_alone(["7", "5", "A"]), "C")
    open_ones = [choice for choice in choices if 0 < choice.chance < 1]
    lost = [choice for choice in choices if choice.chance == 0]
    won = race(decision, [*open_ones[:2], lost[0]], evaluator, 320, "x")
    assert [len(shares) for shares in won[:2]] == [320, 320]
    assert len(won[2]) < 320
    assert not won[2].any()


@pytest.mark.parametrize("name", ["4-pairs", "3", "6-trios"])
def test_values_follow_from_the_view(name: str) -> None:
    """The same seed gives the same values, also in a world with other hidden cards."""
    chooser = random.Random(name)
    game = dog.Game(mode(name).rules, seed=name)
    for _decision in range(3):
        seat = game.turn or game.to_give()[0]
        world = dog.Game.from_position(other_world(game, seat, chooser))
        assert valued(game, seat, 3) == valued(game, seat, 3) == valued(world, seat, 3)
        for _act in range(11):
            act_at_random(game, chooser)


def test_only_some_of_many_plays_are_valued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout_values, "BEST", 2)
    monkeypatch.setattr(rollout_values, "RANDOM", 2)
    game = dog.Game(dog.Rules(), seed=3)
    _decision, choices, _evaluator = evaluated(game, "A")
    assert len(choices) > 4
    plays = valued(game, "A", deals=2)
    assert len(plays) == 4
    assert {play.play for play in plays if not play.by_chance} == {f"give {choice.card}" for choice in choices[:2]}
    assert not any(play.by_chance for play in valued(game, "A", 4, deals=2))


def test_loss_is_counted_deal_by_deal() -> None:
    won = [np.array(shares, np.float64) for shares in ([1, 0, 1, 0], [1, 1, 1, 0], [0, 0.5], [1, 1])]
    best, equal, second, third = weigh(["a", "b", "c", "d"], won)
    assert [play.play for play in (best, equal, second, third)] == ["b", "d", "a", "c"]
    assert (best.value, best.loss, best.loss_error, best.deals) == (0.75, 0, 0, 4)
    assert best.error == pytest.approx(0.25)
    assert (equal.value, equal.loss, equal.deals) == (1, 0, 2), "on fewer deals nothing is the best"
    assert (second.value, second.loss, second.loss_error) == (0.5, 0.25, 0.25)
    assert second.as_good
    assert (third.value, third.loss, third.deals) == (0.25, 0.75, 2)


def test_luck_of_the_best_play() -> None:
    """Equal plays: the best of them is lucky by as much as it is above the mean."""
    chance = np.random.default_rng(1)
    lucky = [luck_of([(chance.random(64) < 0.5).astype(np.float64) for _play in range(8)]) for _time in range(200)]
    assert np.mean(lucky) == pytest.approx(1.42 * 0.5 / 8, abs=0.02)  # the highest of eight normal variables
    better = [(chance.random(64) < part).astype(np.float64) for part in (0.9, 0.1)]
    assert luck_of(better) == 0


def test_a_tie_is_shared() -> None:
    game = dog.Game(dog.Rules(players=3), seed=1)
    decision, _choices, _evaluator = evaluated(game, "A")
    assert share_of_tie(decision, decision.core) == pytest.approx(1 / 3)
    marbles = decision.core.marbles()
    marbles[0] += 3
    decision.core.load_board(marbles, 0b110)
    assert share_of_tie(decision, decision.core) == 1
    marbles[4 * SEATS.index("B")] += 4
    decision.core.load_board(marbles, 0b100)
    assert share_of_tie(decision, decision.core) == 0
