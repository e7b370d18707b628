"""``doghouse bench``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from doghouse.server.command import Seconds
from doghouse.training.command import device_option, mode_option, threads_option

Command = Callable[..., Any]
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def seconds_option(default: float, minimum: float, text: str = "Seconds per figure.") -> Callable[[Command], Command]:
    return click.option("--seconds", default=default, show_default=True, type=Seconds(minimum), help=text)


@click.group()
def bench() -> None:
    """Measure the speed of Doghouse."""


@bench.command("rules")
@seconds_option(2.0, 0.01)
@click.option("--games", default=1_000_000, show_default=True, type=click.IntRange(1), help="Games of the memory test.")
@json_option
@click.option("--uncompiled", is_flag=True, help="Measure only the uncompiled source.")
def rules(seconds: float, games: int, as_json: bool, uncompiled: bool) -> None:
    """Measure the rules, compared with OpenSpiel if installed (extra: bench)."""
    from doghouse.bench.rules import run

    run(seconds, games, as_json, uncompiled)


@bench.command("bots")
@seconds_option(2.0, 0.01)
@json_option
def bots(seconds: float, as_json: bool) -> None:
    """Measure greedy play-outs and the bots."""
    from doghouse.bench.bots import run

    run(seconds, as_json)


@bench.command("server")
@click.option("--tables", default=200, show_default=True, type=click.IntRange(1), help="Tables with four people each.")
@seconds_option(20.0, 0.5)
@click.option("--rate", default=450.0, show_default=True, type=click.FloatRange(1), help="Steady decisions per second.")
@click.option("--database", metavar="URL", help="postgresql://... instead of SQLite; existing data is not touched.")
@click.option("--processes", default="1", show_default=True, metavar="N,M", help="Server processes to compare.")
@json_option
def server(tables: int, seconds: float, rate: float, database: str | None, processes: str, as_json: bool) -> None:
    """Measure acknowledged plays per second, over real sockets on this machine."""
    from doghouse.bench.server import run

    try:
        counts = [int(part) for part in processes.split(",")]
    except ValueError:
        raise click.BadParameter(f"{processes!r} is not a list such as 1,2", param_hint="--processes") from None
    if database is None and counts != [1]:
        raise click.BadParameter("several processes need PostgreSQL (--database)", param_hint="--processes")
    run(tables, seconds, rate, database, counts, as_json)


@bench.command("page")
@seconds_option(15.0, 0.5, "Seconds to watch a game.")
@json_option
def page(seconds: float, as_json: bool) -> None:
    """Measure the size of the page and its frame rate in a real browser."""
    from doghouse.bench.page import run

    run(seconds, as_json)


@bench.command("training")
@mode_option
@seconds_option(30.0, 1.0, "Seconds to train; the second half is measured.")
@device_option
@threads_option
@json_option
def training(mode: str, seconds: float, device: str, threads: int | None, as_json: bool) -> None:
    """Measure self-play decisions per second while learning (extra: train)."""
    from doghouse.bench.training import run

    run(mode, seconds, device, threads or 0, as_json)
