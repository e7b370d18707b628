"""Looking ahead while training: branches go as the plays would, and what is learned is what sets plays apart."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import doghouse as dog
from doghouse.bots.core.choice import MOST_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import NAMES, Mode, mode
from doghouse.bots.nets import Numbers, nets_for
from doghouse.training.ahead import LookingAhead, Slice
from doghouse.training.clock import Clock
from doghouse.training.configuration import Configuration, load
from doghouse.training.core.forks import fork, read_ends
from doghouse.training.lessons import BRANCHES, forks
from doghouse.training.net import Players, ValueNet
from doghouse.training.playing import value_net
from doghouse.training.selfplay import begin_games
from doghouse.training.window import ForkWindow

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")
CPU = torch.device("cpu")
GAMES = 6


def small(name: str = "2") -> Configuration:
    return load(name, small=True).changed(forks=GAMES, window=400, most_steps=200)


def nets(wishes: Configuration) -> Players:
    torch.manual_seed(3)
    shapes = {"net": wishes.net, "small": wishes.small}
    return {name: ValueNet(mode(wishes.mode), shape).eval() for name, shape in shapes.items()}


def decisions(kind: Mode) -> tuple[Lockstep, Numbers]:
    """Games at a decision, and a value for each of their rows."""
    games = Lockstep(GAMES, GAMES * 40 + MOST_PLAYS)
    begin_games(games, kind, 200, 5)
    rows = np.zeros((GAMES * 40 + MOST_PLAYS, kind.features), np.uint8)
    chosen, seats = np.zeros(GAMES, np.int32), np.zeros(GAMES, np.int32)
    chance = np.random.default_rng(1)
    for _turn in range(9):
        values = chance.random((games.fill(rows), 1), np.float32)
        games.decide(values, 0.0, chosen, seats)
        games.renew()
    return games, chance.random((games.fill(rows), 1), np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_branches_are_the_best_plays_of_each_decision_in_the_same_game(name: str) -> None:
    games, values = decisions(mode(name))
    branches, picks = Lockstep(GAMES * 3, MOST_PLAYS), np.zeros((GAMES, 3), np.int32)
    branches.limit(1 << 30, True)
    fork(games, branches, values, 3, picks)
    before = [games.take(game) for game in range(GAMES)]
    chosen, seats = np.zeros(GAMES, np.int32), np.zeros(GAMES, np.int32)
    spans = [games.rows_of(game) for game in range(GAMES)]
    games.decide(values, 0.0, chosen, seats)
    for game, (first, number) in enumerate(spans):
        order = first + np.argsort(-values[first : first + number, 0], kind="stable")
        wanted = [*order[:3].tolist(), -1, -1, -1][:3]
        assert picks[game].tolist() == wanted
        assert picks[game, 0] == chosen[game]
        best = branches.take(3 * game)
        assert best.key() == games.take(game).key(), "the branch of the play that is made is the game itself"
        for branch, row in enumerate(wanted):
            if row >= 0:
                assert branches.take(3 * game + branch).stock() == before[game].stock(), "the same cards"


def test_the_end_of_a_branch_is_read_as_its_mover_sees_it() -> None:
    kind = mode("3")
    games, values = decisions(kind)
    branches, picks = Lockstep(GAMES * 2, GAMES * 80 + MOST_PLAYS), np.zeros((GAMES, 2), np.int32)
    branches.limit(1 << 30, True)
    fork(games, branches, values, 2, picks)
    chosen, seats = np.zeros(GAMES, np.int32), np.zeros(GAMES, np.int32)
    games.decide(values, 0.0, chosen, seats)
    rows = np.zeros((GAMES * 80 + MOST_PLAYS, kind.features), np.uint8)
    branch_chosen, movers = np.zeros(2 * GAMES, np.int32), np.zeros(2 * GAMES, np.int32)
    while used := branches.fill(rows):
        branches.decide(np.zeros((used, 1), np.float32), 0.0, branch_chosen, movers)
    last, one = np.zeros((2 * GAMES, kind.features), np.uint8), np.zeros(kind.features, np.uint8)
    read_ends(branches, seats, 2, last)
    for branch in range(2 * GAMES):
        assert branches.take(branch).round == games.take(branch // 2).round
        branches.read(branch, seats[branch // 2], one)
        assert np.array_equal(last[branch], one)


def test_as_many_branches_as_games_need() -> None:
    games, values = decisions(mode("2"))
    with pytest.raises(ValueError, match="6 games with 3 branches each need 18 games"):
        fork(games, Lockstep(17, MOST_PLAYS), values, 3, np.zeros((GAMES, 3), np.int32))


@pytest.mark.parametrize("name", NAMES)
def test_a_turn_gives_chances_for_the_plays_that_are_there(name: str) -> None:
    wishes = small(name)
    part = Slice(mode(name), wishes, GAMES, 1, CPU)
    players = nets(wishes)
    found = [part.advance(players, 0.05) for _turn in range(30)]
    assert sum(turn.games for turn in found) > 0
    for turn in found:
        chances, there = turn.targets[..., :-1], turn.targets[..., -1]
        assert turn.rows.shape[:2] == turn.targets.shape[:2]
        assert turn.decisions > 0
        assert (there[:, :2] == 1).all(), "a decision has two plays at least"
        assert torch.allclose(chances[there == 1].sum(1), torch.ones(()), atol=1e-4)


def test_a_branch_that_ends_the_game_is_worth_what_it_came_to() -> None:
    trained = nets_for("2")
    players = {"net": value_net(trained.net, mode("2")).eval(), "small": value_net(trained.small, mode("2")).eval()}
    part = Slice(mode("2"), small().changed(most_steps=2_000), GAMES, 1, CPU)
    found = torch.cat([part.advance(players, 0.0).targets[:, 0] for _turn in range(300)])
    ends = {tuple(line) for line in found.tolist() if line[0] in (0.0, 1.0)}
    assert ends == {(1.0, 0.0, 1.0), (0.0, 1.0, 1.0)}


def test_a_turn_is_played_with_the_weights_it_began_with() -> None:
    wishes = small()

    def found(changed: bool) -> torch.Tensor:
        players = nets(wishes)
        play = LookingAhead(mode("2"), wishes, 1, CPU, Clock({}), 1)
        play.turn(players)
        if changed:
            with torch.no_grad():
                for net in players.values():
                    net.win.weight.mul_(-1)
        ready = play.turn(players)
        play.close()
        return play.window.since(play.window.settled - ready)[1]

    assert torch.equal(found(False), found(True))


def test_the_window_keeps_the_last_decisions() -> None:
    window = ForkWindow(mode("2"), small(), CPU)
    features = mode("2").features
    for number in range(window.forks + 3):
        rows = torch.full((1, BRANCHES, features), number % 256, dtype=torch.uint8)
        assert window.add(rows, torch.full((1, BRANCHES, 3), float(number))) == BRANCHES
    rows, targets = window.since(window.settled - 2 * BRANCHES)
    assert targets[:, 0, 0].tolist() == [window.forks + 1, window.forks + 2]
    rows, targets = window.draw(64 * BRANCHES, torch.Generator().manual_seed(1))
    assert targets[:, 0].min() >= 3
    assert (rows[:, 0] == targets[:, 0] % 256).all(), "rows and targets belong together"


def test_what_counts_is_how_far_plays_are_from_each_other() -> None:
    chances = torch.tensor([0.5, 0.4, 0.3, 0.2])

    def wrong(judged: torch.Tensor) -> float:
        """Of a decision with four plays: what is to become small, but for the level."""
        own = torch.cat([judged, torch.full((BRANCHES - 4,), 0.9)])
        win = torch.log(torch.stack([own, 1 - own], 1))
        true = torch.cat([chances, torch.zeros(BRANCHES - 4)])
        there = torch.cat([torch.ones(4), torch.zeros(BRANCHES - 4)])
        whole, loss = forks(win, torch.zeros(BRANCHES), torch.stack([true, 1 - true, there], 1))
        return float(whole - 0.3 * loss)

    assert wrong(chances) == pytest.approx(0, abs=1e-6)
    assert wrong(chances + 0.1) == pytest.approx(0, abs=1e-6), "all better alike"
    assert wrong(chances.flip(0)) == pytest.approx(10 * 0.05, rel=1e-4)
