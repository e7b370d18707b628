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
        ("cat", "there is no bot 'cat'; there are random, greedy"),
        ("greedy:depth=3", "the bot greedy has no option depth: it takes none"),
        ("neural:depth=3", "the bot neural has no option depth: it takes nets"),
        ("neural:seed=3", "the seed of a bot follows from that of the match"),
        ("search:fast", "written name=value, not 'fast'"),
        ("search:time=1,time=2", "the option time is there twice"),
        ("search:playouts=-5", "playouts is a whole number from 0 to 1,000,000,000, not -5"),
        ("search:time=0", "time is a number of seconds above 0, and at most 1,000,000,000, not 0"),
        ("search:time=nan", "time is a number of seconds above 0"),
        (f"search:time={9**400}", "time is a number of seconds above 0"),
        (f"neural-search:time={9**400}", "time is a number of seconds above 0"),
        ("search:time=abc", "time is a number of seconds above 0, and at most 1,000,000,000, not 'abc'"),
        ("neural-search:deals=1.5", "deals is a whole number from 1 to 100,000, not 1.5"),
        (f"neural-search:deals={10**20}", "deals is a whole number from 1 to 100,000, not 1000"),
        ("neural-search:width=513", "width is a whole number from 1 to 512, not 513"),
        (f"neural-search:margin={10**400}", "margin is a number from 0 to 100, not 1000"),
        ("search:width=0", "width is a whole number from 1 to 1,000,000,000, not 0"),
    ],
)
def test_errors_for_people(spec: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        make_bot(spec)


@pytest.mark.parametrize("folder", ["007", "1e3", "1_0"])
def test_a_folder_may_have_a_number_for_a_name(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(folder).mkdir()
    with pytest.raises(UnknownBot, match=f"there is no net for the mode 4-pairs in {folder}"):
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
    with pytest.raises(UnknownBot, match="broken cannot be loaded: ModuleNotFoundError"):
        check_spec("broken")
    assert make_bot("greedy") is not None


def test_a_bot_without_a_seed_is_told_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    seedless = EntryPoint("seedless", "builtins:object", GROUP)
    monkeypatch.setattr(registry, "_others", lambda: {"seedless": seedless})
    with pytest.raises(UnknownBot, match="the bot seedless cannot be made: it must take seed as a keyword"):
        check_spec("seedless")
