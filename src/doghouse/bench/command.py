"""``doghouse bench``."""

from __future__ import annotations

import click

from doghouse.bots.modes import NAMES
from doghouse.server.command import Seconds


@click.group()
def bench() -> None:
    """Measure the speed of Doghouse."""


@bench.command("rules")
@click.option("--seconds", default=2.0, show_default=True, type=Seconds(0.01), help="Seconds per measurement.")
@click.option(
    "--games",
    default=1_000_000,
    show_default=True,
    type=click.IntRange(1),
    help="Games over which memory must not grow.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--uncompiled", is_flag=True, help="Measure only the uncompiled source.")
def rules(seconds: float, games: int, as_json: bool, uncompiled: bool) -> None:
    """Measure the rules, compared with OpenSpiel if installed (extra: bench)."""
    from doghouse.bench.rules import run

    run(seconds, games, as_json, uncompiled)


@bench.command("bots")
@click.option("--seconds", default=2.0, show_default=True, type=Seconds(0.01), help="Seconds per measurement.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bots(seconds: float, as_json: bool) -> None:
    """Measure greedy play-outs and the bots."""
    from doghouse.bench.bots import run

    run(seconds, as_json)


@bench.command("server")
@click.option("--tables", default=200, show_default=True, type=click.IntRange(1), help="Tables with four people each.")
@click.option("--seconds", default=20.0, show_default=True, type=Seconds(0.5), help="Seconds per measurement.")
@click.option(
    "--rate",
    default=450.0,
    show_default=True,
    type=click.FloatRange(1),
    help="Decisions per second at first.",
)
@click.option("--database", metavar="URL", help="postgresql://... instead of SQLite; existing data is not touched.")
@click.option("--processes", default="1", show_default=True, metavar="N,M", help="Server processes to compare.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def server(tables: int, seconds: float, rate: float, database: str | None, processes: str, as_json: bool) -> None:
    """Measure acknowledged plays per second, over real sockets on this machine."""
    from doghouse.bench.server import run

    try:
        counts = [int(part) for part in processes.split(",")]
    except ValueError:
        raise click.BadParameter(f"{processes!r} is no list such as 1,2", param_hint="--processes") from None
    if database is None and counts != [1]:
        raise click.BadParameter("several processes need PostgreSQL (--database)", param_hint="--processes")
    run(tables, seconds, rate, database, counts, as_json)


@bench.command("page")
@click.option("--seconds", default=15.0, show_default=True, type=Seconds(0.5), help="Seconds to watch a game.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def page(seconds: float, as_json: bool) -> None:
    """Measure the size of the page and its frame rate in a real browser."""
    from doghouse.bench.page import run

    run(seconds, as_json)


@bench.command("training")
@click.option("--mode", type=click.Choice(NAMES), default="4-pairs", show_default=True, help="Game mode to train.")
@click.option(
    "--seconds",
    default=30.0,
    show_default=True,
    type=Seconds(1.0),
    help="Seconds to train; the second half counts.",
)
@click.option(
    "--device",
    type=click.Choice(["auto", "cpu", "cuda"]),
    default="auto",
    show_default=True,
    help="Where the nets learn.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="Number of self-play threads.  [default: one per core, one less beside a GPU]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def training(mode: str, seconds: float, device: str, threads: int | None, as_json: bool) -> None:
    """Measure self-play decisions per second while learning (extra: train)."""
    from doghouse.bench.training import run

    run(mode, seconds, device, threads or 0, as_json)
