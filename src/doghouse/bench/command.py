"""``doghouse bench``."""

from __future__ import annotations

import click


@click.group()
def bench() -> None:
    """Measure how fast the house is."""


@bench.command("rules")
@click.option("--seconds", default=2.0, show_default=True, type=click.FloatRange(0.01), help="Time for each figure.")
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
@click.option("--seconds", default=2.0, show_default=True, type=click.FloatRange(0.01), help="Time for each figure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def bots(seconds: float, as_json: bool) -> None:
    """How fast sensible play-outs and the bots are."""
    from doghouse.bench.bots import run

    run(seconds, as_json)
