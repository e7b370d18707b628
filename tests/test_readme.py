"""The examples in the README and the docs run."""

import doctest
from pathlib import Path

import doghouse

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_readme_session_runs() -> None:
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 10
    assert results.failed == 0


def test_record_in_the_docs_replays() -> None:
    blocks = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").split("```")
    (record,) = [block for block in blocks if block.lstrip().startswith("Edition:")]
    game = doghouse.Game.from_record(record)
    assert game.marbles()["D"][0] == "D0!"
