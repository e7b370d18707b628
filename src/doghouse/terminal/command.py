"""``doghouse play`` and ``doghouse replay``."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from doghouse.bots.levels import LEVELS
from doghouse.bots.registry import UnknownBot
from doghouse.game_options import game_options, rules_from_options
from doghouse.i18n import LANGUAGES, preferred_language
from doghouse.rules.errors import InvalidRecord, InvalidRules
from doghouse.terminal.play import PlayOptions, play
from doghouse.terminal.replay import replay

language_option = click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=lambda: preferred_language(os.environ),
    show_default="from the environment",
    help="Language of the output.",
)


@click.command(name="play")
@game_options
@click.option(
    "--level", type=click.Choice([*LEVELS, "random"]), help="Strength of the other players.  [default: companion]"
)
@click.option(
    "--bot",
    metavar="BOT",
    help="Bot that plays the other seats instead, with its options: greedy, neural:nets=training-4-pairs.",
)
@click.option("--seed", help="Random seed, a number or text; the same seed gives the same game.")
@click.option("--name", default="", help="Your name.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="File to save the record to.")
@language_option
def play_command(
    level: str | None, bot: str | None, seed: str | None, name: str, record: Path | None, language: str, **rules: Any
) -> None:
    """Play a game against bots of your choice."""
    if record is not None and not record.absolute().parent.is_dir():
        raise click.BadParameter(f"no such directory: {str(record.parent)!r}", param_hint="--record")
    if level is not None and bot is not None:
        raise click.UsageError("--level and --bot cannot be used together")
    try:
        options = PlayOptions(rules_from_options(rules), level or bot or "companion", seed, name, record, language)
        play(options, datetime.now())
    except (InvalidRules, UnknownBot) as error:
        raise click.UsageError(str(error)) from None


@click.command(name="replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--all", "without_stopping", is_flag=True, help="Print the whole game without stopping.")
@language_option
def replay_command(file: Path, without_stopping: bool, language: str) -> None:
    """Step through the record of a game."""
    try:
        replay(file.read_text(encoding="utf-8"), language, without_stopping)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise click.ClickException(f"{file}, line {line}: not UTF-8 text") from None
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from None
    except InvalidRecord as error:
        raise click.ClickException(f"{file}, line {error.line}: {error.problem}") from None
