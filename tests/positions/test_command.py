"""``doghouse positions`` as a user sees it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from doghouse.bots.nets import inference
from doghouse.bots.nets.inference import nets_for
from doghouse.cli import main
from doghouse.positions import command
from doghouse.positions.position_set import SHIPPED, load, save


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["positions", *words])


def test_table() -> None:
    done = run("greedy", "random", "--mode", "2", "--mode", "3", "--each")
    assert done.exit_code == 0, done.output
    assert "48 positions" in done.output
    for word in ("winning chance lost", "luck", "best play", "or as good", "time", "all"):
        assert word in done.output
    assert "the best plays were also the luckiest" in done.output
    assert "greedy loses" in done.output
    assert "less than random on the same positions" in done.output
    assert "of 48 decisions differ; the 20 largest differences" in done.output


def test_json() -> None:
    data = json.loads(run("greedy", "companion", "--mode", "4-pairs", "--json").stdout)
    assert [bot["name"] for bot in data["bots"]] == ["greedy", "companion"]
    bot = data["bots"][0]
    assert bot["scores"]["4-pairs"]["positions"] == len(bot["decisions"]) == 80
    decision = bot["decisions"][0]
    assert decision["position"] == "4-pairs/1"
    assert 0 <= decision["value"] <= 1
    assert 0 <= decision["loss"] <= 1
    assert set(data["difference"]) == {"loss", "error"}
    assert len(data["set"]["sha256"]) == 64


def test_table_names_modes_rolled_out_by_small_nets(tmp_path: Path) -> None:
    two = load().only(("2",))
    path = tmp_path / "set.jsonl"
    save(path, {"2": replace(two.origins["2"], rolled_by="small")}, two.positions)
    assert "roll-outs of each good play (by the small nets: 2), set" in run("greedy", "--set", str(path)).output
    assert "small nets" not in run("greedy", "--mode", "2").output


def test_values_of_other_nets_give_a_warning(tmp_path: Path) -> None:
    shipped = load()
    warning = "warning: values of other nets than the installed ones (2, 3); to rebuild it"
    assert warning in " ".join(run("greedy", "--mode", "2", "--mode", "3").output.split())
    assert json.loads(run("greedy", "--mode", "2", "--json").stdout)["set"]["of_other_nets"] == ["2"]
    here = {
        mode: replace(origin, nets=nets_for(mode).card["sha256"])
        for mode, origin in shipped.only(("2", "3")).origins.items()
    }
    path = tmp_path / "set.jsonl"
    save(path, {**here, "3": replace(here["3"], nets="0" * 64)}, shipped.only(("2", "3")).positions)
    assert "than the installed ones (3)" in " ".join(run("greedy", "--set", str(path)).output.split())
    assert "warning" not in run("greedy", "--set", str(path), "--mode", "2").output


def test_missing_nets_count_as_other_nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference, "HOME", tmp_path)
    nets_for.cache_clear()
    assert load().only(("2",)).modes_of_other_nets() == ("2",)


def test_one_bot_with_random_nets(home: Path) -> None:
    done = run(f"neural:nets={home}", "--mode", "3")
    assert done.exit_code == 0, done.output
    assert "24" in done.output
    assert " loses " not in done.output


def test_missing_nets_are_reported_before_any_decision(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in home.glob("2.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(command, "_decide", lambda *_given: pytest.fail("it decided before"))
    done = run("greedy", f"neural:nets={tmp_path}", "--mode", "2", "--mode", "3")
    assert done.exit_code == 1
    assert f"neural:nets={tmp_path}: no net for mode 3" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "Missing argument 'BOT...'"),
        (["nobody"], "unknown bot 'nobody'"),
        (["search:time=-1"], "time must be a number of seconds above 0"),
        (["greedy", "--each"], "--each compares two bots, not 1"),
        (["greedy", "--mode", "7"], "'7' is not one of"),
        (["greedy", "--set", "nothing.jsonl"], "nothing.jsonl: No such file"),
    ],
)
def test_refusals(words: list[str], complaint: str) -> None:
    done = run(*words)
    assert done.exit_code != 0
    assert complaint in done.output


def test_set_for_other_rules_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    text = SHIPPED.read_text(encoding="utf-8").replace('"rules_version":1', '"rules_version":0', 1)
    path.write_text(text, encoding="utf-8")
    done = run("greedy", "--set", str(path))
    assert done.exit_code == 1
    assert "built for version 0 of the rules" in done.output
    assert "python -m tools.positions.make" in done.output
