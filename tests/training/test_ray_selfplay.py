"""Self-play actors on a local Ray cluster; one is killed during the run."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import doghouse as dog
from doghouse.bots.modes import mode
from doghouse.training.config import PlayStyle, load
from doghouse.training.model import ValueNet
from doghouse.training.ray_selfplay import Actor

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")

SCRIPT = """
import os, signal, sys
from pathlib import Path
import ray
from doghouse.training.ray_selfplay import ClusterPlay
from doghouse.training.config import load
from doghouse.training.run import Run

turn, turns = ClusterPlay.turn, []

def turn_and_kill(self, player):
    ready = turn(self, player)
    turns.append(ready)
    if len(turns) == 3:
        actor = self._idle[0]
        pid = ray.get(actor.__ray_call__.remote(lambda _player: os.getpid()))
        os.kill(pid, signal.SIGKILL)
    return ready

ClusterPlay.turn = turn_and_kill
config = load("2", small=True).changed(
    games=16, steps=60, batch=64, least=500, window=20_000, most_steps=60, evaluate=60, deals=2, ahead=0.5, forks=8
)
run = Run(config, "cpu", Path(sys.argv[1]), cluster=("local", 2))
run.train()
print(run.learner.steps, run.progress.games > 0, run.progress.decisions > 0, len(turns) > 4)
"""


def test_run_survives_a_killed_actor(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True, timeout=180, check=False
    )
    assert "60 True True True" in result.stdout.splitlines(), result.stdout[-2000:] + result.stderr[-2000:]
    assert (tmp_path / "checkpoint.pt").exists()


FAILING = """
import os, signal
import ray, torch
from doghouse.bots.modes import mode
from doghouse.training import ray_selfplay
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.config import load
from doghouse.training.model import ValueNet
from doghouse.util.ray_cluster import ClusterUnavailable

two, cpu = mode("2"), torch.device("cpu")
config = load("2", small=True).changed(games=16, batch=64, window=20_000, most_steps=60)
ray.init(address="local", num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="ERROR")

def play(config, actors=1, threads=0):
    return ray_selfplay.ClusterPlay(two, config, 1_000_000_000 * 100_003, cpu, PhaseTimer({}), "local", actors, threads)

def show_error(begin):
    try:
        begin()
    except ClusterUnavailable as error:
        print(error, flush=True)

nets = {"net": ValueNet(two, config.net), "small": ValueNet(two, config.small)}
show_error(lambda: play(config.changed(mode="7")).turn(nets))
show_error(lambda: play(config).turn({"net": nets["small"], "small": nets["net"]}))
show_error(lambda: play(config, threads=4))

def standing(player):
    return player.play.threads, player.threads, torch.get_num_threads()

lasting = play(config, threads=2)
lasting.turn(nets)
print("threads", *ray.get(lasting._idle[0].__ray_call__.remote(standing)), flush=True)

actor = lasting._idle[0]
ray_selfplay.LOST_TIMEOUT = 2.0

def die(player, *_asked):
    os.kill(os.getpid(), signal.SIGKILL)

class Dying:
    class run:
        @staticmethod
        def remote(*_asked):
            return actor.__ray_call__.remote(die)

lasting._idle = [Dying]
def until_lost():
    while True:
        lasting.turn(nets)
show_error(until_lost)
"""


def test_unusable_cluster_is_explained_in_one_line() -> None:
    result = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, timeout=180, check=False)
    lines = [line for line in result.stdout.splitlines() if "(raylet)" not in line]  # Ray reports dead actors itself
    assert len(lines) == 5, result.stdout[-2000:] + result.stderr[-2000:]
    cannot_start, cannot_play, no_room, threads, dying = lines
    assert cannot_start.startswith("the actors cannot start: ")
    assert "7" in cannot_start
    assert cannot_play.startswith("the cluster cannot play: ")
    assert no_room == "no node has 4 cores for an actor; the largest has 3"
    assert threads == "threads 2 2 1"
    assert dying.startswith("actors were lost for 2 s and none delivered: ")


def test_unreachable_cluster_is_rejected_at_once(tmp_path: Path) -> None:
    with socket.socket() as taken:  # a port where nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        asked = ["--mode", "2", "--device", "cpu", "--cluster", address, "--folder", str(tmp_path / "run")]
        command = [sys.executable, "-m", "doghouse", "train", *asked]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert f"cannot connect to {address}" in done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("ahead", [False, True])
def test_restarted_actor_plays_other_deals(ahead: bool) -> None:
    config = load("2", small=True).changed(games=4, forks=4, batch=16, window=2_000, most_steps=60)
    weights = {
        name: [part.detach().numpy() for part in ValueNet(mode("2"), shape).parameters()]
        for name, shape in (("net", config.net), ("small", config.small))
    }
    first, same, again = (Actor(config, 1, 1, ahead).run(weights, PlayStyle(), asked)[0] for asked in (0, 0, 5))
    assert np.array_equal(first, same)
    assert not np.array_equal(first, again)


@pytest.mark.parametrize("change", [{"until": "turn"}, {"sparring": 1.0}])
def test_actor_follows_the_fork_options(change: dict[str, Any]) -> None:
    config = load("2", small=True).changed(games=4, forks=4, batch=64, window=2_000, most_steps=60)
    torch.manual_seed(1)
    weights = {
        name: [part.detach().numpy() for part in ValueNet(mode("2"), shape).parameters()]
        for name, shape in (("net", config.net), ("small", config.small))
    }
    usual, changed = (Actor(how, 1, 1, True).run(weights, PlayStyle(), 0) for how in (config, config.changed(**change)))
    assert usual[1].shape != changed[1].shape or not np.array_equal(usual[1], changed[1])
