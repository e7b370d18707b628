"""Golden playthroughs: one for each number of players and variant, with the public view and each private one."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import path, playthrough
from tests.support.rules_dsl import ALL_RULES


@pytest.mark.parametrize("name", ALL_RULES)
def test_playthrough(name: str) -> None:
    """If a change is meant, ``make golden`` writes the files anew; read the difference before committing it."""
    assert playthrough(name, ALL_RULES[name]) == path(name).read_text(encoding="utf-8")
