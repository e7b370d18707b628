"""Matches on a real Ray on this machine."""

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
from doghouse.arena.results import log_reader
from doghouse.arena.workers import ray_executor
from doghouse.util import ray_cluster
from tests.support.matches import arena, command, without_clock

MATCH = ("recordsparent", "random", "--pairs", "30", "--seed", "11", "--most-plies", "120", "--workers", "2")


def test_ray_gives_the_same_results_after_a_worker_is_killed(tmp_path: Path) -> None:
    words = [*MATCH, "--cluster", "local", "--out", "cluster", "--json"]
    running = subprocess.Popen(
        command(words), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    killed = kill_a_worker(tmp_path / "parents", tmp_path / "cluster", running)
    out, errors = running.communicate(timeout=120)
    assert running.returncode == 0, errors
    assert json.loads(out)["tasks"] == 30, "stdout must be JSON only, whatever Ray prints"
    workers = (tmp_path / "parents").read_text().split()
    assert str(killed) in workers
    assert len(set(workers)) >= 2

    assert arena(*MATCH, "--out", "here", folder=tmp_path).returncode == 0
    assert without_clock(log_reader.read(tmp_path / "cluster")[1]) == without_clock(
        log_reader.read(tmp_path / "here")[1]
    )


@pytest.mark.parametrize("how", ["auto", "address"])
def test_cluster_that_accepts_but_never_answers_times_out(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = SimpleNamespace(is_initialized=lambda: False, init=lambda **_settings: pytest.fail("it would hang"))
    monkeypatch.setattr(ray_cluster, "CONNECT_TIMEOUT", 3.0)
    monkeypatch.setattr(ray_cluster, "_import_ray", lambda: ray)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        if how == "auto":
            monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(ArenaError, match=f"no Ray cluster answers at '{re.escape(address)}' within 3 s"):
            ray_executor.RayExecutor("auto" if how == "auto" else address)


def test_stale_ray_address_fails_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:  # a port where nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", address)
        done = arena(*MATCH, "--cluster", "auto", folder=tmp_path)
    assert done.returncode == 1
    assert f"cannot connect to {address}" in done.stderr
    assert not list(tmp_path.glob("*.jsonl"))


@pytest.mark.parametrize(
    ("workers", "running"),
    [
        (None, ray_executor.TASKS_PER_CORE * 8),
        (3, 3),
        (1, 1),
        (8, ray_executor.TASKS_PER_CORE * 8),
        (20, ray_executor.TASKS_PER_CORE * 8),
    ],
)
def test_workers_limits_the_running_tasks(workers: int | None, running: int) -> None:
    """On all cores some tasks wait in the cluster; with fewer workers, all submitted tasks run."""
    executor = ray_executor.RayExecutor.__new__(
        ray_executor.RayExecutor
    )  # without connecting: the cluster is the one below
    executor.workers = workers
    eight_cores = SimpleNamespace(cluster_resources=lambda: {"CPU": 8.0})
    assert executor._max_running(eight_cores) == running


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
