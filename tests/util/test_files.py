"""Atomic writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from doghouse.util.files import write_atomic


def test_write_atomic_replaces_a_file(tmp_path: Path) -> None:
    file = tmp_path / "card.toml"
    write_atomic(file, b"old")
    write_atomic(file, "neu \u00fc\n")
    assert file.read_bytes() == "neu \u00fc\n".encode()
    assert not list(tmp_path.glob("*.new"))


def test_write_atomic_leaves_nothing_after_a_failure(tmp_path: Path) -> None:
    folder = tmp_path / "curve.json"
    (folder / "something").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        write_atomic(folder, "[]")
    assert not list(tmp_path.glob("*.new"))
    assert (folder / "something").exists()
