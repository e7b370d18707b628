"""``doghouse bench``."""

from __future__ import annotations

import click

from doghouse.bots.modes import NAMES
from doghouse.server.command import Seconds


@click.group()
def bench() -> None:
    """Measure how fast the house is."""


@bench.command("rules")
@click.option("--seconds", default=2.0, show_default=True, type=Seconds(0.01), help="Time for each figure.")
@click.option(
    "--games",
    default=1_000_000,
    show_default=True,
    type=click.IntRange(1),
    help="Games over which memory must stay flat.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--uncompiled", is_flag=True, help="Measure the uncompiled source alone.")
def rules(seconds: float, games: int, as_json: bool, uncompiled: bool) -> None:
    """How fast the rules are, next to OpenSpiel where it is installed (extra: bench)."""
    from doghouse.bench.rules import run

    run(seconds, games, as_json, uncompiled)


@bench.command("bots")
@click.option("--seconds", default=2.0, show_default=True, type=Seconds(0.01), help="Time for each figure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def bots(seconds: float, as_json: bool) -> None:
    """How fast sensible play-outs and the bots are."""
    from doghouse.bench.bots import run

    run(seconds, as_json)


@bench.command("server")
@click.option("--tables", default=200, show_default=True, type=click.IntRange(1), help="Tables with four people each.")
@click.option("--seconds", default=20.0, show_default=True, type=Seconds(0.5), help="Time for each figure.")
@click.option("--rate", default=450.0, show_default=True, type=click.FloatRange(1), help="Decisions a second at first.")
@click.option("--database", metavar="URL", help="postgresql://... instead of SQLite; its data is not touched.")
@click.option("--processes", default="1", show_default=True, metavar="N,M", help="Server processes to compare.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def server(tables: int, seconds: float, rate: float, database: str | None, processes: str, as_json: bool) -> None:
    """How many plays a house acknowledges, over real sockets on this machine."""
    from doghouse.bench.server import run

    try:
        counts = [int(part) for part in processes.split(",")]
    except ValueError:
        raise click.BadParameter("numbers with commas are expected, such as 1,2", param_hint="--processes") from None
    if database is None and counts != [1]:
        raise click.BadParameter("several processes need PostgreSQL: --database", param_hint="--processes")
    run(tables, seconds, rate, database, counts, as_json)


@bench.command("page")
@click.option("--seconds", default=15.0, show_default=True, type=Seconds(0.5), help="How long to look on.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def page(seconds: float, as_json: bool) -> None:
    """How heavy the page is, and how smoothly marbles move in a real browser."""
    from doghouse.bench.page import run

    run(seconds, as_json)


@bench.command("training")
@click.option("--mode", type=click.Choice(NAMES), default="4-pairs", show_default=True, help="Who plays.")
@click.option(
    "--seconds", default=30.0, show_default=True, type=Seconds(1.0), help="How long to train; half is counted."
)
@click.option("--device", type=click.Choice(["auto", "cpu", "cuda"]), default="auto", show_default=True)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="That play; by default as many as cores, one less beside a GPU.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def training(mode: str, seconds: float, device: str, threads: int | None, as_json: bool) -> None:
    """How many decisions a second self-play makes while it learns (extra: train)."""
    from doghouse.bench.training import run

    run(mode, seconds, device, threads or 0, as_json)
