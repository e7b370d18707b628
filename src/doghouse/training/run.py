"""A training run: self-play and learning in turn, evaluations and checkpoints, chapter by chapter.

All chance follows from the configuration and, unless minutes are given, how much is learned from how much was played
and not from the clock: the same configuration gives the same run. A chapter begins with new games and an empty window,
so that its checkpoint is all that is needed to go on exactly as without a stop. What is kept at evaluations within a
chapter saves a run that is killed: it goes on from there with a new chapter.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from doghouse.bots.modes import mode as mode_named
from doghouse.training import checkpoint, losses
from doghouse.training.config import Config, InvalidConfig, value_at
from doghouse.training.evaluation import Evaluation, against_greedy
from doghouse.training.fork_play import ForkPlay, validate_fork_config
from doghouse.training.learner import Learner
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.ray_selfplay import ClusterPlay
from doghouse.training.selfplay import SelfPlay
from doghouse.training.warm_start import Trained, load_nets

EVERY = 0.5  # seconds between reports
EVALUATION = 7  # the seed of its deals, always the same ones


@dataclass
class Progress:
    """How far a run has come."""

    part: float = 0.0
    steps: int = 0
    seconds: float = 0.0
    games: int = 0
    decisions: int = 0
    decisions_per_second: float = 0.0
    loss: float = float("nan")
    won: float | None = None  # against greedy, at the last evaluation
    where: dict[str, float] = field(default_factory=dict)  # what the time went to, in seconds


Play = SelfPlay | ForkPlay | ClusterPlay
Report = Callable[[Progress], None]
Pace = tuple[float, float, float]  # the part and the seconds at the beginning, and the seconds that are left from there


class Run:
    """One run, which can be stopped and resumed."""

    def __init__(
        self,
        config: Config,
        device: str,
        folder: Path | None = None,
        threads: int = 0,
        cluster: tuple[str, int] | None = None,  # the address, and how many actors play
        begin: Path | None = None,  # a folder with nets to go on from
    ) -> None:
        if threads > config.games:
            raise InvalidConfig(f"each thread plays at least one of {config.games:,} games: not {threads:,} threads")
        if config.ahead != 1:
            validate_fork_config(config)
        self.cluster = cluster
        self.config = config
        self.mode = mode_named(config.mode)
        self.device = torch.device(device)
        self.folder = folder
        self.threads = threads
        self.learner = Learner(self.mode, config, self.device)
        self.players = {name: self.learner.player(name) for name in self.learner.trainees}
        self.progress = Progress()
        self.curve: list[Evaluation] = []
        self.chapter = 0
        self.interrupted = False
        self.begun = begin is not None
        self._owed = 0.0  # rows that are still to be learned from
        if folder is not None and checkpoint.exists(folder):
            if begin is not None:
                raise checkpoint.InvalidCheckpoint(
                    f"{folder} holds a run already: go on with it without --begin, or begin in another"
                )
            self._resume(checkpoint.load(folder, config, self.device))
        elif begin is not None:
            self._begin(load_nets(begin, config))

    def _resume(self, kept: dict[str, Any]) -> None:
        try:
            self.learner.load(kept["learner"])
            self.chapter = kept["chapter"]
            self.progress = Progress(**kept["progress"])
            self.curve = [Evaluation(**point) for point in kept["curve"]]
            self._owed = kept["owed"]
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise checkpoint.InvalidCheckpoint(checkpoint.DAMAGED.format(checkpoint.NAME)) from None
        self.progress.part = self._part(None)  # the clock may have been ahead of the steps
        self.learner.refresh(self.players)

    def _begin(self, kept: Trained) -> None:
        self.learner.begin(kept.nets, kept.steps)
        self.chapter = kept.chapters
        done = min(1.0, kept.steps / self.config.steps)
        self.progress = Progress(done, kept.steps, kept.seconds, kept.games, kept.decisions)
        self.curve = kept.curve
        if self.curve:
            self.progress.won = self.curve[-1].won
        self.learner.refresh(self.players)

    def train(self, minutes: float | None = None, report: Report | None = None, chapters: int | None = None) -> None:
        """Train until all steps or so many chapters are done, or the time is up; nothing is lost by Ctrl-C."""
        began = time.monotonic() - self.progress.seconds
        end = None if minutes is None else time.monotonic() + 60 * minutes
        done = min(1.0, self.learner.steps / self.config.steps)
        pace = None if minutes is None else (done, self.progress.seconds, 60 * minutes)
        last = None if chapters is None else self.chapter + chapters
        try:
            while self.learner.steps < self.config.steps and self.chapter != last:
                stop = min(self.config.steps, self.learner.steps + self.config.chapter)
                if not self._looks_ahead(pace):
                    stop = min(stop, self.config.first_fork_step)
                whole = self._play_chapter(stop, began, end, pace, report)
                self.chapter += 1
                self._keep(self.chapter)
                if not whole or (end is not None and time.monotonic() >= end):
                    return
        except KeyboardInterrupt:  # between two chapters
            self.interrupted = True
            self._keep(self.chapter)

    def conclude(self) -> None:
        """Evaluate what was learned last, unless that has been done, and keep that too."""
        if not self.curve or self.curve[-1].steps < self.learner.steps:
            self.evaluate()
            self._keep(self.chapter)

    def _play_chapter(
        self, stop: int, began: float, end: float | None, pace: Pace | None, report: Report | None
    ) -> bool:
        """Play and learn up to a step or, by the clock, to where looking ahead begins; whether it came so far."""
        seed = self.config.seed * 100_003 + self.chapter
        timer = PhaseTimer(self.progress.where)
        ahead = self._looks_ahead(pace)
        self.learner.use_loss(losses.forks if ahead else losses.outcomes(self.config.margin))
        play = self._players(seed, timer, ahead)
        chance = torch.Generator(self.device).manual_seed(seed)
        games, decisions = self.progress.games, self.progress.decisions
        last = time.monotonic()
        try:
            while self.learner.steps < stop and self._looks_ahead(pace) == ahead:
                part = self.progress.part = self._part(pace)
                play.style = self.config.play_style(part)
                ready = play.turn(self.players)
                enough = play.buffer.settled >= self.config.least
                if enough:
                    self._owed += ready * value_at(self.config.reuse, part)
                while enough and self._owed >= self.config.batch and self.learner.steps < stop:
                    self._owed -= self.config.batch
                    self.learner.learn(*play.buffer.draw(self.config.batch, chance), part)
                    if self.learner.steps % self.config.evaluate == 0:
                        self._note(play, games, decisions, began)
                        self.evaluate()
                        self._keep(self.chapter + 1)
                        timer.tick("evaluation")
                play.let_judge()
                self.learner.refresh(self.players)
                timer.tick("learning")
                now = time.monotonic()
                if now - last >= EVERY:
                    self._note(play, games, decisions, began)
                    if report is not None:
                        report(self.progress)
                    last = now
                    if end is not None and now >= end:
                        self.progress.part = self._part(pace)
                        return False
            self.progress.part = self._part(pace)
            return True
        except KeyboardInterrupt:
            self.interrupted = True
            return False
        finally:
            play.close()
            self._note(play, games, decisions, began)

    def _players(self, seed: int, timer: PhaseTimer, ahead: bool) -> Play:
        if self.cluster is not None:
            return ClusterPlay(self.mode, self.config, seed, self.device, timer, *self.cluster, self.threads, ahead)
        kind = ForkPlay if ahead else SelfPlay
        return kind(self.mode, self.config, seed, self.device, timer, self.threads)

    def _looks_ahead(self, pace: Pace | None) -> bool:
        """Whether it learns by looking ahead where it is now."""
        by_steps = self.learner.steps >= self.config.first_fork_step
        return self.config.ahead < 1 and (by_steps or self._part(pace) >= self.config.ahead)

    def _part(self, pace: Pace | None) -> float:
        """The part of the run that is done: of its steps or, where that is more, of its time."""
        part = self.learner.steps / self.config.steps
        if pace is not None:
            before, seconds, allowed = pace
            part = max(part, before + (1 - before) * (self.progress.seconds - seconds) / allowed)
        return min(1.0, part)

    def _note(self, play: Play, games: int, decisions: int, began: float) -> None:
        now = time.monotonic() - began
        done = decisions + play.decisions
        passed = now - self.progress.seconds
        if passed >= EVERY:  # what is counted once more at the end is too short to tell
            self.progress.decisions_per_second = (done - self.progress.decisions) / passed
        self.progress.seconds = now
        self.progress.steps = self.learner.steps
        self.progress.games = games + play.games
        self.progress.decisions = done
        loss = self.learner.loss()
        if not math.isnan(loss):
            self.progress.loss = loss

    def evaluate(self) -> None:
        """Add a point to the learning curve."""
        strengths = [
            against_greedy(
                self.mode, self.learner.player(name).chances, self.config.deals, EVALUATION, self.device, self.threads
            )
            for name in ("net", "small")
        ]
        now = self.progress
        now.won = strengths[0].won
        self.curve.append(
            Evaluation(
                now.steps,
                round(now.seconds, 1),
                now.games,
                now.decisions,
                None if math.isnan(now.loss) else now.loss,
                strengths[0].won,
                strengths[0].give_or_take,
                strengths[1].won,
            )
        )

    def _keep(self, chapter: int) -> None:
        """Write a checkpoint from which this chapter comes next."""
        if self.folder is None:
            return
        checkpoint.save(
            self.folder,
            self.config,
            {
                "learner": self.learner.state(),
                "chapter": chapter,
                "progress": asdict(self.progress),
                "curve": [asdict(point) for point in self.curve],
                "owed": self._owed,
            },
        )
