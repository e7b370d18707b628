"""``doghouse bench rules``: how fast the rules are, compared within one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import doghouse as dog
from doghouse.bench import openspiel, rules_measures

TIMES_MAEDN_IN_CORE = 12
TIMES_MAEDN_FROM_PYTHON = 3
MEMORY_GROWTH_KIB = 4096  # what an allocator may still take; a leak of five bytes a game would show
REFUSED = (
    "the core is not compiled, so no figure can be given for it: install a C compiler and install doghouse again, "
    "or measure the source with --uncompiled"
)


def run(seconds: float, games: int, as_json: bool, uncompiled: bool) -> None:
    """Measure and print."""
    if uncompiled:
        _print_uncompiled(seconds, as_json)
        return
    if not dog.COMPILED:
        raise click.ClickException(REFUSED)
    figures = _measure(seconds, games)
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        show(figures, Console())


def _print_uncompiled(seconds: float, as_json: bool) -> None:
    """Measure the source in this process, or in one of its own where this one has the compiled core."""
    figures = uncompiled_figures(seconds) if dog.COMPILED else _measure_source(seconds)
    if as_json:
        click.echo(json.dumps(figures))
        return
    console = Console()
    console.print("The uncompiled source, 4 players:")
    console.print(f"  steps a second in the core  {figures['core']:>12,.0f}")
    console.print(f"  steps a second from Python  {figures['python']:>12,.0f}")


def _measure_source(seconds: float) -> dict[str, float]:
    return {
        "core": rules_measures.steps_in_core(rules_measures.USUAL, seconds).per_second,
        "python": rules_measures.steps_from_python(rules_measures.USUAL, seconds).per_second,
    }


def uncompiled_figures(seconds: float) -> dict[str, float]:
    """The figures of the same source, uncompiled, from a process of its own."""
    command = [sys.executable, "-m", "doghouse", "bench", "rules", "--uncompiled", "--json", "--seconds", str(seconds)]
    environment = {**os.environ, "DOGHOUSE_UNCOMPILED": "1"}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def _measure(seconds: float, games: int) -> dict[str, Any]:
    pyspiel = openspiel.load()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(rules_measures.MODES) + 4 + len(openspiel.GAMES) + games / 50_000)

        def step(description: str) -> None:
            progress.update(task, advance=1, description=description)

        core = {}
        for name, rules in rules_measures.MODES.items():
            step(f"inside the core: {name}")
            core[name] = rules_measures.steps_in_core(rules, seconds)
        step("driven from Python")
        python = rules_measures.steps_from_python(rules_measures.USUAL, seconds)
        step("lists of plays")
        plays = rules_measures.plays_of_positions(seconds)
        step("copies")
        copies = rules_measures.copies(seconds)
        step("the uncompiled source")
        source = uncompiled_figures(seconds)
        others = {}
        for name in openspiel.GAMES if pyspiel is not None else ():
            step(f"OpenSpiel: {name}")
            others[name] = openspiel.decisions(pyspiel, name, seconds)
        early, late = rules_measures.memory_over_games(
            games, lambda done: progress.update(task, description=f"memory over games: {done:,}", advance=0.02)
        )
    return {
        "compiled": dog.COMPILED,
        "core": {name: {"steps": rate.per_second, "games": rate.games_per_second} for name, rate in core.items()},
        "python": {"steps": python.per_second, "games": python.games_per_second},
        "plays": plays.per_second,
        "copy_ns": copies,
        "uncompiled": source,
        "openspiel": others,
        "memory": {"games": games, "early_kib": early, "late_kib": late},
    }


def bars(figures: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """What must hold: what it is, the figure, and whether it holds."""
    found = []
    maedn = figures["openspiel"].get("maedn")
    if maedn:
        slowest = min(figures["core"].items(), key=lambda mode: mode[1]["steps"])
        times = slowest[1]["steps"] / maedn
        found.append(
            (
                f"core at least {TIMES_MAEDN_IN_CORE} times maedn, even with {slowest[0]}",
                f"{times:.1f} times",
                times >= TIMES_MAEDN_IN_CORE,
            )
        )
        times = figures["python"]["steps"] / maedn
        found.append(
            (
                f"from Python at least {TIMES_MAEDN_FROM_PYTHON} times maedn",
                f"{times:.1f} times",
                times >= TIMES_MAEDN_FROM_PYTHON,
            )
        )
    growth = figures["memory"]["late_kib"] - figures["memory"]["early_kib"]
    found.append(
        (f"memory flat over {figures['memory']['games']:,} games", f"{growth:+,} KiB", growth <= MEMORY_GROWTH_KIB)
    )
    return found


def show(figures: dict[str, Any], console: Console) -> None:
    maedn = figures["openspiel"].get("maedn")
    table = Table(title="The rules of Dog at random play (one core of this machine)", title_justify="left")
    table.add_column("what")
    for heading in ("steps a second", "games a second", "times maedn"):
        table.add_column(heading, justify="right")

    def add(what: str, rate: float, games: float | None = None) -> None:
        ratio = f"{rate / maedn:.1f}" if maedn else "-"
        table.add_row(what, f"{rate:,.0f}", "" if games is None else f"{games:,.0f}", ratio)

    for name, rate in figures["core"].items():
        add(f"compiled core, {name}", rate["steps"], rate["games"])
    add("from Python, 4 players", figures["python"]["steps"], figures["python"]["games"])
    add("uncompiled core, 4 players", figures["uncompiled"]["core"])
    add("from Python, uncompiled", figures["uncompiled"]["python"])
    for name, rate in figures["openspiel"].items():
        add(f"OpenSpiel {name} (decisions)", rate)
    console.print(table)
    if not maedn:
        console.print("OpenSpiel is not installed: nothing to compare with (pip install 'doghouse[bench]').")
    console.print(f"Lists of plays: {figures['plays']:,.0f} a second (4 players, every play of a position)")
    console.print(
        f"A copy takes {figures['copy_ns']['core']:,.0f} ns (core), {figures['copy_ns']['game']:,.0f} ns (game)"
    )
    for what, figure, holds in bars(figures):
        console.print(f"[{'green' if holds else 'red'}]{'✓' if holds else '✗'}[/] {what}: {figure}")
