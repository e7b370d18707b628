"""``doghouse serve``, ``verify``, ``backup`` and ``restore``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from doghouse.rules.errors import InvalidRecord
from doghouse.server.duties import Pauses
from doghouse.server.logs import set_up_logs
from doghouse.server.settings import Settings

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("doghouse-data"),
    show_default=True,
    envvar="DOGHOUSE_DATA",
    help="Where games are kept.",
)
database_option = click.option(
    "--database", metavar="URL", envvar="DOGHOUSE_DATABASE", help="postgresql://... instead of SQLite in --data."
)


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, envvar="DOGHOUSE_HOST", help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, envvar="DOGHOUSE_PORT")
@data_option
@database_option
@click.option("--public-url", metavar="URL", envvar="DOGHOUSE_PUBLIC_URL", help="The address people use, for links.")
@click.option(
    "--bot-pause",
    type=click.FloatRange(0),
    default=1.2,
    show_default=True,
    envvar="DOGHOUSE_BOT_PAUSE",
    help="Seconds before a bot plays.",
)
@click.option(
    "--fold-pause",
    type=click.FloatRange(0),
    default=2.5,
    show_default=True,
    envvar="DOGHOUSE_FOLD_PAUSE",
    help="Seconds to see why one cannot play.",
)
@click.option(
    "--away",
    type=click.FloatRange(0),
    default=60,
    show_default=True,
    envvar="DOGHOUSE_AWAY",
    help="Seconds before a stand-in plays for somebody who is gone.",
)
@click.option(
    "--thinkers",
    type=click.IntRange(1),
    default=lambda: max(1, (os.cpu_count() or 2) - 1),
    show_default="cores less one",
    envvar="DOGHOUSE_THINKERS",
    help="Processes in which bots think.",
)
@click.option(
    "--keep-unfinished",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    envvar="DOGHOUSE_KEEP_UNFINISHED",
    help="Days after which a table at which nothing happens is removed.",
)
@click.option(
    "--proxies",
    default="127.0.0.1",
    show_default=True,
    envvar="DOGHOUSE_PROXIES",
    help="Addresses of proxies that say who the client is.",
)
@click.option(
    "--per-address",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    envvar="DOGHOUSE_PER_ADDRESS",
    help="Connections from one address.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default=lambda: "warning" if sys.stderr.isatty() else "info",
    show_default="warning in a terminal, else info",
    envvar="DOGHOUSE_LOG_LEVEL",
)
@click.option("--no-qr", is_flag=True, envvar="DOGHOUSE_NO_QR", help="No QR code in the terminal.")
def serve(**options: Any) -> None:
    """Open the house: people play in the browser, together and with bots."""
    from doghouse.server.serve import DataInUse
    from doghouse.server.serve import serve as run

    pauses = Pauses(*(int(1000 * options.pop(name)) for name in ("bot_pause", "fold_pause", "away")))
    set_up_logs(options.pop("log_level"))
    quiet = options.pop("no_qr")
    try:
        run(Settings(pauses=pauses, **options), quiet)
    except (DataInUse, OSError) as error:
        raise click.ClickException(str(error)) from None


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Check that nobody changed the deck: the chance of a recorded game."""
    from doghouse.server.fairness import verify as checks_of

    try:
        checks = checks_of(file.read_text(encoding="utf-8"))
    except (InvalidRecord, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}: {error}") from None
    for check in checks:
        click.echo(f"{'ok   ' if check.holds else 'FAIL '} {check.name}: {check.detail}")
    if not all(check.holds for check in checks):
        raise click.ClickException("this record does not prove that its deals were fair")
    click.echo(
        "The deals were fixed before the first card. (It cannot be proved that whoever ran the house did not look.)"
    )


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
@database_option
def backup(file: Path, data: Path, database: str | None) -> None:
    """Write everything the house keeps to FILE, also while it is open."""
    from doghouse.server.backup import write_backup

    lines = write_backup(Settings(data=data, database=database).database_url, file)
    click.echo(f"{file}: {lines} rows")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
@database_option
def restore(file: Path, data: Path, database: str | None) -> None:
    """Read a backup into an empty house, SQLite or PostgreSQL."""
    from doghouse.server.backup import BadBackup, read_backup

    data.mkdir(parents=True, exist_ok=True)
    try:
        lines = read_backup(Settings(data=data, database=database).database_url, file)
    except BadBackup as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{file}: {lines} rows restored")
