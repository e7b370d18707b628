"""The ``doghouse`` command."""

from __future__ import annotations

from typing import Any

import click

from doghouse import COMPILED, __version__
from doghouse.analysis.command import advise_command
from doghouse.arena.command import arena
from doghouse.bench.command import bench
from doghouse.positions.command import positions
from doghouse.server.command import backup, restore, serve, tables, verify
from doghouse.terminal.command import play_command, replay_command
from doghouse.training.command import train
from doghouse.util.signals import INTERRUPTED

UNCOMPILED = (
    "uncompiled core: everything works, but slowly; install a C compiler and install doghouse again "
    "(in a checkout: make clean play)"
)


def version_line() -> str:
    return f"doghouse {__version__} ({'compiled core' if COMPILED else UNCOMPILED})"


class InterruptibleGroup(click.Group):
    """Exits with status 130 on Ctrl-C, where click would print "Aborted!" and exit with 1."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except KeyboardInterrupt:
            context.exit(INTERRUPTED)


@click.group(cls=InterruptibleGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(message=version_line())
def main() -> None:
    """Play, host and study the board game Dog."""


for command in (
    play_command,
    replay_command,
    advise_command,
    arena,
    train,
    positions,
    bench,
    serve,
    verify,
    backup,
    restore,
    tables,
):
    main.add_command(command)
