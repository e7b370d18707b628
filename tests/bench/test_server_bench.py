"""The benchmark of the server runs a real server, and truncates no figure."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from doghouse.bench.server import show

LARGE = {
    "database": "PostgreSQL",
    "processes": 12,
    "tables": 1234,
    "wanted": 45000.5,
    "plays_per_second": 61271.4,
    "p50": 12345.6,
    "p99": 23456.7,
    "worst": 34567.8,
    "cpu_per_play": 12.34,
    "kib_per_table": 45678.9,
    "refused": 7,
    "lost": 89,
}


def test_small_load_loses_nothing() -> None:
    words = ["bench", "server", "--tables", "3", "--seconds", "1.5", "--rate", "40", "--json"]
    done = subprocess.run([sys.executable, "-m", "doghouse", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    steady, flat_out = json.loads(done.stdout)
    assert (steady["wanted"], flat_out["wanted"]) == (40, None)
    for figures in (steady, flat_out):
        assert (figures["database"], figures["processes"], figures["tables"]) == ("SQLite", 1, 3)
        assert figures["plays_per_second"] > 5
        assert 0 < figures["p50"] <= figures["p99"] <= figures["worst"]
        assert figures["cpu_per_play"] > 0
        assert figures["lost"] == 0


@pytest.mark.parametrize("columns", ["20", "80", "200"])
def test_figures_are_not_truncated(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    show([LARGE, LARGE])
    printed = capsys.readouterr().out
    assert "…" not in printed
    row = "PostgreSQL 12 45000.5 61,271 12,345.6 23,456.7 34,567.8 12.34 45,679 89"
    assert re.sub(r" +", " ", printed).count(row) == 2
    assert re.sub(r"\s+", " ", printed).endswith("with p99 under 250 ms and nothing lost. ")
