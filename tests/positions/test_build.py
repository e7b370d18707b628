"""Building a set: from a seed, resumed after Ctrl-C, and with new values."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import doghouse as dog
from doghouse.bots.modes import mode
from doghouse.bots.nets.inference import nets_for
from doghouse.bots.rollout import Evaluator
from doghouse.positions.position_set import InvalidPositionSet, Origin, Position, load
from doghouse.util.files import locked
from doghouse.util.signals import INTERRUPTED
from tests.support.nets import write_nets
from tools.positions import build, make, select
from tools.positions.build import SetBuilder, origins_of, part_file

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="whole games take the compiled core")

COUNTS = {"4-pairs": 5, "3": 2}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few positions, from the first part of games: nets by chance do not come far."""
    monkeypatch.setattr(build, "COUNTS", COUNTS)
    monkeypatch.setattr(select, "MAX_DECISIONS", 60)
    monkeypatch.setattr(select, "SPREAD", 0.005)
    monkeypatch.setattr(select, "GIVE_SPREAD", 0.001)


def small_net(name: str) -> Evaluator:
    return nets_for(name).small.chances


def begun(path: Path, **changes: Any) -> SetBuilder:
    options: dict[str, Any] = {"seed": "1", "deals": 2, "rolled_by": "small", "home": None, **changes}
    kept = options.pop("kept", None)
    return SetBuilder(path, origins_of(**options), None, small_net, options.get("fixed"), kept)


def nothing(_position: Position) -> None:
    """Nobody listens."""


def test_same_seed_builds_same_set_after_an_interruption(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert begun(whole).run(2, nothing)

    def stop(_position: Position) -> None:
        raise KeyboardInterrupt

    assert not begun(parts).run(1, stop)
    assert not parts.exists()
    again = begun(parts)
    assert len(again.done) == 1
    with again.part.open("a", encoding="utf-8") as file:
        file.write('{"name": "cut o')
    again = begun(parts)
    assert again.run(1, nothing)
    assert not again.part.exists()
    assert whole.read_bytes() == parts.read_bytes()
    found = load(whole)
    assert [position.name for position in found.positions] == [f"4-pairs/{n}" for n in range(1, 6)] + ["3/1", "3/2"]
    assert found.positions[4].game().phase == "give"
    assert found.positions[1].game().rules != dog.Rules()
    assert begun(tmp_path / "other.jsonl", seed="2").run(1, nothing)
    assert load(tmp_path / "other.jsonl").positions[0].position != found.positions[0].position


def test_fixed_positions_get_new_values(tmp_path: Path) -> None:
    path, anew = tmp_path / "set.jsonl", tmp_path / "anew.jsonl"
    assert begun(path).run(1, nothing)
    first = load(path)
    assert begun(anew, fixed=first, deals=3).run(1, nothing)
    second = load(anew)
    assert [one.position for one in first.positions] == [one.position for one in second.positions]
    assert second.positions[0].best.deals == second.origins["4-pairs"].deals == 3
    assert second.origins["3"].positions_of == first.sha256


def test_rebuilding_one_mode_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    assert begun(path, modes=["3"]).run(1, nothing)
    alone = load(path)
    assert set(alone.origins) == {"3"}
    assert begun(path, modes=["4-pairs"], kept=alone).run(1, nothing)
    both = load(path)
    assert list(both.origins) == ["4-pairs", "3"]
    assert both.positions[-2:] == alone.positions
    assert begun(path, modes=["3"], kept=both, deals=3).run(1, nothing)
    anew = load(path)
    assert anew.positions[:5] == both.positions[:5]
    assert (anew.origins["4-pairs"].deals, anew.origins["3"].deals) == (2, 3)
    assert [one.name for one in anew.positions[5:]] == ["3/1", "3/2"]


def test_build_with_other_options_is_not_resumed(tmp_path: Path) -> None:
    begun(tmp_path / "set.jsonl")
    with pytest.raises(InvalidPositionSet, match="build with another seed, deals or nets"):
        begun(tmp_path / "set.jsonl", deals=4)


def test_selected_decisions_follow_from_seed_and_number() -> None:
    net = nets_for("4-pairs").net
    seat, position = select.find(mode("4-pairs"), 5, net, "x")
    assert position["phase"] == "give"
    assert (seat, position) == select.find(mode("4-pairs"), 5, net, "x")
    variants = {select.rules_for(mode("4-pairs"), number) for number in range(1, 81)}
    assert len(variants) == 8
    assert [select.rules_for(mode("3"), number).exchange for number in (1, 2, 5)] == ["draw", "draw", "pass"]


def run(*words: str) -> Result:
    return CliRunner().invoke(make.make, words)


def test_the_command(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "positions.jsonl"
    done = run("--deals", "2", "--device", "cpu", "--out", str(path), "--nets", str(home))
    assert done.exit_code == 0, done.output
    assert f"position set: {path}" in done.output.replace("\n", "")
    made = {name: Origin("1", count, 2, "net", nets_for(name, home).card["sha256"]) for name, count in COUNTS.items()}
    assert load(path).origins == made
    done = run("--deals", "3", "--mode", "3", "--small", "--device", "cpu", "--out", str(path), "--nets", str(home))
    assert done.exit_code == 0, done.output
    three = Origin("1", 2, 3, "small", made["3"].nets)
    assert load(path).origins == {**made, "3": three}


NO_POSITION = b'{"name":"3/1","seat":"A","position":{"ring":"empty"},"plays":[]}'


@pytest.mark.parametrize("line", [b'{"name":"3/1"}', b"[7]", b"7", b"not JSON", b"\xff\xfe", NO_POSITION])
def test_damaged_line_of_part_file_is_reported(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    words = ("--deals", "2", "--device", "cpu", "--out", str(path))
    begun(path, rolled_by="net")
    part = path.with_name("positions.jsonl.part")
    damaged = part.read_bytes() + line + b"\n"
    part.write_bytes(damaged)
    done = run(*words)
    assert done.exit_code == 1
    output = done.output.replace("\n", "")
    assert f"{part}: damaged" in output
    assert "delete it to start over" in output
    assert part.read_bytes() == damaged


def test_second_build_of_the_same_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    begun(path, rolled_by="net")
    with locked(part_file(path)):
        done = run("--deals", "2", "--device", "cpu", "--out", str(path))
    assert done.exit_code == 1
    assert f"another command is building {path}" in done.output.replace("\n", "")
    assert run("--deals", "2", "--device", "cpu", "--out", str(path)).exit_code == 0


def test_refusals(tmp_path: Path) -> None:
    write_nets(tmp_path)
    (tmp_path / "3.npz").unlink()
    for words, complaint in (
        (["--nets", str(tmp_path / "nothing")], "nets must be a folder"),
        (["--nets", str(tmp_path)], "no net for mode 3"),
        (["--deals", "1"], "2"),
    ):
        done = run(*words, "--device", "cpu", "--out", str(tmp_path / "positions.jsonl"))
        assert done.exit_code != 0
        assert complaint in done.output
    assert not (tmp_path / "positions.jsonl.part").exists()


def test_sigterm_saves_the_build(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    asked = ["--small", "--deals", "2", "--device", "cpu", "--same-positions", "--out", str(path)]
    command = [sys.executable, "-m", "tools.positions.make", *asked]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (
            not part_file(path).exists() or part_file(path).read_text().count("\n") < 2
        ):
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        _out, errors = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED, errors
    assert "positions saved. Run the same command to resume." in " ".join(errors.split())
    assert part_file(path).read_text().count("\n") >= 2
    assert not path.exists()
