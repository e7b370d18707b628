"""Self-play on the machines of a Ray cluster (``pip install doghouse[cluster]``), learning on this one.

Each actor plays as a single machine would, with the weights it was sent last, and sends back decisions whose games are
over. A machine that goes takes only the games with it that were under way; Ray starts its actor again elsewhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from doghouse.bots.modes import Mode
from doghouse.bots.modes import mode as mode_named
from doghouse.training.clock import Clock
from doghouse.training.configuration import Configuration, Manner
from doghouse.training.net import ValueNet
from doghouse.training.selfplay import SelfPlay
from doghouse.training.window import Window

NO_RAY = "training on a cluster needs Ray: pip install 'doghouse[cluster]'"
Sent = tuple[Any, Any, int, int]  # rows, targets, games, decisions


class NoCluster(RuntimeError):
    """There is no cluster to train on."""


class Player:
    """One actor: plays, and gives what can be learned from."""

    def __init__(self, wishes: Configuration, seed: int, threads: int) -> None:
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        mode = mode_named(wishes.mode)
        few = wishes.changed(window=4 * wishes.games * wishes.most_steps)
        self.net = ValueNet(mode, wishes.net).to(device)
        if device.type == "cuda":
            self.net.half()
        self.play = SelfPlay(mode, few, seed, device, Clock({}), threads)
        self.wanted = wishes.batch

    def go_on(self, weights: list[Any], manner: Manner) -> Sent:
        """Play with these weights until enough has been settled to be sent."""
        with torch.no_grad():
            for mine, sent in zip(self.net.parameters(), weights, strict=True):
                mine.copy_(torch.from_numpy(np.array(sent)))
        self.play.manner = manner
        before = self.play.window.settled
        games, decisions = self.play.games, self.play.decisions
        while self.play.window.settled - before < self.wanted:
            self.play.turn(self.net)
        rows, targets = self.play.window.since(before)
        return rows.cpu().numpy(), targets.cpu().numpy(), self.play.games - games, self.play.decisions - decisions


class ClusterPlay:
    """What ``SelfPlay`` is on one machine: a window that fills, turn by turn."""

    def __init__(
        self,
        mode: Mode,
        wishes: Configuration,
        seed: int,
        device: torch.device,
        clock: Clock,
        address: str,
        actors: int,
    ) -> None:
        try:
            import ray
        except ImportError:
            raise NoCluster(NO_RAY) from None
        self._ray: Any = ray
        if not ray.is_initialized():
            settings: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": "ERROR"}
            if address == "local":
                settings["include_dashboard"] = False
            try:
                ray.init(**settings)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise NoCluster(f"there is no Ray cluster at {address!r}: {str(error).splitlines()[0]}") from None
        self.window = Window(mode, wishes, 1, device)
        self.clock = clock
        self.manner = Manner()
        self.games = 0
        self.decisions = 0
        remote: Any = ray.remote(num_cpus=1, max_restarts=-1)(Player)
        self._idle = [remote.remote(wishes, seed * 1000 + number, 0) for number in range(actors)]
        self._running: dict[Any, Any] = {}

    def turn(self, player: ValueNet) -> int:
        """Send the weights to whoever is idle, and take in what comes next; how many decisions became ready."""
        if self._idle:
            weights = self._ray.put([part.detach().float().cpu().numpy() for part in player.parameters()])
            for actor in self._idle:
                self._running[actor.go_on.remote(weights, self.manner)] = actor
            self._idle = []
        self.clock.tick("moving rows")
        done, _others = self._ray.wait(list(self._running), num_returns=1)
        self.clock.tick("waiting for games")
        ready = 0
        for reference in done:
            self._idle.append(self._running.pop(reference))
            try:
                rows, targets, games, decisions = self._ray.get(reference)
            except self._ray.exceptions.RayActorError:
                continue  # its games are lost; it begins others
            ready += self.window.add(torch.from_numpy(np.array(rows)), torch.from_numpy(np.array(targets)))
            self.games += games
            self.decisions += decisions
        self.clock.tick("moving rows")
        return ready

    def let_judge(self) -> None:
        """Nothing is judged here."""

    def close(self) -> None:
        """Let the cluster go."""
        self._ray.shutdown()
