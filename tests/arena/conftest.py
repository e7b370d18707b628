"""Register the bots of ``tests.support.faulty_bots`` for worker processes, too."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from doghouse.bots import registry
from tests.support import faulty_bots

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def _faulty_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register every class of ``tests.support.faulty_bots`` as a bot under its lower-case name."""
    package = tmp_path / "site" / "faulty_bots-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty-bots\nVersion: 1\n")
    names = [
        name
        for name, value in vars(faulty_bots).items()
        if inspect.isclass(value) and value.__module__ == faulty_bots.__name__
    ]
    lines = [f"{name.lower()} = {faulty_bots.__name__}:{name}" for name in names]
    (package / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines, ""]))
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(package.parent), str(ROOT)]))
    monkeypatch.setenv("FAULTY_BOTS_FOLDER", str(tmp_path))
    registry._others.cache_clear()
    yield
    registry._others.cache_clear()
