"""Writing the results file: by one process at a time, and on a full disk."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from pathlib import Path

import pytest

from doghouse.arena.errors import ArenaError
from doghouse.arena.results import log_reader, log_writer
from doghouse.util import files
from tests.support.matches import arena, command, plan, play, without_clock

MATCH = ("random", "quick", "--pairs", "30", "--seed", "5", "--most-plies", "60", "--workers", "1")


def test_results_file_is_locked_against_a_second_arena(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with log_writer.create(path, plan("random", "quick")):
        with pytest.raises(ArenaError, match="another arena is writing"):
            log_writer.resume(path)
        done = arena("--resume", "results", folder=tmp_path)
        assert done.returncode == 1
        assert "another arena is writing results" in done.stderr
    with log_writer.resume(path), pytest.raises(ArenaError, match="another arena"):
        log_writer.resume(path)
    log_writer.resume(path).close()


def test_workers_do_not_inherit_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "results"
    play(plan("leavesthread", "random", pairs=1), path)
    log_writer.resume(path).close()


def test_platform_without_locks_needs_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "fcntl", None)
    with log_writer.create(tmp_path / "results", plan("random", "quick")):
        log_writer.resume(tmp_path / "results").close()


def arena_on_a_small_disk(folder: Path, most: int) -> subprocess.CompletedProcess[str]:
    """Run the match with a maximum file size in bytes."""
    return subprocess.run(
        command([*MATCH, "--out", "results"]),
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )


def test_full_disk_ends_the_match_and_keeps_finished_games(tmp_path: Path) -> None:
    done = arena_on_a_small_disk(tmp_path, 4000)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "cannot write results: File too large" in done.stderr
    assert "Finished games are saved. Continue with: doghouse arena --resume results" in done.stderr
    played = (tmp_path / "results").read_text().count("\n") - 1
    assert 0 < played < 30
    assert f"{played} of 30 pairs" in done.stdout

    assert arena("--resume", "results", folder=tmp_path).returncode == 0
    assert arena(*MATCH, "--out", "straight", folder=tmp_path).returncode == 0
    assert without_clock(log_reader.read(tmp_path / "results")[1]) == without_clock(
        log_reader.read(tmp_path / "straight")[1]
    )


def test_full_disk_leaves_no_file_without_header(tmp_path: Path) -> None:
    done = arena_on_a_small_disk(tmp_path, 50)
    assert (done.returncode, done.stderr) == (1, "Error: results: File too large\n")
    assert not (tmp_path / "results").exists()


def test_full_disk_for_the_plot(tmp_path: Path) -> None:
    (tmp_path / "full.svg").symlink_to("/dev/full")
    done = arena(*MATCH[:3], "1", *MATCH[4:], "--out", "results", "--plot", "full.svg", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "Error: cannot write full.svg: No space left on device\n"


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_full_disk_for_the_table(how: list[str], tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command([*MATCH[:3], "1", *MATCH[4:], "--out", "results", *how]),
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "Error: cannot print the results: No space left on device\n"
    assert json.loads((tmp_path / "results").read_text().splitlines()[1])["task"] == 0
