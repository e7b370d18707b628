"""Files that are there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from doghouse.util.files import write_whole


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "card.toml"
    write_whole(file, b"old")
    write_whole(file, "neu \u00fc\n")
    assert file.read_bytes() == "neu \u00fc\n".encode()
    assert not list(tmp_path.glob("*.new"))


def test_nothing_is_left_of_a_failure(tmp_path: Path) -> None:
    folder = tmp_path / "curve.json"
    (folder / "something").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        write_whole(folder, "[]")
    assert not list(tmp_path.glob("*.new"))
    assert (folder / "something").exists()
