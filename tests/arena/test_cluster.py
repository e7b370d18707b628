"""On Ray: a real one on this machine, with real workers, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import pytest

from doghouse.arena.errors import ArenaError
from doghouse.arena.results import log_writer
from doghouse.arena.workers import ray_executor
from doghouse.util import ray_cluster
from tests.support.matches import arena, command, without_clock

MATCH = ("telling", "random", "--pairs", "30", "--seed", "11", "--most-plies", "120", "--workers", "2")


def test_ray_gives_the_same_and_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    words = [*MATCH, "--cluster", "local", "--out", "cluster", "--json"]
    running = subprocess.Popen(
        command(words), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    killed = kill_a_worker(tmp_path / "parents", tmp_path / "cluster", running)
    out, errors = running.communicate(timeout=120)
    assert running.returncode == 0, errors
    assert json.loads(out)["tasks"] == 30, "and nothing but JSON, whatever Ray has to say"
    workers = (tmp_path / "parents").read_text().split()
    assert str(killed) in workers
    assert len(set(workers)) >= 2

    assert arena(*MATCH, "--out", "here", folder=tmp_path).returncode == 0
    assert without_clock(log_writer.read(tmp_path / "cluster")[1]) == without_clock(
        log_writer.read(tmp_path / "here")[1]
    )


@pytest.mark.parametrize("how", ["auto", "address"])
def test_a_cluster_that_lets_in_but_never_answers_is_left_alone(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = SimpleNamespace(is_initialized=lambda: False, init=lambda **_settings: pytest.fail("it would hang"))
    monkeypatch.setattr(ray_cluster, "CONNECT", 3.0)
    monkeypatch.setattr(ray_cluster, "_ray", lambda: ray)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        if how == "auto":
            monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(ArenaError, match=f"no Ray cluster answers at '{re.escape(address)}' within 3 s"):
            ray_executor.RayExecutor("auto" if how == "auto" else address)


def test_an_old_address_in_the_environment_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:  # a port where nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", address)
        done = arena(*MATCH, "--cluster", "auto", folder=tmp_path)
    assert done.returncode == 1
    assert f"nobody answers at {address}" in done.stderr
    assert not list(tmp_path.glob("*.jsonl"))


@pytest.mark.parametrize(
    ("workers", "under_way"),
    [(None, ray_executor.AHEAD * 8), (3, 3), (1, 1), (8, ray_executor.AHEAD * 8), (20, ray_executor.AHEAD * 8)],
)
def test_no_more_games_at_the_same_time_than_wished(workers: int | None, under_way: int) -> None:
    """On all cores some tasks wait in the cluster; where fewer games are wished, every task under way is played."""
    executor = ray_executor.RayExecutor.__new__(
        ray_executor.RayExecutor
    )  # without connecting: the cluster is the one below
    executor.workers = workers
    eight_cores = SimpleNamespace(cluster_resources=lambda: {"CPU": 8.0})
    assert executor._wanted(eight_cores) == under_way


def kill_a_worker(parents: Path, results: Path, running: subprocess.Popen[str]) -> int:
    """Kill the Ray worker that played last, when some tasks are finished and others are not."""
    until = monotonic() + 90
    while monotonic() < until and running.poll() is None:
        if results.exists() and results.read_text().count("\n") > 3 and parents.exists():
            worker = int(parents.read_text().split()[-1])
            os.kill(worker, signal.SIGKILL)
            assert results.read_text().count("\n") < 30
            return worker
        sleep(0.01)
    raise AssertionError(f"nothing was played: {running.communicate(timeout=30)[1]}")
