"""``doghouse bench server``: how much a house can take, measured over real sockets on this machine."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass

import click
from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from doghouse.bench.load_generator import Load
from doghouse.bench.server_processes import Houses

LEAST_PLAYS = 300  # acknowledged a second
MOST_P99 = 0.250  # seconds
PEOPLE = 4


@dataclass(frozen=True)
class Figures:
    """What one phase of one run showed. Times are in milliseconds."""

    database: str
    processes: int
    tables: int
    wanted: float | None  # decisions a second, or as many as go
    plays_per_second: float
    p50: float
    p99: float
    worst: float
    cpu_per_play: float
    kib_per_table: float
    refused: int
    lost: int


def run(tables: int, seconds: float, rate: float, database: str | None, processes: list[int], as_json: bool) -> None:
    """Measure each number of processes, first at a steady rate and then as fast as it goes, and print."""
    found: list[Figures] = []
    for count in processes:
        click.echo(f"{count} process{'es' if count > 1 else ''}, {tables} tables ...", err=True)
        found += asyncio.run(_measure(tables, seconds, rate, database, count))
    if as_json:
        click.echo(json.dumps([asdict(figures) for figures in found], indent=2))
    else:
        show(found)
    if any(figures.lost for figures in found):
        raise click.ClickException("acknowledged plays were lost")


async def _measure(tables: int, seconds: float, rate: float, database: str | None, processes: int) -> list[Figures]:
    with Houses(processes, database) as houses:
        before = houses.memory()
        load = Load(houses, tables, PEOPLE)
        await load.set_up()
        await load.begin()
        steady = await load.measure(seconds, rate, warm_up=min(3.0, seconds))
        flat_out = await load.measure(seconds, None, warm_up=min(3.0, seconds))
        memory = houses.memory() - before
        refused = load.ledger.refused
        lost = await load.stop()
    kind = "SQLite" if database is None else "PostgreSQL"
    return [
        Figures(
            database=kind,
            processes=processes,
            tables=tables,
            wanted=wanted,
            plays_per_second=round(speed, 1),
            p50=round(1000 * _part(times, 0.5), 2),
            p99=round(1000 * _part(times, 0.99), 2),
            worst=round(1000 * _part(times, 1.0), 2),
            cpu_per_play=round(1000 * cpu, 3),
            kib_per_table=round(memory / 1024 / tables, 1),
            refused=refused,
            lost=lost,
        )
        for wanted, (speed, cpu, times) in ((rate, steady), (None, flat_out))
    ]


def _part(times: list[float], part: float) -> float:
    return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0


def show(found: list[Figures]) -> None:
    table = Table(title=f"{found[0].tables} tables with four people each, times in ms", box=box.SIMPLE, pad_edge=False)
    for name in ("database", "proc.", "rate", "plays/s", "p50", "p99", "worst", "CPU", "KiB", "lost"):
        table.add_column(name, justify="left" if name == "database" else "right", no_wrap=True)
    for figures in found:
        good = figures.plays_per_second >= LEAST_PLAYS and (figures.wanted is None or figures.p99 < 1000 * MOST_P99)
        table.add_row(
            figures.database,
            str(figures.processes),
            "most" if figures.wanted is None else f"{figures.wanted:g}",
            f"[{'green' if good else 'red'}]{figures.plays_per_second:,.0f}[/]",
            f"{figures.p50:,.1f}",
            f"{figures.p99:,.1f}",
            f"{figures.worst:,.1f}",
            f"{figures.cpu_per_play:.2f}",
            f"{figures.kib_per_table:,.0f}",
            str(figures.lost),
        )
    console = _wide_enough(table)
    console.print(table)
    console.print("CPU is the server's for each play, KiB its memory for each table with its sockets.")
    console.print("The clients run on the same machine.")
    console.print(f"The bar: {LEAST_PLAYS}/s acknowledged with p99 under {1000 * MOST_P99:.0f} ms and nothing lost.")


def _wide_enough(table: Table) -> Console:
    """A console in which every figure stands whole, however narrow the terminal or what it is piped to."""
    console, wide = Console(), Console(width=1000)
    needed = Measurement.get(wide, wide.options, table).maximum
    return console if console.width >= needed else Console(width=needed)
