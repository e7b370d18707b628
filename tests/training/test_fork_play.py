"""Fork play: branches follow the plays, and the loss compares the plays of a fork."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import doghouse as dog
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.decision import GOES_ON, write_rows
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.core.weights import WEIGHTS
from doghouse.bots.modes import NAMES, Mode, mode
from doghouse.bots.nets.inference import Numbers, nets_for
from doghouse.rules.core.layout import EMPTY, GIVE, OVER, PLAY
from doghouse.rules.notation import SEATS
from doghouse.training import fork_play
from doghouse.training.config import Config, load
from doghouse.training.core.forks import fork, read_ends
from doghouse.training.device_inference import value_net
from doghouse.training.fork_play import DECIDES, ForkPlay, ThreadForks
from doghouse.training.losses import ADVANTAGE_WEIGHT, BRANCHES, LEVEL_WEIGHT, forks
from doghouse.training.model import Players, ValueNet
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.replay_buffer import ForkBuffer
from doghouse.training.selfplay import begin_games

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")
CPU = torch.device("cpu")
GAMES = 6


def small(name: str = "2") -> Config:
    return load(name, small=True).changed(forks=GAMES, window=400, most_steps=200)


def nets(config: Config) -> Players:
    torch.manual_seed(3)
    shapes = {"net": config.net, "small": config.small}
    return {name: ValueNet(mode(config.mode), shape).eval() for name, shape in shapes.items()}


def decisions(kind: Mode) -> tuple[Lockstep, Numbers]:
    """Games at a decision, and a value for each of their rows."""
    games = Lockstep(GAMES, GAMES * 40 + MAX_PLAYS)
    begin_games(games, kind, 200, 5)
    rows = np.zeros((GAMES * 40 + MAX_PLAYS, kind.features), np.uint8)
    chosen, seats = np.zeros(GAMES, np.int32), np.zeros(GAMES, np.int32)
    chance = np.random.default_rng(1)
    for _turn in range(9):
        values = chance.random((games.fill(rows), 1), np.float32)
        games.decide(values, 0.0, chosen, seats)
        games.restart_ended()
    return games, chance.random((games.fill(rows), 1), np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_branches_are_the_best_plays_of_each_decision(name: str) -> None:
    games, values = decisions(mode(name))
    branches, picks = Lockstep(GAMES * 3, MAX_PLAYS), np.zeros((GAMES, 3), np.int32)
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
        assert branches.seats_with_lost_gift(3 * game) == games.seats_with_lost_gift(game)


def test_end_of_a_branch_is_encoded_for_its_mover() -> None:
    kind = mode("3")
    games, values = decisions(kind)
    branches, picks = Lockstep(GAMES * 2, GAMES * 80 + MAX_PLAYS), np.zeros((GAMES, 2), np.int32)
    branches.limit(1 << 30, True)
    fork(games, branches, values, 2, picks)
    chosen, seats = np.zeros(GAMES, np.int32), np.zeros(GAMES, np.int32)
    games.decide(values, 0.0, chosen, seats)
    rows = np.zeros((GAMES * 80 + MAX_PLAYS, kind.features), np.uint8)
    branch_chosen, movers = np.zeros(2 * GAMES, np.int32), np.zeros(2 * GAMES, np.int32)
    while used := branches.fill(rows):
        branches.decide(np.zeros((used, 1), np.float32), 0.0, branch_chosen, movers)
    last, one = np.zeros((2 * GAMES, kind.features), np.uint8), np.zeros(kind.features, np.uint8)
    read_ends(branches, seats, 2, last)
    for branch in range(2 * GAMES):
        assert branches.take(branch).round == games.take(branch // 2).round
        branches.read(branch, seats[branch // 2], one)
        assert np.array_equal(last[branch], one)


def test_wrong_number_of_branches_is_rejected() -> None:
    games, values = decisions(mode("2"))
    with pytest.raises(ValueError, match="6 games with 3 branches each need 18 games"):
        fork(games, Lockstep(17, MAX_PLAYS), values, 3, np.zeros((GAMES, 3), np.int32))


def trained(name: str) -> Players:
    found = nets_for(name)
    return {"net": value_net(found.net, mode(name)).eval(), "small": value_net(found.small, mode(name)).eval()}


def order_of(kind: Mode, seat: int) -> list[int]:
    """The teams as a seat counts them, as bits."""
    turns = [SEATS[seat]]
    while len(turns) < kind.rules.players:
        turns.append(kind.rules.after(turns[-1]))
    order = dict.fromkeys(kind.rules.team(other) for other in turns)
    return [sum(1 << SEATS.index(mate) for mate in team) for team in order]


def worth(part: ThreadForks, branch: int, seat: int, net: ValueNet, kind: Mode) -> list[float]:
    """What a branch came to, found once more: the winner, or what the net sees at its end."""
    core = part.branches.take(branch)
    if core.phase == OVER:
        return [float(team == core.winners) for team in order_of(kind, seat)]
    if core.phase in (GIVE, PLAY):
        assert part.to_turn
        assert core.turn == seat, "where the mover decides again"
        rows = np.zeros((MAX_PLAYS, kind.features), np.uint8)
        known = EMPTY if part.branches.seats_with_lost_gift(branch) >> seat & 1 else core.given(seat)
        going_on = [at for at, (_code, _points, ends) in enumerate(write_rows(core, known, rows)) if ends == GOES_ON]
        assert len(going_on) > 1
        chances = net.chances(torch.from_numpy(rows[going_on]))
        best: list[float] = chances[chances[:, 0].argmax()].tolist()
        return best
    row = np.zeros(kind.features, np.uint8)
    part.branches.read(branch, seat, row)
    found: list[float] = net.chances(torch.from_numpy(row)[None])[0].tolist()
    return found


WAYS = [(name, until, 0.0) for name in NAMES for until in ("round", "turn")]


@pytest.mark.parametrize(("name", "until", "sparring"), [*WAYS, ("3", "turn", 1.0), ("6-pairs", "turn", 1.0)])
def test_targets_are_the_results_of_the_branches(name: str, until: str, sparring: float) -> None:
    kind, players = mode(name), trained(name)
    part = ThreadForks(kind, small(name).changed(most_steps=2_000, until=until, sparring=sparring), GAMES, 1, CPU)
    winners = set()
    for _turn in range(120 if name in ("2", "3") else 12):
        fork_rows, fork_targets, _games, _decisions = part.advance(players, 0.0)
        forked = [game for game in range(GAMES) if part.picks[game, 0] >= 0]
        assert len(forked) == len(fork_rows) == len(fork_targets)
        for game, rows, targets in zip(forked, fork_rows, fork_targets, strict=True):
            assert (targets[:2, -1] == 1).all(), "a decision has two plays at least"
            for at, row in enumerate(part.picks[game]):
                assert targets[at, -1] == (row >= 0)
                if row < 0:
                    continue
                assert torch.equal(rows[at], part.rows[row])
                branch = game * BRANCHES + at
                wanted = worth(part, branch, part.seats[game], players["net"], kind)
                assert targets[at, :-1].tolist() == pytest.approx(wanted, abs=1e-4)
                if max(wanted) == 1:
                    winners.add(wanted.index(1))
    if name in ("2", "3"):
        assert winners == set(range(len(kind.teams))), "each team wins some"


def ends(config: Config, epsilon: float, **others: ValueNet) -> tuple[torch.Tensor, bytes]:
    """What was found in a sixth turn, and where the games are then."""
    part = ThreadForks(mode("2"), config, GAMES, 1, CPU)
    for _turn in range(6):
        _rows, targets, _games, _decisions = part.advance({**trained("2"), **others}, epsilon)
    return targets, b"".join(part.games.take(game).key() for game in range(GAMES))


def test_small_net_plays_branches_and_epsilon_randomizes_games() -> None:
    targets, games = ends(small(), 0.0)
    other_targets, other_games = ends(small(), 0.0, small=nets(small())["small"])
    assert not torch.equal(targets, other_targets)
    assert games == other_games
    assert ends(small(), 0.9)[1] != games


def test_large_net_plays_branches_to_the_movers_turn() -> None:
    to_turn = small().changed(until="turn")
    to_round, games = ends(small(), 0.0)
    by_net, same_games = ends(to_turn, 0.0)
    assert not torch.equal(to_round, by_net)
    assert games == same_games
    assert torch.equal(by_net, ends(to_turn, 0.0, small=nets(small())["small"])[0])
    assert not torch.equal(by_net, ends(to_turn, 0.0, net=nets(small())["net"])[0])


@pytest.mark.parametrize("name", ["2", "5"])
def test_sparring_bot_plays_the_same_in_branch_and_game(name: str) -> None:
    config = small(name).changed(until="turn", sparring=1.0, most_steps=2_000)
    part = ThreadForks(mode(name), config, GAMES, 1, CPU)
    compared = 0
    for _turn in range(12):
        part.advance(trained(name), 0.0)
        part.games.fill(part.rows.numpy())
        for game in np.flatnonzero(part.endings[::BRANCHES] == DECIDES).tolist():
            if part.games.rows_of(game)[1] == 0:
                continue  # waits for room
            made = part.branches.take(BRANCHES * game)
            assert made.key() == part.games.take(game).key(), "the play that is made leads to where its branch did"
            compared += 1
    assert compared > 12


def test_sparring_bot_uses_the_weights_of_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    config = small().changed(until="turn", sparring=1.0)
    targets, games = ends(config, 0.0)
    assert ends(small().changed(until="turn"), 0.0)[1] != games
    monkeypatch.setattr(fork_play, "weights_for", lambda _rules: [0.0] * WEIGHTS)
    other_targets, other_games = ends(config, 0.0)
    assert not torch.equal(targets, other_targets)
    assert games != other_games


def test_turn_keeps_the_weights_it_began_with() -> None:
    config = small()

    def found(changed: bool) -> tuple[torch.Tensor, torch.Tensor]:
        players = nets(config)
        play = ForkPlay(mode("2"), config, 1, CPU, PhaseTimer({}), 1)
        play.turn(players)
        if changed:
            with torch.no_grad():
                for net in players.values():
                    net.win.weight.mul_(-1)
        first, then = play.turn(players), play.turn(players)
        play.close()
        targets = play.buffer.since(0)[1]
        return targets[: first // BRANCHES], targets[first // BRANCHES : (first + then) // BRANCHES]

    before, after = found(False), found(True)
    assert torch.equal(before[0], after[0])
    assert not torch.equal(before[1], after[1]), "and the next turn with the new ones"


def test_fork_buffer_keeps_the_last_forks() -> None:
    buffer = ForkBuffer(mode("2"), small(), CPU)
    features = mode("2").features
    for number in range(buffer.forks + 3):
        rows = torch.full((1, BRANCHES, features), number % 256, dtype=torch.uint8)
        assert buffer.add(rows, torch.full((1, BRANCHES, 3), float(number))) == BRANCHES
    rows, targets = buffer.since(buffer.settled - 2 * BRANCHES)
    assert targets[:, 0, 0].tolist() == [buffer.forks + 1, buffer.forks + 2]
    rows, targets = buffer.draw(64 * BRANCHES, torch.Generator().manual_seed(1))
    assert targets[:, 0].min() >= 3
    assert (rows[:, 0] == targets[:, 0] % 256).all(), "rows and targets belong together"


def test_fork_loss_compares_the_plays_of_a_fork() -> None:
    chances = torch.tensor([0.5, 0.4, 0.3, 0.2])

    def fork_loss(judged: torch.Tensor, empty: float = 0.9) -> tuple[float, float]:
        """Of a decision with four plays: what is to become small, and the loss."""
        own = torch.cat([judged, torch.full((BRANCHES - 4,), empty)])
        win = torch.log(torch.stack([own, 1 - own], 1))
        true = torch.cat([chances, torch.full((BRANCHES - 4,), 1 - empty)])
        there = torch.cat([torch.ones(4), torch.zeros(BRANCHES - 4)])
        whole, loss = forks(win, torch.zeros(BRANCHES), torch.stack([true, 1 - true, there], 1))
        return float(whole), float(loss)

    def wrong(judged: torch.Tensor) -> float:
        whole, loss = fork_loss(judged)
        return whole - LEVEL_WEIGHT * loss

    assert wrong(chances) == pytest.approx(0, abs=1e-6)
    assert wrong(chances + 0.1) == pytest.approx(0, abs=1e-6), "all better alike"
    assert wrong(chances.flip(0)) == pytest.approx(ADVANTAGE_WEIGHT * 0.05, rel=1e-4)
    entropy = -(chances * chances.log() + (1 - chances) * (1 - chances).log()).mean()
    assert fork_loss(chances)[1] == pytest.approx(float(entropy)), "that of the plays that are there"
    assert fork_loss(chances.flip(0), 0.3) == pytest.approx(fork_loss(chances.flip(0))), "regardless of unused rows"
