"""A training run: alternate self-play and learning, evaluate, and save checkpoints, chapter by chapter.

All randomness follows from the config, and unless minutes are given, the number of optimizer steps follows from the
number of decisions played and not from the clock: the same config gives the same run. A chapter begins with new games
and an empty buffer, so that its checkpoint is enough to resume exactly. Checkpoints at evaluations within a chapter
save a run that is killed: it resumes from there with a new chapter.
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
from doghouse.training.warm_start import load_curve, load_nets

REPORT_SECONDS = 0.5
EVALUATION_SEED = 7  # of the deals, always the same


@dataclass
class RunProgress:
    """How far a run has come. Checkpoints have the same fields."""

    part: float = 0.0  # fraction of the run
    steps: int = 0
    seconds: float = 0.0
    games: int = 0
    decisions: int = 0
    decisions_per_second: float = 0.0
    loss: float = float("nan")
    won: float | None = None  # against greedy, at the last evaluation
    where: dict[str, float] = field(default_factory=dict)  # seconds by phase


Play = SelfPlay | ForkPlay | ClusterPlay
Report = Callable[[RunProgress], None]
Pace = tuple[float, float, float]  # fraction and seconds at the start of the command, and the seconds it may take


class Run:
    """One run, which can be stopped and resumed."""

    def __init__(
        self,
        config: Config,
        device: str,
        folder: Path | None = None,
        threads: int = 0,
        cluster: tuple[str, int] | None = None,  # address and number of actors
        begin: Path | None = None,  # a folder with nets to start from
    ) -> None:
        if threads > config.games:
            raise InvalidConfig(f"{threads:,} threads are too many for {config.games:,} games")
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
        self.progress = RunProgress()
        self.curve: list[Evaluation] = []
        self.chapter = 0
        self.interrupted = False
        self.warm_started = begin is not None
        self._owed = 0.0  # rows still to be learned from
        if folder is not None and (folder / checkpoint.NAME).exists():
            if begin is not None:
                raise checkpoint.InvalidCheckpoint(
                    f"{folder} already holds a run: omit --begin to resume it, or choose another folder"
                )
            self._resume(checkpoint.load(folder, config, self.device))
        elif begin is not None:
            self._start_from(begin)

    def _resume(self, state: dict[str, Any]) -> None:
        try:
            self.learner.load(state["learner"])
            self.chapter = state["chapter"]
            self.progress = RunProgress(**state["progress"])
            self.curve = [Evaluation(**point) for point in state["curve"]]
            self._owed = state["owed"]
        except (KeyError, TypeError, ValueError, RuntimeError):
            raise checkpoint.InvalidCheckpoint(checkpoint.DAMAGED.format(checkpoint.NAME)) from None
        self.progress.part = self._fraction(None)  # the clock may have been ahead of the steps
        self.learner.refresh(self.players)

    def _start_from(self, folder: Path) -> None:
        nets, trained = load_nets(folder, self.config)
        steps, games, decisions = (trained[name] for name in ("steps", "games", "decisions"))
        self.learner.start_from(nets, steps)
        self.chapter = trained["chapters"]
        self.progress = RunProgress(self._fraction(None), steps, 60 * trained["minutes"], games, decisions)
        self.curve = load_curve(folder)
        if self.curve:
            self.progress.won = self.curve[-1].won
        self.learner.refresh(self.players)

    def train(self, minutes: float | None = None, report: Report | None = None, chapters: int | None = None) -> None:
        """Train until all steps or some chapters are done, or the time is up; Ctrl-C saves a checkpoint."""
        began = time.monotonic() - self.progress.seconds
        end = None if minutes is None else time.monotonic() + 60 * minutes
        pace = None if minutes is None else (self._fraction(None), self.progress.seconds, 60 * minutes)
        last = None if chapters is None else self.chapter + chapters
        try:
            while self.learner.steps < self.config.steps and self.chapter != last:
                stop = min(self.config.steps, self.learner.steps + self.config.chapter)
                if not self._in_fork_phase(pace):
                    stop = min(stop, self.config.first_fork_step)
                complete = self._play_chapter(stop, began, end, pace, report)
                self.chapter += 1
                self._save_checkpoint(self.chapter)
                if not complete or (end is not None and time.monotonic() >= end):
                    return
        except KeyboardInterrupt:  # between two chapters
            self.interrupted = True
            self._save_checkpoint(self.chapter)

    def evaluate_last(self) -> None:
        """Evaluate and save the last step, unless that has been done."""
        if not self.curve or self.curve[-1].steps < self.learner.steps:
            self.evaluate()
            self._save_checkpoint(self.chapter)

    def _play_chapter(
        self, stop: int, began: float, end: float | None, pace: Pace | None, report: Report | None
    ) -> bool:
        """Play and learn up to a step or, by the clock, to the fork phase; return whether it got that far."""
        seed = self.config.seed * 100_003 + self.chapter
        timer = PhaseTimer(self.progress.where)
        forking = self._in_fork_phase(pace)
        for trainee in self.learner.trainees.values():
            trainee.use_loss(losses.forks if forking else losses.outcomes(self.config.margin))
        play = self._start_play(seed, timer, forking)
        generator = torch.Generator(self.device).manual_seed(seed)
        games, decisions = self.progress.games, self.progress.decisions
        last = time.monotonic()
        try:
            while self.learner.steps < stop and self._in_fork_phase(pace) == forking:
                fraction = self.progress.part = self._fraction(pace)
                play.style = self.config.play_style(fraction)
                ready = play.turn(self.players)
                enough = play.buffer.settled >= self.config.least
                if enough:
                    self._owed += ready * value_at(self.config.reuse, fraction)
                while enough and self._owed >= self.config.batch and self.learner.steps < stop:
                    self._owed -= self.config.batch
                    self.learner.learn(*play.buffer.draw(self.config.batch, generator), fraction)
                    if self.learner.steps % self.config.evaluate == 0:
                        self._update_progress(play, games, decisions, began)
                        self.evaluate()
                        self._save_checkpoint(self.chapter + 1)
                        timer.tick("evaluation")
                if isinstance(play, SelfPlay):
                    play.finish_evaluating()
                self.learner.refresh(self.players)
                timer.tick("learning")
                now = time.monotonic()
                if now - last >= REPORT_SECONDS:
                    self._update_progress(play, games, decisions, began)
                    if report is not None:
                        report(self.progress)
                    last = now
                    if end is not None and now >= end:
                        self.progress.part = self._fraction(pace)
                        return False
            self.progress.part = self._fraction(pace)
            return True
        except KeyboardInterrupt:
            self.interrupted = True
            return False
        finally:
            play.close()
            self._update_progress(play, games, decisions, began)

    def _start_play(self, seed: int, timer: PhaseTimer, forking: bool) -> Play:
        if self.cluster is not None:
            return ClusterPlay(self.mode, self.config, seed, self.device, timer, *self.cluster, self.threads, forking)
        kind = ForkPlay if forking else SelfPlay
        return kind(self.mode, self.config, seed, self.device, timer, self.threads)

    def _in_fork_phase(self, pace: Pace | None) -> bool:
        by_steps = self.learner.steps >= self.config.first_fork_step
        return self.config.ahead < 1 and (by_steps or self._fraction(pace) >= self.config.ahead)

    def _fraction(self, pace: Pace | None) -> float:
        """Return the fraction of the run that is done: of its steps or, if that is more, of its time."""
        fraction = self.learner.steps / self.config.steps
        if pace is not None:
            before, seconds, allowed = pace
            fraction = max(fraction, before + (1 - before) * (self.progress.seconds - seconds) / allowed)
        return min(1.0, fraction)

    def _update_progress(self, play: Play, games: int, decisions: int, began: float) -> None:
        progress, now = self.progress, time.monotonic() - began
        done = decisions + play.decisions
        elapsed = now - progress.seconds
        if elapsed >= REPORT_SECONDS:  # a shorter time, as at the end, is too short to measure
            progress.decisions_per_second = (done - progress.decisions) / elapsed
        progress.seconds = now
        progress.steps = self.learner.steps
        progress.games = games + play.games
        progress.decisions = done
        loss = self.learner.loss()
        if not math.isnan(loss):
            progress.loss = loss

    def evaluate(self) -> None:
        """Add a point to the learning curve."""
        net, small = (
            against_greedy(
                self.mode,
                self.learner.player(name).chances,
                self.config.deals,
                EVALUATION_SEED,
                self.device,
                self.threads,
            )
            for name in ("net", "small")
        )
        now = self.progress
        now.won = net.won
        loss = None if math.isnan(now.loss) else now.loss
        seconds = round(now.seconds, 1)
        self.curve.append(
            Evaluation(now.steps, seconds, now.games, now.decisions, loss, net.won, net.give_or_take, small.won)
        )

    def _save_checkpoint(self, chapter: int) -> None:
        """Save a checkpoint that resumes with this chapter."""
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
