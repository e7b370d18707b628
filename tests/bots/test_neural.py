"""Bots with nets: legal plays, no use of hidden cards, and refusal of nets that do not fit."""

from __future__ import annotations

import hashlib
import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import doghouse as dog
from doghouse.bots import neural_search
from doghouse.bots.bot import Bot, InvalidOption
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import NAMES, mode, mode_of
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets import inference
from doghouse.bots.nets.inference import InvalidNet, nets_for
from doghouse.bots.neural import NeuralBot
from doghouse.bots.neural_search import NeuralSearchBot
from doghouse.bots.registry import UnknownBot, check_spec, make_bot
from doghouse.bots.rollout import roll
from doghouse.rules.core.engine import Core
from tests.support.analysis_positions import game_at
from tests.support.hidden_worlds import other_world
from tests.support.nets import write_net, write_nets
from tests.support.random_play import act_at_random
from tests.support.rules_dsl import ALL_RULES

ACTS = 30 if dog.COMPILED else 4
SEARCHED = [name for name in ALL_RULES if dog.COMPILED or name in ("2-draw", "4-pairs")]


@pytest.fixture(autouse=True, scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Nets by chance in place of the trained ones."""
    folder = tmp_path_factory.mktemp("nets")
    write_nets(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inference, "HOME", folder)
        nets_for.cache_clear()
        yield folder
    nets_for.cache_clear()


def decision(bot: Bot, game: dog.Game, seat: str) -> str:
    view = game.view(seat)
    return bot.give(view) if game.phase == "give" else str(bot.play(view))


def compare_worlds(make: type[NeuralBot] | type[NeuralSearchBot], name: str, acts: int, **options: Any) -> None:
    chooser = random.Random(name)
    game = dog.Game(ALL_RULES[name], seed=name)
    for act in range(acts):
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[0]
        world = dog.Game.from_position(other_world(game, seat, chooser))
        decided = decision(make(act, **options), game, seat)
        assert decided == decision(make(act, **options), world, seat)
        if game.phase == "play":
            game.copy().play(decided)  # it is legal
        else:
            assert decided in game.view(seat)["hand"]
        act_at_random(game, chooser)


@pytest.mark.parametrize("name", ALL_RULES)
def test_neural_decides_the_same_in_another_world(name: str) -> None:
    compare_worlds(NeuralBot, name, ACTS)


@pytest.mark.parametrize("name", SEARCHED)
def test_neural_search_decides_the_same_in_another_world(name: str) -> None:
    compare_worlds(NeuralSearchBot, name, ACTS // 3, deals=1, width=2, margin=100)


def test_neural_search_takes_what_its_deals_say() -> None:
    """More deals than one, three plays, by time too."""
    game = dog.Game(seed=3)
    for seat in game.to_give():
        bot = NeuralSearchBot(1, deals=4, width=3, margin=100)
        game.give(seat, bot.give(game.view(seat)))
    view = game.view(game.turn)
    for bot in (NeuralSearchBot(1, deals=4, width=3, margin=100), NeuralSearchBot(1, time=0.02, width=3, margin=100)):
        assert bot.play(view) in list(game.plays())


def test_sevens_are_told_in_pieces_that_can_be_played() -> None:
    chooser = random.Random(4)
    sevens = 0
    for name in ("4-canadian", "5-draw", "6-trios", "3-draw"):
        game = dog.Game(ALL_RULES[name], seed=5)
        for _act in range(10 * ACTS):
            if game.phase == "over":
                break
            if game.turn is not None:
                view = game.view(game.turn)
                decided = Decision(view)
                for evaluated in decided.evaluate(nets_for(decided.mode.name).net)[:5]:
                    play = evaluated.play(decided.core)
                    game.copy().play(play)
                    sevens += len(play.moves) > 1
            act_at_random(game, chooser)
    assert sevens > 10 or not dog.COMPILED


def test_chances_add_up_and_follow_the_weights() -> None:
    for name in NAMES:
        found = nets_for(name)
        rows = np.random.default_rng(2).integers(0, 2, (5, mode(name).features), np.uint8)
        chances = found.net.chances(rows)
        assert chances.shape == (5, len(mode(name).teams))
        assert np.allclose(chances.sum(axis=1), 1, atol=1e-5)
        assert not np.allclose(chances, found.small.chances(rows))


def test_an_older_net_reads_the_beginning_of_a_row(tmp_path: Path) -> None:
    """What a row says of the ways of three players came later, at its end."""
    write_net(tmp_path, "3", encoder=1, features=416)
    net = nets_for("3", tmp_path).net
    rows = np.random.default_rng(2).integers(0, 2, (5, mode("3").features), np.uint8)
    chances = net.chances(rows)
    rows[:, 416:] = 0
    assert np.array_equal(chances, net.chances(rows))
    rows[:, 415] ^= 1
    assert not np.allclose(chances, net.chances(rows))
    for name, encoder, features in (("5", 2, 784), ("4-pairs", 1, 500), ("2", 1, 313)):
        write_net(tmp_path, name, encoder=encoder, features=features)
        with pytest.raises(InvalidNet, match=f"does not contain the nets of mode {name}"):
            nets_for(name, tmp_path)


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidNet, match="no net for mode 2"):
        nets_for("2", tmp_path)
    write_net(tmp_path, "2", encoder=99)
    with pytest.raises(
        InvalidNet, match=f"{tmp_path}/2.npz is not compatible: its card says encoder 99, expected 1 or 2"
    ):
        nets_for("2", tmp_path)
    write_net(tmp_path, "3", rules=99)
    with pytest.raises(InvalidNet, match="its card says rules 99"):
        nets_for("3", tmp_path)
    write_net(tmp_path, "5")
    damaged = bytearray((tmp_path / "5.npz").read_bytes())
    damaged[100] ^= 1
    (tmp_path / "5.npz").write_bytes(damaged)
    with pytest.raises(InvalidNet, match="checksum"):
        nets_for("5", tmp_path)
    write_net(tmp_path, "6-trios")
    (tmp_path / "6-trios.toml").unlink()
    with pytest.raises(InvalidNet, match=r"its card 6-trios.toml is missing"):
        nets_for("6-trios", tmp_path)


def test_other_nets_can_be_tried(tmp_path: Path) -> None:
    """A folder with nets of one's own, by the name of the bot."""
    view = dog.Game(seed=3).view("A")
    for bot in ("neural", "neural-search"):
        with pytest.raises(UnknownBot, match="nets must be a folder"):
            make_bot(f"{bot}:nets={tmp_path / 'nothing'}")
        with pytest.raises(InvalidNet, match="no net for mode 4-pairs"):
            make_bot(f"{bot}:nets={tmp_path}").give(view)
    write_nets(tmp_path)
    assert make_bot(f"neural:nets={tmp_path}").give(view) in view["hand"]


def test_without_a_margin_it_takes_the_play_that_looks_best() -> None:
    game = dog.Game(dog.Rules(2), seed=4)
    view = game.view(game.turn)
    assert NeuralSearchBot(1, deals=1, margin=0).play(view) == NeuralBot(1).play(view)


@pytest.mark.parametrize(("deals", "width", "games"), [(1, 4, 4), (2, 4, 8), (4, 4, 16), (1, 2, 2), (48, 4, 192)])
def test_no_more_deals_are_played_than_asked_for(
    deals: int, width: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = 0

    def counted(decision: Decision, worlds: list[Core], tried: list[EvaluatedPlay], *how: Any, **more: Any) -> Lockstep:
        nonlocal played
        played += len(worlds) * len(tried)
        return roll(decision, worlds, tried, *how, **more)

    monkeypatch.setattr(neural_search, "roll", counted)
    game = game_at(["5", "6", "9", "K"], A=["A3", "B3"], B=["C3"])
    NeuralSearchBot(1, deals=deals, width=width, margin=100).play(game.view("A"))
    assert played == games


def test_the_other_teams_can_be_taken_for_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    greedy_seats: set[int] = set()

    def noted(*how: Any, **more: Any) -> Lockstep:
        greedy_seats.add(more["greedy_seats"])
        return roll(*how, **more)

    monkeypatch.setattr(neural_search, "roll", noted)
    game = game_at(["5", "6", "9", "K"], A=["A3", "B3"], B=["C3"])
    for others, seats in (("net", 0), ("greedy", 0b1010)):
        greedy_seats.clear()
        NeuralSearchBot(1, deals=2, margin=100, others=others).play(game.view("A"))
        assert greedy_seats == {seats}
    compare_worlds(NeuralSearchBot, "3-draw", ACTS // 3, deals=1, width=2, margin=100, others="greedy")


@pytest.mark.parametrize(
    "options", [{"deals": 0}, {"width": 1.5}, {"time": -1}, {"margin": float("nan")}, {"others": "us"}]
)
def test_wrong_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(InvalidOption):
        NeuralSearchBot(0, **options)  # type: ignore[arg-type]


def test_modes_and_how_they_count() -> None:
    assert [mode_of(rules).name for rules in (dog.Rules(), dog.Rules(players=5))] == ["4-pairs", "5"]
    assert mode("4-pairs").team_order()[:4] == [[0, 1], [1, 0], [0, 1], [1, 0]]
    assert mode("6-pairs").team_order()[1] == [1, 2, 0]
    assert mode("2").teams == [0b1, 0b100]
    assert mode("2").team_order()[2] == [1, 0]
    with pytest.raises(ValueError, match="unknown mode '7'"):
        mode("7")


DAMAGES = {
    "not TOML": ("toml", b"mode = ", "cannot read the nets"),
    "not text": ("toml", b"\xff\xfe", "cannot read the nets"),
    "empty": ("toml", b"", "its card says no checksum"),
    "other nets": ("npz", b"PK nothing", "its card says checksum"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_files_are_refused(name: str, tmp_path: Path) -> None:
    write_net(tmp_path, "2")
    suffix, data, message = DAMAGES[name]
    (tmp_path / f"2.{suffix}").write_bytes(data)
    with pytest.raises(InvalidNet, match=message):
        nets_for("2", tmp_path)


def array_file() -> bytes:
    memory = io.BytesIO()
    np.save(memory, np.zeros(3, np.float32))
    return memory.getvalue()


@pytest.mark.parametrize("data", [b"", b"PK nothing", array_file()])
def test_files_that_hold_no_nets_are_refused_whatever_the_card_says(data: bytes, tmp_path: Path) -> None:
    write_net(tmp_path, "2")
    (tmp_path / "2.npz").write_bytes(data)
    card = tmp_path / "2.toml"
    card.write_text(re.sub("[0-9a-f]{64}", hashlib.sha256(data).hexdigest(), card.read_text()))
    with pytest.raises(InvalidNet, match=r"2.npz does not contain the nets of mode 2"):
        nets_for("2", tmp_path)
    write_net(tmp_path, "3")
    other = (tmp_path / "3.npz").read_bytes()
    (tmp_path / "2.npz").write_bytes(other)
    card.write_text(re.sub("[0-9a-f]{64}", hashlib.sha256(other).hexdigest(), card.read_text()))
    with pytest.raises(InvalidNet, match="does not contain"):
        nets_for("2", tmp_path)


def test_a_match_without_nets_does_not_begin(tmp_path: Path) -> None:
    check_spec(f"neural:nets={tmp_path}")
    for bot in ("neural", "neural-search", "wolf"):
        with pytest.raises(UnknownBot, match="no net for mode 4-pairs in"):
            check_spec(f"{bot}:nets={tmp_path}", dog.Rules())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted as Linux tells them")
@pytest.mark.parametrize("before", ["doghouse.cli", "doghouse.bots.registry"])
@pytest.mark.parametrize("bot", ["neural", "neural-search", "hunter", "wolf"])
def test_a_decision_is_not_shared_among_cores(before: str, bot: str) -> None:
    """numpy's threads make it many times slower; numpy has none if it is loaded after it was told so."""
    code = (
        f"import os, sys, {before}\n"
        "assert 'numpy' not in sys.modules\n"
        f"from doghouse.bots.registry import make_bot; make_bot('{bot}')\n"
        "assert 'numpy' in sys.modules\n"
        "print(len(os.listdir('/proc/self/task')))"
    )
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
