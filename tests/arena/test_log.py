"""The results file as it is written: by one arena at a time, and without harm where a disk is full."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from pathlib import Path

import pytest

from doghouse.arena.errors import ArenaError
from doghouse.arena.results import log_writer
from doghouse.util import files
from tests.support.matches import arena, command, plan, play, without_clock

MATCH = ("random", "quick", "--pairs", "30", "--seed", "5", "--most-plies", "60", "--workers", "1")


def test_a_second_arena_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with log_writer.begin(path, plan("random", "quick")):
        with pytest.raises(ArenaError, match="another arena is playing on"):
            log_writer.resume(path)
        done = arena("--resume", "results", folder=tmp_path)
        assert done.returncode == 1
        assert "another arena is playing on results" in done.stderr
    with log_writer.resume(path), pytest.raises(ArenaError, match="another arena"):
        log_writer.resume(path)
    log_writer.resume(path).close()


def test_workers_do_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "results"
    play(plan("pondering", "random", pairs=1), path)
    log_writer.resume(path).close()


def test_without_locks_one_plays_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "fcntl", None)
    with log_writer.begin(tmp_path / "results", plan("random", "quick")):
        log_writer.resume(tmp_path / "results").close()


def arena_on_a_small_disk(folder: Path, most: int) -> subprocess.CompletedProcess[str]:
    """The match, where no file can have more bytes than that."""
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


def test_a_full_disk_ends_the_match_and_what_was_played_stays(tmp_path: Path) -> None:
    done = arena_on_a_small_disk(tmp_path, 4000)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "results cannot be written: File too large" in done.stderr
    assert "What was played before is kept. Go on with: doghouse arena --resume results" in done.stderr
    played = (tmp_path / "results").read_text().count("\n") - 1
    assert 0 < played < 30
    assert f"{played} of 30 pairs" in done.stdout

    assert arena("--resume", "results", folder=tmp_path).returncode == 0
    assert arena(*MATCH, "--out", "straight", folder=tmp_path).returncode == 0
    assert without_clock(log_writer.read(tmp_path / "results")[1]) == without_clock(
        log_writer.read(tmp_path / "straight")[1]
    )


def test_no_room_for_the_header(tmp_path: Path) -> None:
    done = arena_on_a_small_disk(tmp_path, 50)
    assert (done.returncode, done.stderr) == (1, "Error: results: File too large\n")
    assert not (tmp_path / "results").exists()


def test_a_plot_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "full.svg").symlink_to("/dev/full")
    done = arena(*MATCH[:3], "1", *MATCH[4:], "--out", "results", "--plot", "full.svg", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "Error: full.svg cannot be written: No space left on device\n"


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_a_table_that_cannot_be_written(how: list[str], tmp_path: Path) -> None:
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
    assert done.stderr == "Error: the results cannot be printed: No space left on device\n"
    assert json.loads((tmp_path / "results").read_text().splitlines()[1])["task"] == 0
