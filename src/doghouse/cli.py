"""The ``doghouse`` command."""

from __future__ import annotations

import click

from doghouse import COMPILED, __version__

UNCOMPILED = "uncompiled core: everything works, but slowly; install a C compiler and install doghouse again"


def version_line() -> str:
    return f"doghouse {__version__} ({'compiled core' if COMPILED else UNCOMPILED})"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(message=version_line())
def main() -> None:
    """The house where Dog is played."""
