"""The ``doghouse`` command itself."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from doghouse.cli import main


def test_ctrl_c_exits_with_130_and_no_message(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(*_arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("doghouse.terminal.command.replay", interrupt)
    file = tmp_path / "game.dog"
    file.write_text("", encoding="utf-8")
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert (result.exit_code, result.output) == (130, "")
