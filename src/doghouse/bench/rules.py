"""``doghouse bench rules``: speed of the rules, compared within one run."""

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
from doghouse.bench.report import NO_CORE, print_figures, print_targets

MIN_RATIO_IN_CORE = 12
MIN_RATIO_FROM_PYTHON = 3
MAX_GROWTH_KIB = 4096  # an allocator may still take this much; a leak of five bytes per game would show


def run(seconds: float, games: int, as_json: bool, uncompiled: bool) -> None:
    """Measure and print."""
    if uncompiled:
        _print_uncompiled(seconds, as_json)
        return
    if not dog.COMPILED:
        raise click.ClickException(f"{NO_CORE}, or measure the source with --uncompiled")
    print_figures(_measure(seconds, games), as_json, show)


def _print_uncompiled(seconds: float, as_json: bool) -> None:
    """Measure the source in this process, or in another if this one has the compiled core."""
    figures = uncompiled_figures(seconds) if dog.COMPILED else _measure_source(seconds)
    if as_json:
        click.echo(json.dumps(figures))
        return
    console = Console()
    console.print("The uncompiled source, 4 players:")
    console.print(f"  steps per second in the core  {figures['core']:>12,.0f}")
    console.print(f"  steps per second from Python  {figures['python']:>12,.0f}")


def _measure_source(seconds: float) -> dict[str, float]:
    return {
        "core": rules_measures.steps_in_core(rules_measures.FOUR_PLAYERS, seconds)["steps"],
        "python": rules_measures.steps_from_python(rules_measures.FOUR_PLAYERS, seconds)["steps"],
    }


def uncompiled_figures(seconds: float) -> dict[str, float]:
    """Measure the uncompiled source in another process."""
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
        python = rules_measures.steps_from_python(rules_measures.FOUR_PLAYERS, seconds)
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
        "core": core,
        "python": python,
        "plays": plays,
        "copy_ns": copies,
        "uncompiled": source,
        "openspiel": others,
        "memory": {"games": games, "early_kib": early, "late_kib": late},
    }


def targets(figures: dict[str, Any]) -> list[tuple[str, bool]]:
    """Return each target with its figure, and whether it is met."""
    results = []
    if maedn := figures["openspiel"].get("maedn"):
        slowest, core = min(figures["core"].items(), key=lambda mode: mode[1]["steps"])
        for name, minimum, steps in (
            (f"core, even with {slowest}", MIN_RATIO_IN_CORE, core["steps"]),
            ("from Python", MIN_RATIO_FROM_PYTHON, figures["python"]["steps"]),
        ):
            ratio = steps / maedn
            results.append((f"{name}: at least {minimum} times maedn: {ratio:.1f} times", ratio >= minimum))
    memory = figures["memory"]
    growth = memory["late_kib"] - memory["early_kib"]
    results.append((f"no memory growth over {memory['games']:,} games: {growth:+,} KiB", growth <= MAX_GROWTH_KIB))
    return results


def show(figures: dict[str, Any], console: Console) -> None:
    maedn = figures["openspiel"].get("maedn")
    table = Table(title="The rules of Dog in random play (one core of this machine)", title_justify="left")
    table.add_column("measurement")
    for heading in ("steps per second", "games per second", "times maedn"):
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
        console.print("OpenSpiel is not installed, so there is no comparison (pip install 'doghouse[bench]').")
    console.print(f"Lists of plays: {figures['plays']:,.0f} per second (4 players, every play of a position)")
    console.print(
        f"A copy takes {figures['copy_ns']['core']:,.0f} ns (core), {figures['copy_ns']['game']:,.0f} ns (game)"
    )
    print_targets(targets(figures), console)
