"""The pictures of the screens that the docs show: all of them, and not too heavy."""

from __future__ import annotations

import re

from tests.support.browser.screens import SCREENS
from tools.screenshots import FOLDER, SCHEMES, SIZES

MOST_BYTES = 3_200_000
WANTED = {f"{name}-{size}-{scheme}.webp" for name in SCREENS for size in SIZES for scheme in SCHEMES}


def test_every_screen_has_its_pictures() -> None:
    assert {path.name for path in FOLDER.iterdir()} == WANTED
    assert all(path.read_bytes()[8:12] == b"WEBP" for path in FOLDER.iterdir())
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


def test_the_docs_show_them_all() -> None:
    docs = FOLDER.parent
    assert set(re.findall(r"screens/([\w-]+\.webp)", (docs / "screens.md").read_text())) == WANTED
    readme = (docs.parent / "README.md").read_text()
    assert set(re.findall(r"docs/screens/([\w-]+\.webp)", readme)) <= WANTED
    assert "docs/screens/" in readme
