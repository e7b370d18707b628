"""Save the record of a game."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from doghouse.i18n import Catalogue
from doghouse.terminal.screen import Screen


def unused_name(now: datetime) -> str:
    """Return the name of a file that does not exist, after the time and with a number if necessary."""
    stem = f"dog-{now:%Y-%m-%d-%H%M}"
    name, number = f"{stem}.dog", 2
    while Path(name).exists():
        name, number = f"{stem}-{number}.dog", number + 1
    return name


def save(record: str, file: Path, screen: Screen, texts: Catalogue) -> bool:
    """Write the record and say where, or why it failed."""
    try:
        file.write_text(record, encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: an invalid file name
        problem = getattr(error, "strerror", None) or error
        screen.say(texts.text("record.failed", file=file, problem=problem), "bad")
        return False
    screen.say(texts.text("record.saved", file=file))
    return True


def offer_to_save(record: str, screen: Screen, texts: Catalogue, now: datetime) -> None:
    """Ask whether and where to save the record."""
    name = unused_name(now)
    while True:
        answer = screen.ask(f"{texts.text('record.offer', file=name)} ").strip()
        if answer.casefold() in ("n", "no", *texts.alternatives("command.no")):
            return
        if answer.casefold() in ("y", "yes", *texts.alternatives("command.yes")):
            answer = ""
        file = Path(answer or name).expanduser()
        if file.exists() and not _overwrite(file, screen, texts):
            continue
        if save(record, file, screen, texts):
            return


def _overwrite(file: Path, screen: Screen, texts: Catalogue) -> bool:
    answer = screen.ask(f"{texts.text('record.overwrite', file=file)} ").strip().casefold()
    return answer in ("y", "yes", *texts.alternatives("command.yes"))
