"""Terminal input and output."""

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
    import readline  # noqa: F401  (line editing and history, where available)


class Screen:
    """Prints and prompts; plain text if the output is not a terminal or NO_COLOR is set."""

    def __init__(self, output: TextIO | None = None, environment: Mapping[str, str] | None = None) -> None:
        output = output or sys.stdout
        environment = os.environ if environment is None else environment
        plain = not output.isatty() or bool(environment.get("NO_COLOR")) or environment.get("TERM") == "dumb"
        if not (output.encoding or "").lower().replace("-", "").startswith("utf"):
            plain = True
            with suppress(AttributeError):
                output.reconfigure(errors="replace")  # type: ignore[union-attr]
        self.theme: Theme = PLAIN if plain else COLOUR
        self.console = Console(
            file=output,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=False,
            force_terminal=False if plain else None,
            color_system=None if plain else "auto",
        )

    @property
    def interactive(self) -> bool:
        """Whether the input is a terminal."""
        return sys.stdin is not None and sys.stdin.isatty()

    def show(self, *parts: RenderableType) -> None:
        for part in parts:
            self.console.print(part)

    def say(self, text: str, style: str = "") -> None:
        """Print a line in a style of the theme."""
        self.console.print(Text(text, style=self.theme.style(style) if style else ""))

    def ask(self, question: str) -> str:
        """Return a line of input. Raise EOFError at its end, KeyboardInterrupt on Ctrl-C."""
        self.console.file.flush()
        answer = input(question)
        if not self.interactive:
            self.say(answer)  # piped input is not echoed by a terminal
        return answer
