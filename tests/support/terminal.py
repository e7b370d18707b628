"""Commands with given input, the same in a real terminal, and positions to show there."""

from __future__ import annotations

import builtins
import fcntl
import json
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import doghouse as dog
from doghouse import CARDS, Game
from doghouse.cli import main

TIMEOUT = 20.0
Answer = Callable[[str], str]


def run(*arguments: str, input: str = "") -> Result:
    """The command with fixed input."""
    return CliRunner().invoke(main, arguments, input=input)


def said(result: Result) -> str:
    """The output as one line, however it was wrapped."""
    return " ".join(result.output.split())


def run_answering(monkeypatch: pytest.MonkeyPatch, answer: Answer, *arguments: str) -> Result:
    """The command, with each prompt answered as it comes; the answers stand in the output."""
    monkeypatch.setattr(builtins, "input", answer)
    return CliRunner().invoke(main, arguments)


def first_line_always(give: str) -> Answer:
    """Always takes the first line; ``give`` is how the question for a card begins, tried with card after card."""
    cards: Iterator[str] = cycle(CARDS)
    return lambda prompt: next(cards) if prompt.startswith(give) else "1"


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


def game_at(hand: list[str], players: int = 4, **marbles: list[str]) -> Game:
    """A is to play with this hand; seats that are not named have all marbles in the kennel."""
    seats = {2: "AC", 3: "ABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF"}[players]
    position: dict[str, Any] = {
        "rules": {"players": players},
        "marbles": {seat: fill(seat, marbles.get(seat, [])) for seat in seats},
        "hands": {seat: hand if seat == "A" else ["6"] for seat in seats},
        "turn": "A",
        "phase": "play",
    }
    return Game.from_position(position, seed=1)


def fill(seat: str, marbles: list[str]) -> list[str]:
    return [*marbles, *[f"{seat}-"] * (4 - len(marbles))]


# The process takes the terminal as its own, so that Ctrl-C reaches it.
START = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from doghouse.cli import main; main()"


class Terminal:
    def __init__(self, *arguments: str, cwd: Path, environment: Mapping[str, str] | None = None) -> None:
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd, start_new_session=True, close_fds=True,
            env={**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **(environment or {})},
        )  # fmt: skip
        os.close(slave)
        self.raw = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """All output so far, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.raw).replace("\r", "")

    def wait_for(self, expected: str, after: int = 0) -> int:
        """Read until the text appears; where it ends, to wait for what follows."""
        deadline = time.monotonic() + TIMEOUT
        while (found := self.text.find(expected, after)) < 0:
            if not self._read(deadline):
                raise AssertionError(f"{expected!r} did not appear after {after} in:\n{self.text}")
        return found + len(expected)

    def type(self, line: str) -> int:
        """Type a line; where the output was then."""
        before = len(self.text)
        os.write(self._master, f"{line}\n".encode())
        return before

    def interrupt(self) -> int:
        """Ctrl-C, not quite as soon as the prompt appears: readline loses a signal that comes before it waits."""
        before = len(self.text)
        time.sleep(0.2)
        os.write(self._master, b"\x03")
        return before

    def end_of_input(self) -> None:
        os.write(self._master, b"\x04")

    def exit_code(self) -> int:
        deadline = time.monotonic() + TIMEOUT
        while self._read(deadline):
            pass
        return self.process.wait(TIMEOUT)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the process has closed the terminal
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)
