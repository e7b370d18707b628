"""Bots by name, with options, and those of other packages."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from doghouse.bots import registry
from doghouse.bots.random_bot import RandomBot
from doghouse.bots.registry import GROUP, UnknownBot, check_spec, make_bot, names, parse_spec
from doghouse.rules.rules import Rules


def test_names_and_options() -> None:
    assert {"random", "greedy", "search", "puppy", "companion", "hunter", "wolf"} <= set(names())
    assert parse_spec("search:time=0.5,width=3") == ("search", {"time": "0.5", "width": "3"})
    assert isinstance(make_bot("random", 3), RandomBot)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("cat", "unknown bot 'cat'; bots are random, greedy"),
        ("greedy:depth=3", "bot greedy has no option depth; options are none"),
        ("neural:depth=3", "bot neural has no option depth; options are nets"),
        ("neural:seed=3", "seed is not an option: it follows from the seed of the match"),
        ("search:fast", "bot options must be name=value, not 'fast'"),
        ("search:time=1,time=2", "duplicate option 'time'"),
        ("search:playouts=-5", "playouts must be an integer from 0 to 1,000,000,000, not -5"),
        ("search:time=0", "time must be a number of seconds above 0 and at most 1,000,000,000, not 0"),
        ("search:time=nan", "time must be a number of seconds above 0"),
        (f"search:time={9**400}", "time must be a number of seconds above 0"),
        (f"neural-search:time={9**400}", "time must be a number of seconds above 0"),
        ("search:time=abc", "time must be a number of seconds above 0 and at most 1,000,000,000, not 'abc'"),
        ("neural-search:deals=1.5", "deals must be an integer from 1 to 100,000, not 1.5"),
        (f"neural-search:deals={10**20}", "deals must be an integer from 1 to 100,000, not 1000"),
        ("neural-search:width=513", "width must be an integer from 1 to 512, not 513"),
        (f"neural-search:margin={10**400}", "margin must be a number from 0 to 100, not 1000"),
        ("search:width=0", "width must be an integer from 1 to 1,000,000,000, not 0"),
    ],
)
def test_invalid_bot_names_and_options_are_explained(spec: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        make_bot(spec)


@pytest.mark.parametrize("folder", ["007", "1e3", "1_0"])
def test_a_folder_may_have_a_number_for_a_name(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(folder).mkdir()
    with pytest.raises(UnknownBot, match=f"no net for mode 4-pairs in {folder}"):
        check_spec(f"neural:nets={folder}", Rules())


def test_a_bot_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kennel_club.py").write_text(
        "from doghouse.bots.random_bot import RandomBot\n\n\nclass Poodle(RandomBot):\n    pass\n"
    )
    information = tmp_path / "kennel_club-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: kennel-club\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(
        "[doghouse.bots]\npoodle = kennel_club:Poodle\ngreedy = kennel_club:Poodle\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._others.cache_clear()
    try:
        assert "poodle" in names()
        assert type(make_bot("poodle", 1)).__name__ == "Poodle"
        assert names().count("greedy") == 1, "a name of ours stays ours"
    finally:
        registry._others.cache_clear()
        sys.modules.pop("kennel_club", None)


def test_a_bot_that_cannot_be_loaded_spoils_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no_such_module:Bot", GROUP)
    monkeypatch.setattr(registry, "_others", lambda: {"broken": broken})
    with pytest.raises(UnknownBot, match="cannot load bot broken: ModuleNotFoundError"):
        check_spec("broken")
    assert make_bot("greedy") is not None


def test_a_bot_without_a_seed_is_told_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    seedless = EntryPoint("seedless", "builtins:object", GROUP)
    monkeypatch.setattr(registry, "_others", lambda: {"seedless": seedless})
    with pytest.raises(UnknownBot, match="cannot create bot seedless: it must accept the keyword seed"):
        check_spec("seedless")
