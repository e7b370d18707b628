"""The benchmark of the page runs in a real browser, and the page is within its size limit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from doghouse.bench.frame_trace import frames_of
from doghouse.bench.page import MAX_KIB


def bench(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "doghouse", "bench", "page", *options]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)


def test_page_size_and_frames_are_measured() -> None:
    figures = json.loads(bench("--seconds", "3", "--json").stdout)
    assert 50 < figures["kib_in_all"] < MAX_KIB
    assert figures["kib"]["script"] > 50
    assert 0 < figures["first_card_ms"] < 20_000
    frames = figures["frames"]
    assert frames["seconds"] > 0.3
    assert frames["presented"] > 0
    assert frames["main_ms_per_frame"] > 0


def test_missing_browser_is_reported(tmp_path: Path) -> None:
    done = bench(PATH=str(tmp_path))
    assert done.returncode == 1
    assert "no browser found" in done.stderr


def event(name: str, at: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "ts": at, "pid": 1, "tid": 1, **more}


def frame(at: int, number: int, state: str) -> dict[str, Any]:
    report = {"frame_source": 1, "frame_sequence": number, "state": state}
    return event("PipelineReporter", at, ph="b", args={"frame_reporter": report})


def test_only_frames_during_moves_are_counted() -> None:
    """Two marbles at once are one move; a frame counts once, and is dropped only if nothing of it was shown."""
    found = frames_of(
        [
            frame(900, 1, "STATE_DROPPED"),  # before
            event("marble-goes", 1_000),
            event("RunTask", 2_000, dur=500),
            frame(2_000, 2, "STATE_PRESENTED_PARTIAL"),
            frame(2_000, 2, "STATE_DROPPED"),  # its late half
            event("marble-goes", 400_000),
            frame(450_000, 3, "STATE_PRESENTED_ALL"),
            event("marble-rests", 500_000),
            frame(600_000, 4, "STATE_DROPPED"),
            event("marble-rests", 1_001_000),
            event("RunTask", 1_500_000, dur=9_000_000),
        ]
    )
    assert (found.seconds, found.presented, found.dropped) == (1.0, 2, 1)
    assert found.a_second == 2.0
    assert found.main_ms_per_frame == round(0.5 / 60, 2)
