"""Self-play on a Ray cluster (``pip install doghouse[cluster]``) with the learner on this machine.

Each actor plays as a single machine would, with the weights it received last, and sends rows with their targets. A lost
machine loses only its unfinished games; Ray restarts its actor elsewhere.
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

LOST_TIMEOUT = 120.0  # seconds in which actors are lost and none delivers
RETRY_SECONDS = 0.5  # a request to an actor that is restarting fails at once
Batch = tuple[Any, Any, int, int]  # rows, targets, games, decisions


class Actor:
    """One Ray actor: plays, and returns batches to learn from."""

    def __init__(self, config: Config, seed: int, threads: int, ahead: bool = False) -> None:
        self.device = torch.device(device_for("auto"))
        self.mode = mode_named(config.mode)
        maximum = max(config.games * config.most_steps, config.batch + BRANCHES * config.forks)
        self.config = config.changed(window=4 * maximum)  # rows wait here only until they are sent
        shapes = {"net": config.net, "small": config.small}
        self.players = {name: ValueNet(self.mode, shape).to(self.device) for name, shape in shapes.items()}
        if self.device.type == "cuda":
            for net in self.players.values():
                net.half()
        self.kind = ForkPlay if ahead else SelfPlay
        self.seed = seed
        self.threads = threads
        self.play: SelfPlay | ForkPlay | None = None

    def run(self, weights: dict[str, list[Any]], style: PlayStyle, number: int) -> Batch:
        """Play with these weights until a batch is ready."""
        with torch.no_grad():
            for name, net in self.players.items():
                for own, received in zip(net.parameters(), weights[name], strict=True):
                    own.copy_(torch.from_numpy(np.array(received)))
        if self.play is None:  # the number of the request is part of the seed, so that a restart deals other cards
            seed = seed_of(self.seed, number)
            self.play = self.kind(self.mode, self.config, seed, self.device, PhaseTimer({}), self.threads)
        play = self.play
        play.style = style
        before = play.buffer.settled
        games, decisions = play.games, play.decisions
        while play.buffer.settled - before < self.config.batch:
            play.turn(self.players)
        rows, targets = play.buffer.since(before)
        return rows.cpu().numpy(), targets.cpu().numpy(), play.games - games, play.decisions - decisions


class ClusterPlay:
    """Counterpart of ``SelfPlay`` on a cluster: fills a buffer, turn by turn."""

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
        self._ray = connect(address)
        self.buffer = ForkBuffer(mode, config, device) if ahead else ReplayBuffer(mode, config, 1, device)
        self.timer = timer
        self.style = PlayStyle()
        self.games = 0
        self.decisions = 0
        cores = threads or 1
        self._check_cores(cores)
        remote: Any = self._ray.remote(num_cpus=cores, max_restarts=-1)(Actor)
        share = config.changed(games=max(cores, config.games // actors), forks=max(cores, config.forks // actors))
        self._idle = [remote.remote(share, seed, cores, ahead) for _actor in range(actors)]
        self._running: dict[Any, Any] = {}
        self._requests = 0
        self._losing_since: float | None = None

    def _check_cores(self, cores: int) -> None:
        """Reject more cores than any node has; Ray would wait for such a node without a message.

        One core is always accepted: a cluster may grow from nodes without any.
        """
        largest = max((int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]), default=0)
        if cores > max(1, largest):
            raise ClusterUnavailable(f"no node has {cores:,} cores for an actor; the largest has {largest:,}")

    def turn(self, players: Players) -> int:
        """Send the weights to idle actors and store the next batch; return how many decisions became ready."""
        try:
            return self._turn(players)
        except self._ray.exceptions.RayError as error:
            raise ClusterUnavailable(f"the cluster cannot play: {last_line(error)}") from None

    def _turn(self, players: Players) -> int:
        if self._idle:
            weights = self._ray.put(
                {
                    name: [part.detach().float().cpu().numpy() for part in player.parameters()]
                    for name, player in players.items()
                }
            )
            for actor in self._idle:
                self._running[actor.run.remote(weights, self.style, self._requests)] = actor
                self._requests += 1
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
                self._actor_lost(error)
                continue
            self._losing_since = None
            ready += self.buffer.add(torch.from_numpy(np.array(rows)), torch.from_numpy(np.array(targets)))
            self.games += games
            self.decisions += decisions
        self.timer.tick("moving rows")
        return ready

    def _actor_lost(self, error: Any) -> None:
        """Give up if actors cannot start or none has delivered for a while; otherwise wait and go on."""
        if error.actor_init_failed:
            raise ClusterUnavailable(f"the actors cannot start: {last_line(error)}")
        now = time.monotonic()
        self._losing_since = self._losing_since or now
        if now - self._losing_since >= LOST_TIMEOUT:
            raise ClusterUnavailable(f"actors were lost for {LOST_TIMEOUT:g} s and none delivered: {last_line(error)}")
        time.sleep(RETRY_SECONDS)

    def close(self) -> None:
        """Disconnect from the cluster."""
        self._ray.shutdown()


def seed_of(seed: int, number: int) -> int:
    """Return a seed per request, small enough to be multiplied later."""
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:6])


def last_line(error: Exception) -> str:
    """Return the last line of a Ray error: the cause, after a traceback."""
    return str(error).strip().splitlines()[-1].strip()
