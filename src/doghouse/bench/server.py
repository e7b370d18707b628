"""``doghouse bench server``: throughput and latency of the server, over real sockets on this machine."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from doghouse.bench.load_generator import Load
from doghouse.bench.server_processes import serve

MIN_PLAYS = 300  # acknowledged per second
MAX_P99 = 0.250  # seconds
PEOPLE = 4
Figures = dict[str, Any]  # the measurements of one phase; times are in milliseconds


def run(tables: int, seconds: float, rate: float, database: str | None, processes: list[int], as_json: bool) -> None:
    """Measure each number of processes, first at a steady rate and then at full speed, and print."""
    phases: list[Figures] = []
    for count in processes:
        click.echo(f"{count} process{'es' if count > 1 else ''}, {tables} tables ...", err=True)
        phases += asyncio.run(_measure(tables, seconds, rate, database, count))
    if as_json:
        click.echo(json.dumps(phases, indent=2))
    else:
        show(phases)
    if any(figures["lost"] for figures in phases):
        raise click.ClickException("acknowledged plays were lost")


async def _measure(tables: int, seconds: float, rate: float, database: str | None, processes: int) -> list[Figures]:
    with serve(processes, database) as servers:
        before = sum(server.memory() for server in servers)
        load = Load(servers, tables, PEOPLE)
        await load.set_up()
        await load.begin()
        steady = await load.measure(seconds, rate, warm_up=min(3.0, seconds))
        flat_out = await load.measure(seconds, None, warm_up=min(3.0, seconds))
        memory = sum(server.memory() for server in servers) - before
        refused = load.refused
        lost = await load.stop()
    kind = "SQLite" if database is None else "PostgreSQL"
    return [
        {
            "database": kind,
            "processes": processes,
            "tables": tables,
            "wanted": target,  # decisions per second; None: as many as possible
            "plays_per_second": round(speed, 1),
            "p50": round(1000 * _percentile(times, 0.5), 2),
            "p99": round(1000 * _percentile(times, 0.99), 2),
            "worst": round(1000 * _percentile(times, 1.0), 2),
            "cpu_per_play": round(1000 * cpu, 3),
            "kib_per_table": round(memory / 1024 / tables, 1),
            "refused": refused,
            "lost": lost,
        }
        for target, (speed, cpu, times) in ((rate, steady), (None, flat_out))
    ]


def _percentile(times: list[float], part: float) -> float:
    return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0


def show(phases: list[Figures]) -> None:
    table = Table(
        title=f"{phases[0]['tables']} tables with four people each, times in ms", box=box.SIMPLE, pad_edge=False
    )
    for name in ("database", "proc.", "rate", "plays/s", "p50", "p99", "worst", "CPU", "KiB", "lost"):
        table.add_column(name, justify="left" if name == "database" else "right", no_wrap=True)
    for figures in phases:
        good = figures["plays_per_second"] >= MIN_PLAYS and (
            figures["wanted"] is None or figures["p99"] < 1000 * MAX_P99
        )
        table.add_row(
            figures["database"],
            str(figures["processes"]),
            "max" if figures["wanted"] is None else f"{figures['wanted']:g}",
            f"[{'green' if good else 'red'}]{figures['plays_per_second']:,.0f}[/]",
            f"{figures['p50']:,.1f}",
            f"{figures['p99']:,.1f}",
            f"{figures['worst']:,.1f}",
            f"{figures['cpu_per_play']:.2f}",
            f"{figures['kib_per_table']:,.0f}",
            str(figures["lost"]),
        )
    console = _wide_enough(table)
    console.print(table)
    console.print("CPU: server time per play. KiB: server memory per table with its sockets.")
    console.print("The clients run on the same machine.")
    console.print(f"Target: {MIN_PLAYS}/s acknowledged with p99 under {1000 * MAX_P99:.0f} ms and nothing lost.")


def _wide_enough(table: Table) -> Console:
    """Return a console that shows every figure in full, even in a narrow terminal or a pipe."""
    console, wide = Console(), Console(width=1000)
    needed = Measurement.get(wide, wide.options, table).maximum
    return console if console.width >= needed else Console(width=needed)
