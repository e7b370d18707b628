"""Keeping the record of a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from doghouse.i18n import Catalogue
from doghouse.terminal.screen import Screen


def default_name(now: datetime) -> str:
    return f"dog-{now:%Y-%m-%d-%H%M}.dog"


def free_name(name: str, exists: Callable[[str], bool]) -> str:
    """A name that no file has yet: a number is added where needed."""
    stem, dot, suffix = name.rpartition(".")
    candidate, number = name, 2
    while exists(candidate):
        candidate, number = f"{stem}-{number}{dot}{suffix}", number + 1
    return candidate


def save(record: str, file: Path, screen: Screen, texts: Catalogue) -> bool:
    """Write the record; tell where it is, or why it could not be written."""
    try:
        file.write_text(record, encoding="utf-8")
    except (OSError, ValueError) as error:  # a ValueError is a name that no file can have
        problem = getattr(error, "strerror", None) or error
        screen.say(texts.text("record.failed", file=file, problem=problem), "bad")
        return False
    screen.say(texts.text("record.saved", file=file))
    return True


def offer(record: str, screen: Screen, texts: Catalogue, now: datetime) -> None:
    """Ask whether to save the record, and where; leaving the question leaves the record."""
    name = free_name(default_name(now), lambda name: Path(name).exists())
    while True:
        answer = screen.ask(f"{texts.text('record.offer', file=name)} ").strip()
        if answer.casefold() in ("n", "no", *texts.words("command.no")):
            return
        if answer.casefold() in ("y", "yes", *texts.words("command.yes")):
            answer = ""
        file = Path(answer or name).expanduser()
        if file.exists() and not _overwrite(file, screen, texts):
            continue
        if save(record, file, screen, texts):
            return


def _overwrite(file: Path, screen: Screen, texts: Catalogue) -> bool:
    answer = screen.ask(f"{texts.text('record.overwrite', file=file)} ").strip().casefold()
    return answer in ("y", "yes", *texts.words("command.yes"))
