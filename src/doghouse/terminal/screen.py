"""The terminal: where text goes and where answers come from."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from doghouse.terminal.theme import COLOUR, PLAIN, Theme

with suppress(ImportError):
    import readline  # noqa: F401  (gives prompts a line to edit and a history, where the system has it)


class Screen:
    """Prints and asks. Plain text when the output is not a terminal or NO_COLOR is set."""

    def __init__(self, output: TextIO | None = None, environment: Mapping[str, str] | None = None) -> None:
        output = output or sys.stdout
        environment = os.environ if environment is None else environment
        self.plain = not output.isatty() or bool(environment.get("NO_COLOR")) or environment.get("TERM") == "dumb"
        self.theme: Theme = PLAIN if self.plain else COLOUR
        if not (output.encoding or "").lower().replace("-", "").startswith("utf"):
            self.plain, self.theme = True, PLAIN
            with suppress(AttributeError):
                output.reconfigure(errors="replace")  # type: ignore[union-attr]
        self.console = Console(
            file=output,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
            force_terminal=False if self.plain else None,
            color_system=None if self.plain else "auto",
        )

    @property
    def interactive(self) -> bool:
        """Whether a person can answer."""
        return sys.stdin is not None and sys.stdin.isatty()

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def say(self, text: str, style: str = "") -> None:
        """A line of text; ``style`` is a name of the theme."""
        self.console.print(Text(text, style=self.theme.style(style) if style else ""))

    def ask(self, question: str) -> str:
        """An answer; EOFError at the end of input, KeyboardInterrupt for Ctrl-C."""
        self.console.file.flush()
        answer = input(question)
        if not self.interactive:
            self.say(answer)  # nobody typed it, so it would be missing in what is read later
        return answer
