"""The benchmark of the rules runs, only with a compiled core, and its targets can fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import doghouse as dog
from doghouse.bench.rules import targets


def bench(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "doghouse", "bench", "rules", "--seconds", "0.05", *options]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


@pytest.mark.skipif(not dog.COMPILED, reason="figures of the compiled core need it")
def test_json_has_every_figure() -> None:
    done = bench("--json", "--games", "50")
    figures = json.loads(done.stdout)
    assert figures["compiled"] is True
    assert len(figures["core"]) == 7
    assert all(mode["steps"] > 1000 and mode["games"] > 0 for mode in figures["core"].values())
    assert figures["python"]["steps"] > 1000
    assert figures["core"]["4 players"]["steps"] > figures["uncompiled"]["core"] > 0
    assert figures["plays"] > 0
    assert figures["copy_ns"]["core"] > 0
    assert figures["memory"]["late_kib"] >= figures["memory"]["early_kib"] > 0


@pytest.mark.skipif(not dog.COMPILED, reason="figures of the compiled core need it")
def test_table() -> None:
    done = bench("--games", "50")
    assert done.returncode == 0, done.stderr
    assert "compiled core, 4 players" in " ".join(done.stdout.split())


def test_uncompiled_core_is_rejected() -> None:
    done = bench(DOGHOUSE_UNCOMPILED="1")
    assert done.returncode == 1
    assert "the core is not compiled" in done.stderr
    assert done.stdout == ""


def figures(core: float, python: float, growth: int) -> dict[str, Any]:
    return {
        "openspiel": {"maedn": 1.0},
        "core": {"2 players": {"steps": 20.0}, "4 players": {"steps": core}},
        "python": {"steps": python},
        "memory": {"games": 10, "early_kib": 1000, "late_kib": 1000 + growth},
    }


def test_targets_can_fail() -> None:
    assert [met for _text, met in targets(figures(12, 3, 0))] == [True, True, True]
    assert [met for _text, met in targets(figures(11.9, 2.9, 10_000))] == [False, False, False]
