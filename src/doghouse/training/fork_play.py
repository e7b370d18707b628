"""Fork play: learn from trying the best plays of a decision in copies of the game.

Games run as in self-play. At each decision (a fork) the best plays are made in copies of the game, with the same cards
in all hands. To the "turn": the large net plays each branch on until the mover decides again, and the value of its best
play there counts. To the "round": the small net plays to the end of the round, where the large one evaluates. A row
holds only what the mover knows, so one deal per fork is enough: over many forks the deals average out.
"""

from __future__ import annotations

import copy
import os
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch
from torch import Tensor

from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import Mode
from doghouse.bots.nets.inference import Numbers
from doghouse.bots.rollout import NO_LIMIT
from doghouse.bots.weights import weights_for
from doghouse.training.config import Config, InvalidConfig, PlayStyle
from doghouse.training.core.forks import end_where_decides, fork, read_ends
from doghouse.training.device import within
from doghouse.training.losses import BRANCHES
from doghouse.training.model import Players, ValueNet
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.replay_buffer import ForkBuffer
from doghouse.training.selfplay import ROWS_PER_GAME, ROWS_PER_GAME_ALONE, begin_games

WON, DECIDES = 1, 4  # endings, as in Lockstep.outcomes
ForkBatch = tuple[Tensor, Tensor, int, int]  # rows and targets, ``BRANCHES`` per fork; games, decisions


def validate_fork_config(config: Config) -> None:
    """Raise InvalidConfig unless the config allows a fork phase."""
    maximum = config.window // (2 * BRANCHES)
    for name, value, valid, rule in (
        ("ahead", f"{config.ahead}", 0 <= config.ahead <= 1, "between 0 and 1"),
        ("batch", f"{config.batch:,}", config.batch % BRANCHES == 0, f"a multiple of {BRANCHES}"),
        ("forks", f"{config.forks:,}", 1 <= config.forks <= maximum, f"between 1 and {maximum:,}, a 16th of window"),
        ("sparring", f"{config.sparring}", 0 <= config.sparring <= 1, "between 0 and 1"),
        ("until", f'"{config.until}"', config.until in ("turn", "round"), '"turn" or "round"'),
    ):
        if not valid:
            raise InvalidConfig(f"with a fork phase, {name} must be {rule}, not {value}")


class ThreadForks:
    """The games of one thread, and the branches of their forks."""

    def __init__(self, mode: Mode, config: Config, games: int, seed: int, device: torch.device) -> None:
        self.to_turn = config.until == "turn"
        self.branch_player = "net" if self.to_turn else "small"
        branches, teams = games * BRANCHES, len(mode.teams)
        per_game = ROWS_PER_GAME_ALONE if mode.rules.alone else ROWS_PER_GAME
        room = games * per_game + MAX_PLAYS
        branch_room = branches * (per_game if self.to_turn else ROWS_PER_GAME) + MAX_PLAYS
        pinned = device.type == "cuda"
        self.device = device
        self.stream = torch.cuda.Stream() if pinned else None
        self.games = Lockstep(games, room)
        self.games.set_sparring(config.sparring)
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
        self.counted = np.array(mode.team_order(), np.int32)
        self.endings, self.winners = np.zeros(branches, np.int32), np.zeros(branches, np.int32)
        self.margins, self.reached = np.zeros((branches, teams), np.float32), np.zeros((branches, teams), np.float32)

    def advance(self, players: Players, epsilon: float) -> ForkBatch:
        """Try the best plays of every decision, then make a play in every game."""
        with within(self.stream):
            before = self.games.decided + self.branches.decided
            used = self.games.fill(self.rows.numpy())
            rows = self.rows[:used].to(self.device, non_blocking=True)
            values = chances_of(players["net"], rows)
            fork(self.games, self.branches, values, BRANCHES, self.picks)
            self.games.decide(values, epsilon, self.chosen, self.seats)
            ended = self.games.restart_ended()
            while used := self.branches.fill(self.branch_rows.numpy()):
                branch_rows = self.branch_rows[:used].to(self.device, non_blocking=True)
                values = chances_of(players[self.branch_player], branch_rows)
                if self.to_turn:
                    end_where_decides(self.branches, self.seats, BRANCHES, values, self.reached)
                self.branches.decide(values, 0.0, self.branch_chosen, self.branch_seats)
            read_ends(self.branches, self.seats, BRANCHES, self.last_rows.numpy())
            last = chances_of(players["net"], self.last_rows.to(self.device, non_blocking=True))
            forked = np.flatnonzero(self.picks[:, 0] >= 0)
            targets = torch.from_numpy(self._targets(last)[forked]).to(self.device)
            picked = torch.from_numpy(np.maximum(self.picks[forked], 0).astype(np.int64)).to(self.device)
            fork_rows = rows[picked]
            if self.stream is not None:
                self.stream.synchronize()
            return fork_rows, targets, ended, self.games.decided + self.branches.decided - before

    def _targets(self, last: Numbers) -> Numbers:
        """Return for each branch a chance per team, the mover's first, and 1 if the branch is used."""
        self.branches.outcomes(self.teams, self.endings, self.winners, self.margins)
        order = self.counted[self.seats].repeat(BRANCHES, axis=0)
        won = self.winners[:, None] == order
        chances = np.where(self.endings[:, None] == DECIDES, self.reached, last)
        chances = np.where(self.endings[:, None] == WON, won, chances)
        used = self.picks.reshape(-1, 1) >= 0
        return np.concatenate([chances, used], axis=1, dtype=np.float32).reshape(len(self.picks), BRANCHES, -1)


class ForkPlay:
    """Counterpart of ``SelfPlay`` for the fork phase: fills a buffer, turn by turn.

    While the threads play a turn, the nets learn from earlier ones. A turn keeps the weights that it began with.
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
        self._thread_forks = [
            ThreadForks(mode, config, config.forks // threads, seed * 1000 + at, device) for at in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads)
        self._futures: list[Future[ForkBatch]] = []
        self._players: dict[str, ValueNet] = {}
        self._gpu = device.type == "cuda"

    def turn(self, players: Players) -> int:
        """Store the results of the last turn and begin the next; return how many rows became ready to learn from."""
        ready = 0
        for future in self._futures:
            rows, targets, games, decisions = future.result()
            self.timer.tick("waiting for games")
            ready += self.buffer.add(rows, targets)
            self.games += games
            self.decisions += decisions
        if not self._players:
            self._players = {name: copy.deepcopy(net).requires_grad_(False) for name, net in players.items()}
        for name, net in self._players.items():
            torch._foreach_copy_(list(net.parameters()), list(players[name].parameters()))
        if self._gpu:
            torch.cuda.synchronize()  # each thread has its own stream
        self._futures = [
            self._pool.submit(part.advance, self._players, self.style.epsilon) for part in self._thread_forks
        ]
        self.timer.tick("settling games")
        return ready

    def close(self) -> None:
        """Wait for the threads and the device."""
        self._pool.shutdown(wait=True)
        if self._gpu:
            torch.cuda.synchronize()


def chances_of(player: ValueNet, rows: Tensor) -> Numbers:
    chances: Numbers = player.chances(rows).cpu().numpy()
    return chances
