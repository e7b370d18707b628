"""``doghouse serve``, ``verify``, ``backup`` and ``restore``."""

from __future__ import annotations

import math
import os
import signal
import sys
from pathlib import Path
from typing import Any

import click

from doghouse.rules.errors import InvalidRecord
from doghouse.server.logs import set_up_logs
from doghouse.server.protocol import limits
from doghouse.server.settings import Pauses, Settings

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("doghouse-data"),
    show_default=True,
    envvar="DOGHOUSE_DATA",
    help="Where games are kept.",
)


def _checked_database(_context: click.Context, _option: click.Parameter, url: str | None) -> str | None:
    from doghouse.server.cli_options import checked_database

    return None if url is None else checked_database(url)


def _checked_public_url(_context: click.Context, _option: click.Parameter, url: str | None) -> str | None:
    from doghouse.server.cli_options import checked_public_url

    return None if url is None else checked_public_url(url)


def _checked_proxies(_context: click.Context, _option: click.Parameter, text: str) -> str:
    from doghouse.server.cli_options import checked_proxies

    return checked_proxies(text)


def _exit(_number: int, _frame: object) -> None:
    sys.exit()


class Seconds(click.FloatRange):
    """A time, up to a week."""

    name = "seconds"

    def __init__(self, least: float = 0) -> None:
        super().__init__(least, 7 * 24 * 3600)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = float(super().convert(value, param, ctx))
        if math.isnan(found):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return found


database_option = click.option(
    "--database",
    metavar="URL",
    envvar="DOGHOUSE_DATABASE",
    callback=_checked_database,
    help="postgresql://... instead of SQLite in --data.",
)


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, envvar="DOGHOUSE_HOST", help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    envvar="DOGHOUSE_PORT",
    help="Port to listen on.",
)
@data_option
@database_option
@click.option(
    "--public-url",
    metavar="URL",
    envvar="DOGHOUSE_PUBLIC_URL",
    callback=_checked_public_url,
    help="The address people use, for links; with https:// cookies are sent by TLS only.",
)
@click.option(
    "--no-lan",
    is_flag=True,
    envvar="DOGHOUSE_NO_LAN",
    help="Give nobody the address of this machine: in a container it is of no use to others.",
)
@click.option(
    "--bot-pause",
    type=Seconds(),
    default=1.2,
    show_default=True,
    envvar="DOGHOUSE_BOT_PAUSE",
    help="Seconds before a bot plays.",
)
@click.option(
    "--fold-pause",
    type=Seconds(),
    default=2.5,
    show_default=True,
    envvar="DOGHOUSE_FOLD_PAUSE",
    help="Seconds to see why one cannot play.",
)
@click.option(
    "--away",
    type=Seconds(),
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
    callback=_checked_proxies,
    help="Addresses of proxies that say who the client is.",
)
@click.option(
    "--per-address",
    type=click.IntRange(1),
    default=limits.CONNECTIONS_PER_ADDRESS,
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
    help="What is logged, as lines of JSON.",
)
@click.option("--no-qr", is_flag=True, envvar="DOGHOUSE_NO_QR", help="No QR code in the terminal.")
@click.option("--open", is_flag=True, envvar="DOGHOUSE_OPEN", help="Open the browser, too.")
def serve(**options: Any) -> None:
    """Open the house: people play in the browser, together and with bots."""
    signal.signal(signal.SIGTERM, _exit)  # until the server handles signals itself
    from doghouse.server.cli_options import click_errors
    from doghouse.server.serve import serve as run

    pauses = Pauses(*(int(1000 * options.pop(name)) for name in ("bot_pause", "fold_pause", "away")))
    set_up_logs(options.pop("log_level"))
    quiet, opens = options.pop("no_qr"), options.pop("open")
    with click_errors():
        run(Settings(pauses=pauses, **options), quiet, opens)


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
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True))
@data_option
@database_option
def backup(file: Path, data: Path, database: str | None) -> None:
    """Write everything the house keeps to FILE, also while it is open; - writes it to the standard output."""
    from doghouse.server.cli_options import click_errors
    from doghouse.server.storage.backup import write_backup, write_rows

    with click_errors():
        if database is None and not (data / "doghouse.db").exists():
            raise click.ClickException(f"there is no house in {data}")
        url = Settings(data=data, database=database).database_url
        is_piped = str(file) == "-"
        lines = write_rows(url, sys.stdout.buffer) if is_piped else write_backup(url, file)
    click.echo(f"{file}: {lines} rows", err=is_piped)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True))
@data_option
@database_option
def restore(file: Path, data: Path, database: str | None) -> None:
    """Read a backup into an empty house, SQLite or PostgreSQL; - reads it from the standard input."""
    from doghouse.server.cli_options import click_errors
    from doghouse.server.storage.backup import as_file, check_backup, read_backup

    with click_errors(), as_file(file) as kept:
        check_backup(kept)
        if database is None:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lines = read_backup(Settings(data=data, database=database).database_url, kept)
    click.echo(f"{file}: {lines} rows restored")
