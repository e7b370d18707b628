"""The command ``doghouse advise``, for the tests that run it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

import doghouse as dog
from doghouse.cli import main


class Advise:
    """Runs the command on a position, a record or a text."""

    def __init__(self, nets: Path) -> None:
        self.nets = nets

    def __call__(self, source: dog.Game | dict[str, Any] | str, *words: str, columns: int = 80) -> Result:
        if isinstance(source, dog.Game):
            source = source.position()
        text = source if isinstance(source, str) else json.dumps(source)
        environment = {"COLUMNS": str(columns), "LANG": "en_GB.UTF-8", "LC_ALL": ""}
        arguments = ["advise", "-", "--nets", str(self.nets), *words]
        return CliRunner().invoke(main, arguments, input=text, env=environment)


def said(result: Result) -> str:
    """The output as one line, however it was wrapped."""
    return " ".join(result.output.split())
