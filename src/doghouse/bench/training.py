"""``doghouse bench training``: how many decisions a second self-play makes while it learns; where the time goes."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from doghouse import COMPILED

BAR = 1_000_000  # decisions a second, on a machine with a GPU and 16 cores


def run(mode: str, seconds: float, device: str, threads: int, as_json: bool) -> None:
    """Measure and print."""
    from doghouse.training.command import NO_CORE, NO_TORCH

    if not COMPILED:
        raise click.ClickException(NO_CORE)
    try:
        figures = measure(mode, seconds, device, threads)
    except ImportError:
        raise click.ClickException(NO_TORCH) from None
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        show(figures, Console())


def measure(mode: str, seconds: float, device: str, threads: int) -> dict[str, Any]:
    """A run of its own, from the beginning, with the configuration of the mode."""
    import torch

    from doghouse.training.configuration import load
    from doghouse.training.run import Run

    chosen = ("cuda" if torch.cuda.is_available() else "cpu") if device == "auto" else device
    wishes = load(mode, small=chosen == "cpu")
    training = Run(wishes.changed(evaluate=wishes.steps + 1), chosen, threads=threads)
    training.train(seconds / 60)
    now = training.progress
    return {
        "mode": mode,
        "device": torch.cuda.get_device_name() if chosen == "cuda" else "cpu",
        "seconds": round(now.seconds, 1),
        "decisions_per_second": round(now.decisions / now.seconds),
        "games_per_second": round(now.games / now.seconds, 1),
        "steps_per_second": round(now.steps / now.seconds, 1),
        "where": {what: round(spent, 2) for what, spent in now.where.items()},
    }


def show(figures: dict[str, Any], console: Console) -> None:
    table = Table(title=f"Training {figures['mode']} on {figures['device']}, {figures['seconds']} s")
    table.add_column("figure")
    table.add_column("", justify="right")
    table.add_row("decisions/s", f"{figures['decisions_per_second']:,}")
    table.add_row("games/s", f"{figures['games_per_second']:,}")
    table.add_row("steps of the learner/s", f"{figures['steps_per_second']:,}")
    for what, spent in figures["where"].items():
        table.add_row(f"time: {what}", f"{100 * spent / figures['seconds']:.0f} %")
    console.print(table)
    if figures["device"] != "cpu":
        console.print(f"bar: {BAR:,} decisions/s on a machine with a GPU and 16 cores")
