"""Actors on Ray: real ones on this machine play, and the net learns here; one is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import doghouse as dog

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")

SCRIPT = """
import os, signal, sys
from pathlib import Path
import ray
from doghouse.training.cluster import ClusterPlay
from doghouse.training.configuration import load
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
wishes = load("2", small=True).changed(
    games=16, steps=60, batch=64, least=500, window=20_000, most_steps=60, evaluate=60, deals=2
)
run = Run(wishes, "cpu", Path(sys.argv[1]), cluster=("local", 2))
run.train()
print(run.learner.steps, run.progress.games > 0, run.progress.decisions > 0, len(turns) > 4)
"""


def test_actors_play_the_net_learns_and_a_kill_stops_nothing(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)], capture_output=True, text=True, timeout=180, check=False
    )
    assert "60 True True True" in result.stdout.splitlines(), result.stdout[-2000:] + result.stderr[-2000:]
    assert (tmp_path / "checkpoint.pt").exists()
