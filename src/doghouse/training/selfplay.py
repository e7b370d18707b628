"""Self-play: thousands of games in lockstep, their plays evaluated in batches.

The games form three groups. While the compiled core advances one group to its next decisions, with one thread per core,
the net evaluates another, and the rows of the third travel to the device.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import numpy as np
import torch
from torch import Tensor

from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import Mode
from doghouse.training.config import Config, PlayStyle
from doghouse.training.core.trajectories import Trajectories
from doghouse.training.device import within
from doghouse.training.model import Players
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.replay_buffer import ReplayBuffer

GROUPS = 3
Evaluator = Callable[[Tensor], Tensor]  # from rows to the chances of the teams
ROWS_PER_GAME, ROWS_PER_GAME_ALONE = 16, 40  # on average; decisions beyond that wait a turn


class ThreadGames:
    """The games of one thread."""

    def __init__(self, mode: Mode, config: Config, seed: int, rows: Tensor, values: Tensor, picked: Tensor) -> None:
        games = len(picked)
        teams = len(mode.teams)
        longest = config.most_steps
        self.games = games
        self.lockstep = Lockstep(games, rows.shape[0])
        begin_games(self.lockstep, mode, longest, seed)
        self.rows = rows.numpy()
        self.values = values.numpy()
        self.picked = picked.numpy()  # indices of the chosen rows in the whole group
        self.offset = 0  # index of this thread's first row there
        self.chosen = np.zeros(games, np.int32)
        self.seats = np.zeros(games, np.int32)
        self.endings = np.zeros(games, np.int32)
        self.winners = np.zeros(games, np.int32)
        self.margins = np.zeros((games, teams), np.float32)
        self.teams = np.array(mode.teams, np.int32)
        self.trajectories = Trajectories(
            np.zeros((games, longest), np.int32),
            np.zeros((games, longest), np.int8),
            np.zeros((games, longest, teams), np.float32),
            np.zeros(games, np.int32),
            np.array(mode.team_order(), np.int32),
        )
        self.settled_slots = np.zeros(games * longest, np.int32)
        self.settled_targets = np.zeros((games * longest, teams + 1), np.float32)
        self.settled = 0
        self.ended = 0
        self.used = 0

    def advance(self, style: PlayStyle, first_slot: int) -> None:
        """Make the best plays, settle the games that they ended, and go on to the next decisions."""
        if self.used:
            self.lockstep.decide(self.values, style.epsilon, self.chosen, self.seats)
            self.trajectories.record(self.chosen, self.seats, self.values, first_slot)
            np.maximum(self.chosen, 0, out=self.picked)
            self.picked += self.offset
        self.used = self.lockstep.fill(self.rows)
        self.lockstep.outcomes(self.teams, self.endings, self.winners, self.margins)
        self.settled = self.trajectories.settle(
            self.endings, self.winners, self.margins, style.decay, self.settled_slots, self.settled_targets
        )
        self.ended = self.lockstep.restart_ended()


class Group:
    """The games of one group, by thread, and its memory on the device.

    On a GPU each group has its own stream, in which its rows travel while the net evaluates others. Learning runs in
    the main stream: it waits for rows to be stored, and evaluation waits for learning.
    """

    def __init__(self, mode: Mode, config: Config, threads: int, seed: int, device: torch.device) -> None:
        per_thread = config.games // threads
        room = per_thread * (ROWS_PER_GAME_ALONE if mode.rules.alone else ROWS_PER_GAME) + MAX_PLAYS
        pinned = device.type == "cuda"
        teams = len(mode.teams)
        rows = torch.zeros((threads, room, mode.features), dtype=torch.uint8, pin_memory=pinned)
        values = torch.zeros((threads, room, teams), dtype=torch.float32, pin_memory=pinned)
        self.host_rows, self.host_values = rows, values
        self.chosen = torch.zeros((threads, per_thread), dtype=torch.int64, pin_memory=pinned)
        self.rows = torch.zeros((threads * room, mode.features), dtype=torch.uint8, device=device)
        self.thread_games = [
            ThreadGames(mode, config, seed * 1000 + at, rows[at], values[at], self.chosen[at]) for at in range(threads)
        ]
        self.games = per_thread * threads
        self.first_slot = 0
        self.futures: list[Future[None]] = []
        self.evaluated_once = False
        self.evaluating = False
        self.stream = torch.cuda.Stream() if pinned else None
        if self.stream is not None:
            self.stream.wait_stream(torch.cuda.current_stream())  # until the memory above is allocated
        self.stored = torch.cuda.Event() if pinned else None
        self.evaluated = torch.cuda.Event() if pinned else None

    def wait_for_net(self) -> None:
        if self.evaluated is not None:
            self.evaluated.synchronize()

    def submit(self, pool: ThreadPoolExecutor, style: PlayStyle) -> None:
        """Let the threads advance the games with the values of the net."""
        self.evaluating = False
        slots = [self.first_slot + at * part.games for at, part in enumerate(self.thread_games)]
        self.futures = [
            pool.submit(part.advance, style, slot) for part, slot in zip(self.thread_games, slots, strict=True)
        ]

    def settle(self, buffer: ReplayBuffer) -> int:
        """Store the chosen rows and the targets of the games that ended; return how many decisions became ready."""
        if self.evaluated_once:
            with within(self.stream):
                buffer.store(self.rows, self.chosen.flatten(), self.first_slot)
                if self.stored is not None:
                    self.stored.record()
        slots = torch.cat([torch.from_numpy(part.settled_slots[: part.settled]) for part in self.thread_games])
        targets = torch.cat([torch.from_numpy(part.settled_targets[: part.settled]) for part in self.thread_games])
        if self.stored is not None:
            torch.cuda.current_stream().wait_event(self.stored)
            slots, targets = slots.pin_memory(), targets.pin_memory()
        return buffer.settle(slots, targets)

    def evaluate(self, evaluator: Evaluator) -> None:
        """Copy the new rows to the device and evaluate them."""
        main = torch.cuda.current_stream() if self.stream is not None else None
        with within(self.stream):
            total = 0
            for at, part in enumerate(self.thread_games):
                part.offset = total
                self.rows[total : total + part.used].copy_(self.host_rows[at, : part.used], non_blocking=True)
                total += part.used
            if self.stream is not None and main is not None:
                self.stream.wait_stream(main)
            if total:
                values = evaluator(self.rows[:total])
                for at, part in enumerate(self.thread_games):
                    source = values[part.offset : part.offset + part.used]
                    self.host_values[at, : part.used].copy_(source, non_blocking=True)
            if self.evaluated is not None:
                self.evaluated.record()
        self.evaluated_once = self.evaluating = True


class SelfPlay:
    """All groups, the threads that play, and the replay buffer that they fill."""

    def __init__(
        self, mode: Mode, config: Config, seed: int, device: torch.device, timer: PhaseTimer, threads: int = 0
    ) -> None:
        self.timer = timer
        self.threads = min(config.games, threads or max(1, (os.cpu_count() or 1) - (device.type == "cuda")))
        self.groups = [Group(mode, config, self.threads, GROUPS * seed + at, device) for at in range(GROUPS)]
        self.buffer = ReplayBuffer(mode, config, GROUPS * self.groups[0].games, device)
        self.pool = ThreadPoolExecutor(self.threads)
        self.style = PlayStyle()
        self.games = 0
        for group in self.groups:
            group.submit(self.pool, self.style)

    def turn(self, players: Players) -> int:
        """Advance all groups by one turn; return how many decisions became ready to learn from."""
        ready = 0
        for at, group in enumerate(self.groups):
            for future in group.futures:
                future.result()
            self.timer.tick("waiting for games")
            ready += group.settle(self.buffer)
            self.games += sum(part.ended for part in group.thread_games)
            self.timer.tick("settling games")
            group.first_slot = self.buffer.reserve(group.games)
            group.evaluate(players["net"].chances)
            self.timer.tick("moving rows")
            before = self.groups[at - 1]
            if before.evaluating:
                before.wait_for_net()
                self.timer.tick("waiting for the net")
                before.submit(self.pool, self.style)
        return ready

    def finish_evaluating(self) -> None:
        """Let the main stream wait until all pending evaluations are done."""
        for group in self.groups:
            if group.evaluated is not None:
                torch.cuda.current_stream().wait_event(group.evaluated)

    @property
    def decisions(self) -> int:
        return sum(part.lockstep.decided for group in self.groups for part in group.thread_games)

    def close(self) -> None:
        """Wait for the threads and the device."""
        self.pool.shutdown(wait=True)
        if self.groups[0].stream is not None:
            torch.cuda.synchronize()  # or memory would be reused while rows still arrive in it


def begin_games(lockstep: Lockstep, mode: Mode, max_steps: int, seed: int) -> None:
    """Begin games of all rules of a mode; games beyond the maximum length are stopped (R2.5)."""
    lockstep.limit(max_steps, False)
    for rules in mode.variants():
        for seat in rules.seats:
            lockstep.add_variant(rules.core(seat))
    lockstep.seed(seed)
    lockstep.restart_ended()
    lockstep.stagger(max_steps)
