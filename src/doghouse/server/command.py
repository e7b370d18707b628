"""``doghouse serve``, ``verify``, ``backup``, ``restore`` and ``tables``."""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from doghouse.rules.errors import InvalidRecord
from doghouse.server.cli_options import validate_database, validate_proxies, validate_public_url
from doghouse.server.logs import configure_logging
from doghouse.server.protocol import limits
from doghouse.server.protocol.table_codes import read_code
from doghouse.server.settings import Pauses, Settings

if TYPE_CHECKING:
    from sqlalchemy import Connection

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class Seconds(click.FloatRange):
    """A number of seconds, up to a week."""

    name = "seconds"

    def __init__(self, minimum: float = 0) -> None:
        super().__init__(minimum, 7 * 24 * 3600)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds.", param, ctx)
        return seconds


def _option(name: str, help: str, **more: Any) -> Callable[[F], F]:
    """Return a click option with its environment variable: ``DOGHOUSE_BOT_PAUSE`` for ``--bot-pause``."""
    variable = "DOGHOUSE_" + name.removeprefix("--").replace("-", "_").upper()
    return click.option(name, envvar=variable, help=help, **{"show_default": "default" in more, **more})


data_option = _option(
    "--data",
    "Directory for the SQLite database.",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("doghouse-data"),
)
database_option = _option(
    "--database",
    "PostgreSQL URL, postgresql://..., instead of SQLite in --data.",
    metavar="URL",
    callback=validate_database,
)


@click.command()
@_option("--host", "Address to listen on.", default="0.0.0.0")
@_option("--port", "Port to listen on; 0 picks a free one.", type=click.IntRange(0, 65535), default=8000)
@data_option
@database_option
@_option(
    "--public-url",
    "Public URL for links and QR codes; with https:// cookies are sent over TLS only.",
    metavar="URL",
    callback=validate_public_url,
)
@_option("--no-lan", "Do not put this machine's LAN address in links (for containers).", is_flag=True)
@_option("--bot-pause", "Seconds before a bot plays.", type=Seconds(), default=1.2)
@_option("--fold-pause", "Seconds to show a forced fold.", type=Seconds(), default=2.5)
@_option("--away", "Seconds before a stand-in plays for a disconnected player.", type=Seconds(), default=60)
@_option(
    "--thinkers",
    "Number of processes for bots.",
    type=click.IntRange(1),
    default=lambda: max(1, (os.cpu_count() or 2) - 1),
    show_default="number of cores minus one",
)
@_option(
    "--keep-unfinished",
    "Days without activity after which a started table is marked; it is deleted a week later.",
    type=click.IntRange(1),
    default=30,
)
@_option(
    "--proxies",
    "Proxies whose X-Forwarded-For is trusted: addresses or networks separated by commas, or *.",
    default="127.0.0.1",
    callback=validate_proxies,
)
@_option(
    "--per-address",
    "Maximum number of connections per client address.",
    type=click.IntRange(1),
    default=limits.CONNECTIONS_PER_ADDRESS,
)
@_option(
    "--log-level",
    "Log level; logs are JSON lines.",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default=lambda: "warning" if sys.stderr.isatty() else "info",
    show_default="warning in a terminal, otherwise info",
)
@_option("--no-qr", "Print no QR code.", is_flag=True)
@_option("--open", "Open the page in a browser.", is_flag=True)
def serve(**options: Any) -> None:
    """Run the game server: people play in the browser, with each other and with bots."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit())  # until the server handles signals itself
    from doghouse.server.cli_errors import click_errors
    from doghouse.server.serve import serve as run

    pauses = Pauses(*(int(1000 * options.pop(name)) for name in ("bot_pause", "fold_pause", "away")))
    configure_logging(options.pop("log_level"))
    quiet, open_browser = options.pop("no_qr"), options.pop("open")
    with click_errors():
        run(Settings(pauses=pauses, **options), quiet, open_browser)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Check that the deals of the recorded game in FILE were fixed before it began."""
    from doghouse.server.fairness import verify as run_checks

    try:
        checks = run_checks(file.read_text(encoding="utf-8"))
    except (InvalidRecord, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}: {error}") from None
    for check in checks:
        click.echo(f"{'ok   ' if check.holds else 'FAIL '} {check.name}: {check.detail}")
    if not all(check.holds for check in checks):
        raise click.ClickException(f"{file}: the record does not prove that its deals were fair")
    click.echo(
        "The deals were fixed before the first card. (Nothing can prove that the operator did not look at them.)"
    )


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True))
@data_option
@database_option
def backup(file: Path, data: Path, database: str | None) -> None:
    """Write all games, guests and secrets to FILE, or to standard output if it is -. The server may be running."""
    from doghouse.server.cli_errors import click_errors
    from doghouse.server.storage.backup import write_backup, write_rows

    with click_errors():
        url = _existing_database(data, database)
        to_stdout = str(file) == "-"
        rows = write_rows(url, sys.stdout.buffer) if to_stdout else write_backup(url, file)
    click.echo(f"{file}: {rows} rows", err=to_stdout)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path, allow_dash=True))
@data_option
@database_option
def restore(file: Path, data: Path, database: str | None) -> None:
    """Restore the backup FILE, or standard input if it is -, into an empty SQLite or PostgreSQL database."""
    from doghouse.server.cli_errors import click_errors
    from doghouse.server.storage.backup import as_file, check_backup, read_backup

    with click_errors(), as_file(file) as path:
        check_backup(path)
        if database is None:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
        rows = read_backup(Settings(data=data, database=database).database_url, path)
    click.echo(f"{file}: {rows} rows restored")


@click.group()
def tables() -> None:
    """List unfinished tables, and restore one that is marked for deletion. The server may be running."""


@tables.command("list")
@_option("--marked", "Only tables that are marked for deletion.", is_flag=True)
@data_option
@database_option
def list_tables(marked: bool, data: Path, database: str | None) -> None:
    """List unfinished tables: code, status, last activity, and the running time left if marked for deletion."""
    from doghouse.server.storage.removal import unfinished

    for table in _in_database(data, database, lambda connection: unfinished(connection, marked)):
        active = datetime.fromtimestamp(table.updated_at / 1000, UTC).strftime("%Y-%m-%d")
        left = table.running_left
        note = "" if left is None else f"  marked: {left / (24 * 3600 * 1000):.1f} days of running time left"
        click.echo(f"{table.code}  {table.status:<8}  {active}{note}")


@tables.command("restore")
@click.argument("code")
@data_option
@database_option
def restore_table(code: str, data: Path, database: str | None) -> None:
    """Keep the table CODE, which is marked for deletion."""
    from doghouse.server.storage.removal import restore_marked

    code = read_code(code)
    if not _in_database(data, database, lambda connection: restore_marked(connection, code)):
        raise click.ClickException(f"{code}: no table with this code is marked for deletion")
    click.echo(f"{code}: restored")


def _existing_database(data: Path, database: str | None) -> str:
    """Return the URL, or fail if the data directory has no database."""
    if database is None and not (data / "doghouse.db").exists():
        raise click.ClickException(f"{data}: no Doghouse database")
    return Settings(data=data, database=database).database_url


def _in_database(data: Path, database: str | None, work: Callable[[Connection], T]) -> T:
    """Run work in one transaction."""
    from doghouse.server.cli_errors import click_errors
    from doghouse.server.storage.database import open_database

    with click_errors():
        engine = open_database(_existing_database(data, database), writes=True)
        try:
            with engine.begin() as connection:
                return work(connection)
        finally:
            engine.dispose()
