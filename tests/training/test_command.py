"""``doghouse train`` on the command line."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
import torch
from click.testing import CliRunner, Result

import doghouse as dog
from doghouse.bots.nets.inference import nets_for
from doghouse.cli import main
from doghouse.training import command
from doghouse.training.checkpoint import deserialize, serialize
from doghouse.training.command import progress_text, short
from doghouse.training.evaluation import Evaluation
from doghouse.training.learning_curve import draw, tick_text
from doghouse.training.run import Run, RunProgress
from doghouse.util.files import locked
from doghouse.util.signals import INTERRUPTED
from tests.support.nets import tiny

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["train", "--device", "cpu", *arguments])


def test_short_run_writes_nets_curve_and_checkpoint(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    first = run("--mode", "2", "--minutes", "0.05", "--threads", "1", "--folder", folder)
    assert first.exit_code == 0, first.output
    assert "time: waiting for games" in first.output
    trained = nets_for("2", tmp_path / "run").card["trained"]
    assert trained["minutes"] > 0
    assert trained["machine"].startswith("CPU, ")
    assert len(json.loads((tmp_path / "run" / "curve.json").read_text())) == 1, "at the end of a run of any length"
    assert "against greedy after" in first.output
    again = run("--mode", "2", "--minutes", "0.1", "--folder", folder)
    assert "resuming after step" in again.output
    points = [point["steps"] for point in json.loads((tmp_path / "run" / "curve.json").read_text())]
    assert len(points) == 2, "including that of the first run"
    assert points[0] < points[1]
    assert (tmp_path / "run" / "curve.svg").exists()
    other = run("--mode", "2", "--seed", "9", "--folder", folder)
    assert other.exit_code == 1
    assert "another config (seed 1, not 9); choose another folder" in " ".join(other.output.split())


def test_damaged_checkpoint_is_rejected_and_not_overwritten(tmp_path: Path) -> None:
    damaged = tmp_path / "checkpoint.pt"
    damaged.write_bytes(b"not a checkpoint")
    result = run("--mode", "2", "--folder", str(tmp_path))
    assert result.exit_code == 1
    assert "checkpoint.pt: damaged checkpoint; delete it or choose another folder" in result.output.replace("\n", " ")
    assert damaged.read_bytes() == b"not a checkpoint"


def test_checkpoint_with_missing_keys_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").write_bytes(serialize({"configuration": "", "encoder": 1}))
    result = run("--mode", "2", "--folder", str(tmp_path))
    assert result.exit_code == 1
    assert "missing chapter, curve, learner, owed, progress" in result.output.replace("\n", " ")


@pytest.mark.parametrize("damage", [{"learner": {}}, {"progress": {"steps": 1, "way": 2}}, {"curve": [{"a": 1}]}])
def test_checkpoint_with_invalid_state_is_rejected(tmp_path: Path, damage: dict[str, object]) -> None:
    assert run("--mode", "2", "--minutes", "0.02", "--threads", "1", "--folder", str(tmp_path)).exit_code == 0
    file = tmp_path / "checkpoint.pt"
    file.write_bytes(serialize({**deserialize(file.read_bytes(), torch.device("cpu")), **damage}))
    result = run("--mode", "2", "--folder", str(tmp_path))
    assert result.exit_code == 1
    assert "checkpoint.pt: damaged" in result.output.replace("\n", " ")


def test_nets_are_written_if_the_last_evaluation_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ctrl_c(_run: Run) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Run, "evaluate", ctrl_c)
    result = run("--mode", "2", "--minutes", "0.02", "--threads", "1", "--folder", str(tmp_path))
    assert result.exit_code == INTERRUPTED, result.output
    assert "Interrupted. Run the same command to resume." in result.output
    assert nets_for("2", tmp_path).card["mode"] == "2"
    assert json.loads((tmp_path / "curve.json").read_text()) == []


def test_finished_run_says_so_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "load", lambda _mode, **_small: tiny())
    first = run("--mode", "2", "--threads", "1", "--folder", str(tmp_path))
    assert first.exit_code == 0, first.output
    assert "100 %" in first.output
    card = (tmp_path / "2.toml").read_text()
    again = run("--mode", "2", "--threads", "1", "--folder", str(tmp_path))
    assert again.exit_code == 0, again.output
    assert "all 60 steps are done" in " ".join(again.output.split())
    assert "resum" not in again.output
    assert " 0 %" not in again.output
    assert (tmp_path / "2.toml").read_text() == card


def test_second_run_in_the_same_folder_is_rejected(tmp_path: Path) -> None:
    with locked(tmp_path):
        result = run("--mode", "2", "--minutes", "0.02", "--threads", "1", "--folder", str(tmp_path))
    assert result.exit_code == 1
    assert f"another run is training in {tmp_path}: wait for it" in result.output.replace("\n", " ")
    assert not list(tmp_path.iterdir())


def test_failed_start_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run("--mode", "2", "--begin", str(tmp_path / "empty"), "--folder", str(tmp_path / "new"))
    assert result.exit_code == 1
    assert "no nets to begin with" in result.output
    assert not (tmp_path / "new").exists()


def test_progress_text_fits_eighty_columns() -> None:
    now = RunProgress(0.5, 4_000, 60, 11_407_123, 2_382_532_648, 1_249_123.4, 0.6181, 0.9412)
    assert progress_text(now, wide=False) == "11M games, 1.2M dec/s, loss 0.618, greedy 94.1 %"
    assert progress_text(now, wide=True) == "11,407,123 games, 1,249,123 decisions/s, loss 0.618, against greedy 94.1 %"
    assert progress_text(RunProgress(), wide=False) == "0 games, 0 dec/s, loss -, greedy -"
    assert [short(number) for number in (999, 1_000, 9_949, 10_000, 2_000_000)] == [
        "999",
        "1.0k",
        "9.9k",
        "10k",
        "2.0M",
    ]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that not even root can write in")
def test_unwritable_folder_is_rejected_before_the_first_game() -> None:
    result = run("--mode", "2", "--threads", "1", "--folder", "/proc/self")
    assert result.exit_code == 1
    assert "cannot write to /proc/self: No such file or directory" in " ".join(result.output.split())
    assert "games" not in result.output


def test_nets_are_written_if_the_disk_is_too_full_for_a_checkpoint(tmp_path: Path) -> None:
    asked = [
        "train",
        "--mode",
        "2",
        "--device",
        "cpu",
        "--threads",
        "1",
        "--minutes",
        "0.02",
        "--folder",
        str(tmp_path),
    ]
    limited = f"ulimit -f 100; exec {shlex.join([sys.executable, '-m', 'doghouse', *asked])}"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True)
    assert done.returncode == 1
    assert f"cannot write to {tmp_path}: File too large" in " ".join(done.stderr.split())
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2.npz", "2.toml"]


def test_last_progress_text_shows_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "load", lambda _mode, **_small: tiny().changed(steps=400, evaluate=1_000))
    result = run("--mode", "2", "--threads", "1", "--folder", str(tmp_path))
    assert "100 %" in result.output
    assert " 0 dec/s" not in result.output
    assert "greedy -" not in result.output


def test_impossible_folder_is_rejected_before_the_first_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("--mode", "2", "--folder", str(tmp_path / "file" / "run"))
    assert result.exit_code == 1
    assert "run: Not a directory" in result.output.replace("\n", " ")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [("--seed", "9" * 23, "0<=x<=1000000000"), ("--threads", "100000", "100,000 threads are too many for 128 games")],
)
def test_numbers_that_are_too_large_are_rejected(option: str, value: str, message: str, tmp_path: Path) -> None:
    result = run("--mode", "2", option, value, "--minutes", "0.02", "--folder", str(tmp_path / "run"))
    assert result.exit_code != 0
    assert message in result.output
    assert not (tmp_path / "run").exists()


def test_actors_without_cluster_is_rejected(tmp_path: Path) -> None:
    result = run("--mode", "2", "--actors", "9", "--minutes", "0.02", "--folder", str(tmp_path / "run"))
    assert result.exit_code == 2
    assert "--actors needs --cluster" in result.output
    assert not (tmp_path / "run").exists()


def test_unknown_mode_is_rejected() -> None:
    result = run("--mode", "7")
    assert result.exit_code == 2
    assert "'4-pairs', '6-pairs'" in result.output


def trains(process: int) -> bool:
    """Whether PyTorch is loaded and SIGTERM has a handler: then games are being played."""
    status = Path(f"/proc/{process}/status").read_text()
    handled = int(status.partition("SigCgt:")[2].split()[0], 16) >> (signal.SIGTERM - 1) & 1
    return bool(handled) and "libtorch" in Path(f"/proc/{process}/maps").read_text()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux lists handled signals")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP"])
def test_sigterm_and_sighup_save_the_run(ending: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "doghouse", "train", "--mode", "2", "--device", "cpu", "--threads", "1"]
    with subprocess.Popen([*command, "--folder", str(tmp_path)], stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not trains(process.pid):
            time.sleep(0.2)
        time.sleep(2)  # some seconds of playing
        process.send_signal(signal.Signals[ending])
        _out, errors = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED, errors
    assert (tmp_path / "checkpoint.pt").exists()
    assert (tmp_path / "2.npz").exists()


def test_ctrl_c_before_the_first_game_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ctrl_c(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "__init__", ctrl_c)
    result = run("--mode", "2", "--folder", str(tmp_path / "run"))
    assert result.exit_code == INTERRUPTED
    assert not (tmp_path / "run").exists()


def test_interrupted_warm_start_says_to_omit_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ("--mode", "2", "--threads", "1", "--folder")
    monkeypatch.setattr(command, "load", lambda _mode, **_small: tiny().changed(steps=30))
    assert run(*first, str(tmp_path / "first")).exit_code == 0
    monkeypatch.setattr(command, "load", lambda _mode, **_small: tiny())
    monkeypatch.setattr(Run, "evaluate", lambda _run: signal.raise_signal(signal.SIGINT))
    result = run(*first, str(tmp_path / "run"), "--begin", str(tmp_path / "first"))
    assert result.exit_code == INTERRUPTED, result.output
    assert "Run the same command without --begin to resume." in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("maximum", "ticks"),
    [(1_680_000, ["0 k", "420 k", "1,680 k"]), (40_000_000, ["0 M", "10 M", "40 M"]), (800, ["0", "200", "800"])],
)
def test_ticks_of_the_curve_differ(maximum: int, ticks: list[str]) -> None:
    assert [tick_text(maximum * part, maximum) for part in (0, 0.25, 1)] == ticks


def test_curve_is_valid_svg() -> None:
    points = [Evaluation(step, step / 9, step * 2, step * 400, 0.6, step / 3000, 0.02, 0.3) for step in (1000, 2000)]
    picture = ElementTree.fromstring(draw("4-pairs", points))
    assert len(picture.findall("{http://www.w3.org/2000/svg}polyline")) == 2


@pytest.mark.parametrize(
    ("net", "small", "moved"),
    [
        (0.75, 0.0, 0),
        (0.75, 0.7, 1),
        (0.75, 0.74, 1),
        (0.75, 0.75, 1),
        (0.75, 0.76, -1),
        (0.75, 1.0, 0),
        (0.0, 0.0, -1),  # below are the numbers of the axis
    ],
)
def test_labels_of_the_curves_do_not_overlap(net: float, small: float, moved: int) -> None:
    points = [Evaluation(step, 1.0, 2, step * 400, 0.6, net, 0.02, small) for step in (1000, 2000)]
    picture = ElementTree.fromstring(draw("6-pairs", points))
    lines = picture.findall("{http://www.w3.org/2000/svg}polyline")
    ends = [float(line.get("points", "").split(",")[-1]) for line in lines]
    texts = picture.findall("{http://www.w3.org/2000/svg}text")
    names = [float(text.get("y", "")) for text in texts if text.text in ("net", "small net")]
    assert names[0] == ends[0]
    assert names[1] == (ends[1] if moved == 0 else names[0] + 15 * moved)
