"""Self-play: thousands of games in lock-step, their plays judged together.

The games stand in three groups. While the compiled core carries one to its next decisions, in as many threads as there
are cores, the net judges those of another, and the rows of a third are on their way to the device.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from doghouse.bots.core.choice import MOST_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import Mode
from doghouse.training.config import Config, PlayStyle
from doghouse.training.core.trajectories import Trajectories
from doghouse.training.device import within
from doghouse.training.model import Players
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.replay_buffer import ReplayBuffer

GROUPS = 3
Judge = Callable[[Tensor], Tensor]  # from rows to the chances of the teams
ROOM, ROOM_ALONE = 16, 40  # rows for each game, on average; decisions beyond that wait a turn


@dataclass
class Settled:
    """Decisions whose games are over: where their rows are kept, and what they were worth."""

    slots: Tensor
    targets: Tensor
    games: int


class Slice:
    """The games of one thread."""

    def __init__(self, mode: Mode, config: Config, seed: int, rows: Tensor, values: Tensor, picked: Tensor) -> None:
        games = len(picked)
        teams = len(mode.teams)
        self.games = games
        self.lockstep = Lockstep(games, rows.shape[0])
        begin_games(self.lockstep, mode, config.most_steps, seed)
        self.rows = rows.numpy()
        self.values = values.numpy()
        self.picked = picked.numpy()  # the chosen rows, counted over the whole group
        self.offset = 0  # where this slice's rows begin there
        self.chosen = np.zeros(games, np.int32)
        self.seats = np.zeros(games, np.int32)
        self.endings = np.zeros(games, np.int32)
        self.winners = np.zeros(games, np.int32)
        self.margins = np.zeros((games, teams), np.float32)
        self.teams = np.array(mode.teams, np.int32)
        self.most = config.most_steps
        self.trajectories = Trajectories(
            np.zeros((games, self.most), np.int32),
            np.zeros((games, self.most), np.int8),
            np.zeros((games, self.most, teams), np.float32),
            np.zeros(games, np.int32),
            np.array(mode.counted(), np.int32),
        )
        self.settled_slots = np.zeros(games * self.most, np.int32)
        self.settled_targets = np.zeros((games * self.most, teams + 1), np.float32)
        self.settled = 0
        self.ended = 0
        self.used = 0

    def advance(self, style: PlayStyle, first_slot: int) -> None:
        """Make the plays that were judged, settle the games that ended by them, and go on to the next decisions."""
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
        self.ended = self.lockstep.renew()


class Group:
    """The slices of one group, and its memory on the device.

    On a GPU each group has a stream of its own, in which its rows travel while the net is busy with others. What is
    learned runs in the main stream: it waits for rows to be kept, and judging waits for what was learned.
    """

    def __init__(self, mode: Mode, config: Config, threads: int, seed: int, device: torch.device) -> None:
        per = config.games // threads
        room = per * (ROOM_ALONE if mode.rules.alone else ROOM) + MOST_PLAYS
        pinned = device.type == "cuda"
        teams = len(mode.teams)
        rows = torch.zeros((threads, room, mode.features), dtype=torch.uint8, pin_memory=pinned)
        values = torch.zeros((threads, room, teams), dtype=torch.float32, pin_memory=pinned)
        self.host_rows, self.host_values = rows, values
        self.chosen = torch.zeros((threads, per), dtype=torch.int64, pin_memory=pinned)
        self.rows = torch.zeros((threads * room, mode.features), dtype=torch.uint8, device=device)
        self.slices = [
            Slice(mode, config, seed * 1000 + at, rows[at], values[at], self.chosen[at]) for at in range(threads)
        ]
        self.games = per * threads
        self.device = device
        self.first_slot = 0
        self.futures: list[Future[None]] = []
        self.asked = False  # the net, at least once
        self.judging = False  # asked it, and not yet gone on
        self.stream = torch.cuda.Stream() if pinned else None
        if self.stream is not None:
            self.stream.wait_stream(torch.cuda.current_stream())  # until the memory above is there
        self.kept = torch.cuda.Event() if pinned else None
        self.judged = torch.cuda.Event() if pinned else None

    def wait_for_net(self) -> None:
        if self.judged is not None:
            self.judged.synchronize()

    def submit(self, pool: ThreadPoolExecutor, style: PlayStyle) -> None:
        """Let the threads go on with what the net has judged."""
        self.judging = False
        slots = [self.first_slot + at * part.games for at, part in enumerate(self.slices)]
        self.futures = [pool.submit(part.advance, style, slot) for part, slot in zip(self.slices, slots, strict=True)]

    def wait_for_games(self) -> None:
        for future in self.futures:
            future.result()

    def keep(self, buffer: ReplayBuffer) -> Settled:
        """Keep the rows that were chosen, and give what has been settled."""
        if self.asked:
            with within(self.stream):
                buffer.keep(self.rows, self.chosen.flatten(), self.first_slot)
                if self.kept is not None:
                    self.kept.record()
        slots = [torch.from_numpy(part.settled_slots[: part.settled]) for part in self.slices]
        targets = [torch.from_numpy(part.settled_targets[: part.settled]) for part in self.slices]
        found = Settled(torch.cat(slots), torch.cat(targets), sum(part.ended for part in self.slices))
        if self.kept is not None:
            torch.cuda.current_stream().wait_event(self.kept)
            found = Settled(found.slots.pin_memory(), found.targets.pin_memory(), found.games)
        return found

    def judge(self, judge: Judge) -> None:
        """Bring the new rows to the device and have them judged."""
        main = torch.cuda.current_stream() if self.stream is not None else None
        with within(self.stream):
            total = 0
            for at, part in enumerate(self.slices):
                part.offset = total
                self.rows[total : total + part.used].copy_(self.host_rows[at, : part.used], non_blocking=True)
                total += part.used
            if self.stream is not None and main is not None:
                self.stream.wait_stream(main)
            if total:
                values = judge(self.rows[:total])
                for at, part in enumerate(self.slices):
                    source = values[part.offset : part.offset + part.used]
                    self.host_values[at, : part.used].copy_(source, non_blocking=True)
            if self.judged is not None:
                self.judged.record()
        self.asked = self.judging = True

    @property
    def decisions(self) -> int:
        return sum(part.lockstep.decided for part in self.slices)


class SelfPlay:
    """All groups, the threads that play, and the window that their rows go into."""

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
        """One turn of all groups; how many decisions became ready to learn from."""
        ready = 0
        for at, group in enumerate(self.groups):
            group.wait_for_games()
            self.timer.tick("waiting for games")
            settled = group.keep(self.buffer)
            self.games += settled.games
            ready += self.buffer.settle(settled.slots, settled.targets)
            self.timer.tick("settling games")
            group.first_slot = self.buffer.reserve(group.games)
            group.judge(players["net"].chances)
            self.timer.tick("moving rows")
            before = self.groups[at - 1]
            if before.judging:
                before.wait_for_net()
                self.timer.tick("waiting for the net")
                before.submit(self.pool, self.style)
        return ready

    def let_judge(self) -> None:
        """Whatever the main stream does next waits until all that was asked of the net is judged."""
        for group in self.groups:
            if group.judged is not None:
                torch.cuda.current_stream().wait_event(group.judged)

    @property
    def decisions(self) -> int:
        return sum(group.decisions for group in self.groups)

    def close(self) -> None:
        """Let the threads and the device finish what they are at."""
        self.pool.shutdown(wait=True)
        if self.groups[0].stream is not None:
            torch.cuda.synchronize()  # else memory is used again while rows still arrive in it


def begin_games(lockstep: Lockstep, mode: Mode, most_steps: int, seed: int) -> None:
    """Begin games of all kinds that a mode has; longer ones are broken off (R2.5)."""
    lockstep.limit(most_steps, False)
    for rules in mode.kinds():
        for seat in rules.seats:
            lockstep.offer(rules.core(seat))
    lockstep.seed(seed)
    lockstep.renew()
    lockstep.stagger(most_steps)
