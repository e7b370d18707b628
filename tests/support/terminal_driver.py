"""Playing through the command: answers that suit each prompt."""

import builtins
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest
from click.testing import CliRunner, Result

from doghouse import CARDS
from doghouse.cli import main

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
