"""The ``doghouse`` command."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from doghouse import COMPILED, EDITIONS, InvalidRecord, InvalidRules, __version__
from doghouse.analysis.command import advise_command
from doghouse.arena.command import arena
from doghouse.bench.command import bench
from doghouse.bots.levels import LEVELS
from doghouse.bots.registry import UnknownBot
from doghouse.i18n import LANGUAGES, preferred_language
from doghouse.positions.command import positions
from doghouse.server.command import backup, restore, serve, verify
from doghouse.terminal.play import Wishes, play
from doghouse.terminal.replay import replay
from doghouse.training.command import train
from doghouse.util.signals import INTERRUPTED

UNCOMPILED = (
    "uncompiled core: everything works, but slowly; install a C compiler and install doghouse again "
    "(in a checkout: make clean play)"
)


def version_line() -> str:
    return f"doghouse {__version__} ({'compiled core' if COMPILED else UNCOMPILED})"


class InterruptibleGroup(click.Group):
    """Ctrl-C exits with status 130, without the message and the status 1 of click."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            context.exit(INTERRUPTED)


@click.group(cls=InterruptibleGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(message=version_line())
def main() -> None:
    """The house where Dog is played."""


language_option = click.option(
    "--language", type=click.Choice(LANGUAGES), help="The language of the game; by default that of the environment."
)


@main.command(name="play")
@click.option("--edition", type=click.Choice(list(EDITIONS)), default="xl", show_default=True, help="Printed edition.")
@click.option("--players", type=click.IntRange(2, 6), default=4, show_default=True, help="How many play.")
@click.option("--teams", type=click.Choice(["pairs", "trios"]), help="How six players form teams.")
@click.option(
    "--level",
    type=click.Choice([*LEVELS, "random"]),
    help="How strong the others are.  [default: companion]",
)
@click.option(
    "--bot", metavar="BOT", help="Any bot for the others instead, with options: neural:nets=training-4-pairs, greedy."
)
@click.option("--seed", help="A number or text; the same seed gives the same game.")
@click.option("--canadian-seven", is_flag=True, help="A 7 may also move marbles of team mates (R12.1).")
@click.option("--no-joker-finish", is_flag=True, help="No joker for the last marble (R12.2).")
@click.option("--quick-start", is_flag=True, help="Everyone begins with a marble on the start (R12.3).")
@click.option("--name", default="", help="Your name.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Where to save the record at the end.")
@language_option
def play_command(
    edition: str,
    players: int,
    teams: str | None,
    level: str | None,
    bot: str | None,
    seed: str | None,
    canadian_seven: bool,
    no_joker_finish: bool,
    quick_start: bool,
    name: str,
    record: Path | None,
    language: str | None,
) -> None:
    """Play a game against bots of your choice."""
    changes: dict[str, Any] = {}
    if teams is not None:
        changes["teams"] = teams
    if canadian_seven:
        changes["canadian_seven"] = True
    if no_joker_finish:
        changes["joker_may_finish"] = False
    if quick_start:
        changes["quick_start"] = True
    if record is not None and not record.absolute().parent.is_dir():
        raise click.BadParameter(f"there is no directory {str(record.parent)!r}", param_hint="--record")
    if level is not None and bot is not None:
        raise click.UsageError("the others are a level or a bot, not both: --level or --bot")
    language = language or preferred_language(os.environ)
    wishes = Wishes(edition, players, changes, seed, name, record, language, level or bot or "companion")
    try:
        play(wishes, datetime.now())
    except (InvalidRules, UnknownBot) as error:
        raise click.UsageError(str(error)) from None


@main.command(name="replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--all", "without_stopping", is_flag=True, help="Print the whole game without stopping.")
@language_option
def replay_command(file: Path, without_stopping: bool, language: str | None) -> None:
    """Step through the record of a game."""
    try:
        record = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise click.ClickException(f"{file}, line {line}: a record is UTF-8 text, and this is not") from None
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from None
    try:
        replay(record, language or preferred_language(os.environ), without_stopping)
    except InvalidRecord as error:
        raise click.ClickException(f"{file}, line {error.line}: {error.problem}") from None


main.add_command(advise_command)
main.add_command(arena)
main.add_command(train)
main.add_command(positions)
main.add_command(bench)
for command in (serve, verify, backup, restore):
    main.add_command(command)
