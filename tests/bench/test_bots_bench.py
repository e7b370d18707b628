"""The benchmark of the bots runs, and only with a compiled core."""

import io
import json
import os
import subprocess
import sys

import pytest
from rich.console import Console

import doghouse as dog
from doghouse.bench.bots import show


def bench(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "doghouse", "bench", "bots", "--seconds", "0.05", *options]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)


@pytest.mark.skipif(not dog.COMPILED, reason="figures of the compiled core need it")
def test_every_mode_is_measured() -> None:
    figures = json.loads(bench("--json").stdout)
    assert len(figures) == 7
    for figure in figures.values():
        assert figure["games"] > 0
        for kind in ("ms", "sevens_ms"):
            assert set(figure[kind]) == {"greedy", "neural", "neural-search"}
            assert all(milliseconds > 0 for milliseconds in figure[kind].values())
    console = Console(file=io.StringIO(), width=80, record=True)
    show(figures, console)
    shown = " ".join(console.export_text().split())
    assert "whole games per second with four players" in shown
    assert "neural-search at most 300 ms per play with four players" in shown


def test_uncompiled_core_is_rejected() -> None:
    done = bench(DOGHOUSE_UNCOMPILED="1")
    assert done.returncode == 1
    assert "the core is not compiled" in done.stderr
