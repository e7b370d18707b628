"""Looking ahead while training: what sets the plays of a decision apart is found by trying them.

Games are played as in self-play. At each decision the best plays are made in copies of the game, with the same cards in
all hands. Either the large net plays these branches on until the mover decides again, and what its best play is worth
there counts; or the small net plays them on to the end of the round, where the large one judges them. The net learns
from what its mover knows, so that it does not matter that one deal is tried: over many decisions all are.
"""

from __future__ import annotations

import copy
import os
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from doghouse.bots.core.choice import MOST_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import Mode
from doghouse.bots.nets import Numbers
from doghouse.bots.rollout import NO_LIMIT
from doghouse.bots.weights import weights_for
from doghouse.training.config import Config, InvalidConfig, PlayStyle
from doghouse.training.core.forks import end_where_decides, fork, read_ends
from doghouse.training.device import within
from doghouse.training.losses import BRANCHES
from doghouse.training.model import Players, ValueNet
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.replay_buffer import ForkBuffer
from doghouse.training.selfplay import ROOM, ROOM_ALONE, begin_games

WON, DECIDES = 1, 4  # how a game can end; Lockstep.outcomes


def validate_fork_config(config: Config) -> None:
    """InvalidConfig unless one can look ahead with it."""
    most = config.window // (2 * BRANCHES)
    for name, value, right, what in (
        ("ahead", f"{config.ahead}", 0 <= config.ahead <= 1, "a part of the run, from 0 to 1"),
        ("batch", f"{config.batch:,}", config.batch % BRANCHES == 0, f"a multiple of {BRANCHES}"),
        ("forks", f"{config.forks:,}", 1 <= config.forks <= most, f"from 1 to {most:,}, what the window holds"),
        ("sparring", f"{config.sparring}", 0 <= config.sparring <= 1, "a part of the games, from 0 to 1"),
        ("until", f'"{config.until}"', config.until in ("turn", "round"), '"turn" or "round"'),
    ):
        if not right:
            raise InvalidConfig(f"to look ahead, {name} is {what}, not {value}")


@dataclass
class Found:
    """The plays of some decisions, ``BRANCHES`` rows each, and what became of them."""

    rows: Tensor
    targets: Tensor
    games: int
    decisions: int


class Slice:
    """The games of one thread, and the branches of their decisions."""

    def __init__(self, mode: Mode, config: Config, games: int, seed: int, device: torch.device) -> None:
        self.to_turn = config.until == "turn"
        self.onward = "net" if self.to_turn else "small"  # who plays the branches on
        branches, teams = games * BRANCHES, len(mode.teams)
        each = ROOM_ALONE if mode.rules.alone else ROOM
        room, branch_room = games * each + MOST_PLAYS, branches * (each if self.to_turn else ROOM) + MOST_PLAYS
        pinned = device.type == "cuda"
        self.device = device
        self.stream = torch.cuda.Stream() if pinned else None
        self.games = Lockstep(games, room)
        self.games.spar(config.sparring)
        begin_games(self.games, mode, config.most_steps, seed)
        self.branches = Lockstep(branches, branch_room)
        self.branches.limit(NO_LIMIT, True)
        for lockstep in (self.games, self.branches):
            lockstep.weigh(weights_for(mode.rules))
        self.rows = torch.zeros((room, mode.features), dtype=torch.uint8, pin_memory=pinned)
        self.branch_rows = torch.zeros((branch_room, mode.features), dtype=torch.uint8, pin_memory=pinned)
        self.last_rows = torch.zeros((branches, mode.features), dtype=torch.uint8, pin_memory=pinned)
        self.picks = np.zeros((games, BRANCHES), np.int32)
        self.chosen, self.seats = np.zeros(games, np.int32), np.zeros(games, np.int32)
        self.branch_chosen, self.branch_seats = np.zeros(branches, np.int32), np.zeros(branches, np.int32)
        self.teams = np.array(mode.teams, np.int32)
        self.counted = np.array(mode.counted(), np.int32)
        self.endings, self.winners = np.zeros(branches, np.int32), np.zeros(branches, np.int32)
        self.margins, self.reached = np.zeros((branches, teams), np.float32), np.zeros((branches, teams), np.float32)

    def advance(self, players: Players, epsilon: float) -> Found:
        """Make a play in every game, after all its best ones were tried."""
        with within(self.stream):
            before = self.games.decided + self.branches.decided
            used = self.games.fill(self.rows.numpy())
            rows = self.rows[:used].to(self.device, non_blocking=True)
            values = judged(players["net"], rows)
            fork(self.games, self.branches, values, BRANCHES, self.picks)
            self.games.decide(values, epsilon, self.chosen, self.seats)
            ended = self.games.renew()
            while used := self.branches.fill(self.branch_rows.numpy()):
                there = self.branch_rows[:used].to(self.device, non_blocking=True)
                values = judged(players[self.onward], there)
                if self.to_turn:
                    end_where_decides(self.branches, self.seats, BRANCHES, values, self.reached)
                self.branches.decide(values, 0.0, self.branch_chosen, self.branch_seats)
            read_ends(self.branches, self.seats, BRANCHES, self.last_rows.numpy())
            last = judged(players["net"], self.last_rows.to(self.device, non_blocking=True))
            forked = np.flatnonzero(self.picks[:, 0] >= 0)
            targets = torch.from_numpy(self._worth(last)[forked]).to(self.device)
            picked = torch.from_numpy(np.maximum(self.picks[forked], 0).astype(np.int64)).to(self.device)
            found = rows[picked]
            if self.stream is not None:
                self.stream.synchronize()
            return Found(found, targets, ended, self.games.decided + self.branches.decided - before)

    def _worth(self, last: Numbers) -> Numbers:
        """For each branch a chance for each team, as its mover counts them, and 1 if there is such a branch."""
        self.branches.outcomes(self.teams, self.endings, self.winners, self.margins)
        order = self.counted[self.seats].repeat(BRANCHES, axis=0)
        won = self.winners[:, None] == order
        chances = np.where(self.endings[:, None] == DECIDES, self.reached, last)
        chances = np.where(self.endings[:, None] == WON, won, chances)
        there = self.picks.reshape(-1, 1) >= 0
        return np.concatenate([chances, there], axis=1, dtype=np.float32).reshape(len(self.picks), BRANCHES, -1)


class ForkPlay:
    """What ``SelfPlay`` is for outcomes: a window that fills, turn by turn.

    While the threads play a turn, the nets learn from those before it. A turn is played with the weights that it began
    with, however long it takes.
    """

    def __init__(
        self, mode: Mode, config: Config, seed: int, device: torch.device, timer: PhaseTimer, threads: int = 0
    ) -> None:
        self.timer = timer
        self.buffer = ForkBuffer(mode, config, device)
        self.style = PlayStyle()
        self.games = 0
        self.decisions = 0
        threads = min(config.forks, threads or os.cpu_count() or 1)
        self._slices = [Slice(mode, config, config.forks // threads, seed * 1000 + at, device) for at in range(threads)]
        self._pool = ThreadPoolExecutor(threads)
        self._futures: list[Future[Found]] = []
        self._players: dict[str, ValueNet] = {}
        self._gpu = device.type == "cuda"

    def turn(self, players: Players) -> int:
        """Take in what was found and begin the next turn; how many rows became ready to learn from."""
        ready = 0
        for future in self._futures:
            found = future.result()
            self.timer.tick("waiting for games")
            ready += self.buffer.add(found.rows, found.targets)
            self.games += found.games
            self.decisions += found.decisions
        if not self._players:
            self._players = {name: copy.deepcopy(net).requires_grad_(False) for name, net in players.items()}
        for name, net in self._players.items():
            torch._foreach_copy_(list(net.parameters()), list(players[name].parameters()))
        if self._gpu:
            torch.cuda.synchronize()  # each thread has a stream of its own
        self._futures = [self._pool.submit(part.advance, self._players, self.style.epsilon) for part in self._slices]
        self.timer.tick("settling games")
        return ready

    def let_judge(self) -> None:
        """Those who judge have weights of their own."""

    def close(self) -> None:
        """Let the threads and the device finish what they are at."""
        self._pool.shutdown(wait=True)
        if self._gpu:
            torch.cuda.synchronize()


def judged(player: ValueNet, rows: Tensor) -> Numbers:
    """The chances that a net sees, where the games are."""
    chances: Numbers = player.chances(rows).cpu().numpy()
    return chances
