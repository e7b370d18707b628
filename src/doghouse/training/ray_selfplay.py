"""Self-play and looking ahead on a Ray cluster (``pip install doghouse[cluster]``), learning on this machine.

Each actor plays as a single machine would, with the weights it was sent last, and sends back decisions and what they
turned out to be worth. A machine that goes takes only the games with it that were under way; Ray starts its actor again
elsewhere.
"""

from __future__ import annotations

import hashlib
import time
from typing import Any

import numpy as np
import torch

from doghouse.bots.modes import Mode
from doghouse.bots.modes import mode as mode_named
from doghouse.training.config import Config, PlayStyle
from doghouse.training.device import device_for
from doghouse.training.fork_play import ForkPlay
from doghouse.training.losses import BRANCHES
from doghouse.training.model import Players, ValueNet
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.replay_buffer import ForkBuffer, ReplayBuffer
from doghouse.training.selfplay import SelfPlay
from doghouse.util.ray_cluster import ClusterUnavailable, connect

PATIENCE = 120.0  # seconds in which actors are lost and nothing comes from any of them
PAUSE = 0.5  # seconds; what is asked of an actor that is being started again is lost at once
Sent = tuple[Any, Any, int, int]  # rows, targets, games, decisions


class NoCluster(RuntimeError):
    """There is no cluster to train on, or nobody can play there."""


class Player:
    """One actor: plays, and gives what can be learned from."""

    def __init__(self, config: Config, seed: int, threads: int, ahead: bool = False) -> None:
        self.device = torch.device(device_for("auto"))
        self.mode = mode_named(config.mode)
        most = max(config.games * config.most_steps, config.batch + BRANCHES * config.forks)
        self.few = config.changed(window=4 * most)  # until they are sent
        shapes = {"net": config.net, "small": config.small}
        self.players = {name: ValueNet(self.mode, shape).to(self.device) for name, shape in shapes.items()}
        if self.device.type == "cuda":
            for net in self.players.values():
                net.half()
        self.kind = ForkPlay if ahead else SelfPlay
        self.seed = seed
        self.threads = threads
        self.wanted = config.batch
        self.play: SelfPlay | ForkPlay | None = None

    def begin(self, number: int) -> SelfPlay | ForkPlay:
        """New games, by the number of what was asked first: an actor that is started again plays other deals."""
        return self.kind(self.mode, self.few, seed_of(self.seed, number), self.device, PhaseTimer({}), self.threads)

    def go_on(self, weights: dict[str, list[Any]], style: PlayStyle, number: int) -> Sent:
        """Play with these weights until enough has been settled to be sent."""
        with torch.no_grad():
            for name, net in self.players.items():
                for mine, sent in zip(net.parameters(), weights[name], strict=True):
                    mine.copy_(torch.from_numpy(np.array(sent)))
        play = self.play = self.play or self.begin(number)
        play.style = style
        before = play.buffer.settled
        games, decisions = play.games, play.decisions
        while play.buffer.settled - before < self.wanted:
            play.turn(self.players)
        rows, targets = play.buffer.since(before)
        return rows.cpu().numpy(), targets.cpu().numpy(), play.games - games, play.decisions - decisions


class ClusterPlay:
    """What ``SelfPlay`` is on one machine: a window that fills, turn by turn."""

    def __init__(
        self,
        mode: Mode,
        config: Config,
        seed: int,
        device: torch.device,
        timer: PhaseTimer,
        address: str,
        actors: int,
        threads: int = 0,  # of each actor, and the CPUs that it reserves; 0: one
        ahead: bool = False,
    ) -> None:
        try:
            self._ray = connect(address)
        except ClusterUnavailable as error:
            raise NoCluster(str(error)) from None
        self.buffer = ForkBuffer(mode, config, device) if ahead else ReplayBuffer(mode, config, 1, device)
        self.timer = timer
        self.style = PlayStyle()
        self.games = 0
        self.decisions = 0
        reserved = threads or 1
        self._check_room(reserved)
        remote: Any = self._ray.remote(num_cpus=reserved, max_restarts=-1)(Player)
        share = config.changed(games=max(reserved, config.games // actors), forks=max(reserved, config.forks // actors))
        self._idle = [remote.remote(share, seed, reserved, ahead) for _actor in range(actors)]
        self._running: dict[Any, Any] = {}
        self._asked = 0
        self._losing_since: float | None = None

    def _check_room(self, reserved: int) -> None:
        """Refuse what no machine can give; Ray would wait for such a machine without a word.

        One core is not asked for: clusters may grow from machines that have none for others.
        """
        most = max((int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]), default=0)
        if reserved > max(1, most):
            raise NoCluster(f"no machine of the cluster has {reserved:,} cores for an actor, at most {most:,}")

    def turn(self, players: Players) -> int:
        """Send the weights to whoever is idle, and take in what comes next; how many decisions became ready."""
        try:
            return self._turn(players)
        except self._ray.exceptions.RayError as error:
            raise NoCluster(f"the cluster cannot play: {last_line(error)}") from None

    def _turn(self, players: Players) -> int:
        if self._idle:
            weights = self._ray.put(
                {
                    name: [part.detach().float().cpu().numpy() for part in player.parameters()]
                    for name, player in players.items()
                }
            )
            for actor in self._idle:
                self._running[actor.go_on.remote(weights, self.style, self._asked)] = actor
                self._asked += 1
            self._idle = []
        self.timer.tick("moving rows")
        done, _others = self._ray.wait(list(self._running), num_returns=1)
        self.timer.tick("waiting for games")
        ready = 0
        for reference in done:
            self._idle.append(self._running.pop(reference))
            try:
                rows, targets, games, decisions = self._ray.get(reference)
            except self._ray.exceptions.RayActorError as error:
                self._lose(error)
                continue
            self._losing_since = None
            ready += self.buffer.add(torch.from_numpy(np.array(rows)), torch.from_numpy(np.array(targets)))
            self.games += games
            self.decisions += decisions
        self.timer.tick("moving rows")
        return ready

    def _lose(self, error: Any) -> None:
        """The games of an actor are lost and it begins others, unless it cannot even start or none comes to an end."""
        if error.actor_init_failed:
            raise NoCluster(f"the actors cannot start: {last_line(error)}")
        now = time.monotonic()
        self._losing_since = self._losing_since or now
        if now - self._losing_since >= PATIENCE:
            raise NoCluster(f"for {PATIENCE:g} s actors were lost and nothing came from any: {last_line(error)}")
        time.sleep(PAUSE)

    def let_judge(self) -> None:
        """Nothing is judged here."""

    def close(self) -> None:
        """Let the cluster go."""
        self._ray.shutdown()


def seed_of(seed: int, number: int) -> int:
    """A seed for each actor and each of its beginnings, small enough that it can be multiplied further on."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:6])


def last_line(error: Exception) -> str:
    """What is wrong; before that, Ray tells where."""
    return str(error).strip().splitlines()[-1].strip()
