"""The session in the README runs as it stands there."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_runs() -> None:
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 10
    assert results.failed == 0
