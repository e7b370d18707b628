"""``doghouse bench training``: self-play decisions per second while learning, and the time per phase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from doghouse import COMPILED
from doghouse.bench.report import print_figures

TARGET = 1_000_000  # decisions per second, on a machine with a GPU and 16 cores


def run(mode: str, seconds: float, device: str, threads: int, as_json: bool) -> None:
    """Measure and print."""
    from doghouse.training.command import NO_CORE, NO_TORCH
    from doghouse.training.config import InvalidConfig
    from doghouse.training.device import DeviceUnavailable

    if not COMPILED:
        raise click.ClickException(NO_CORE)
    try:
        figures = measure(mode, seconds, device, threads)
    except ImportError:
        raise click.ClickException(NO_TORCH) from None
    except (InvalidConfig, DeviceUnavailable) as error:
        raise click.ClickException(str(error)) from None
    print_figures(figures, as_json, show)


def measure(mode: str, seconds: float, device: str, threads: int) -> dict[str, Any]:
    """Run self-play with the config of the mode, and measure the second half.

    At first the games are in step with each other, there is nothing to learn from yet, and libraries warm up.
    """
    import torch

    from doghouse.training.config import load
    from doghouse.training.device import device_for
    from doghouse.training.run import Run, RunProgress

    chosen = device_for(device)
    config = load(mode, small=chosen == "cpu")
    training = Run(config.changed(evaluate=config.steps + 1, ahead=1.0), chosen, threads=threads)
    first: list[RunProgress] = []

    def report(now: RunProgress) -> None:
        if not first and now.seconds >= seconds / 2:
            first.append(replace(now, where=dict(now.where)))

    training.train(seconds / 60, report)
    if training.interrupted:
        raise click.Abort
    now = training.progress
    before = first[0] if first else RunProgress()
    counted = now.seconds - before.seconds
    return {
        "mode": mode,
        "device": torch.cuda.get_device_name() if chosen == "cuda" else "cpu",
        "seconds": round(counted, 1),
        "decisions_per_second": round((now.decisions - before.decisions) / counted),
        "games_per_second": round((now.games - before.games) / counted, 1),
        "steps_per_second": round((now.steps - before.steps) / counted, 1),
        "where": {what: round(spent - before.where.get(what, 0.0), 2) for what, spent in now.where.items()},
    }


def show(figures: dict[str, Any], console: Console) -> None:
    table = Table(title=f"Training {figures['mode']} on {figures['device']}")
    table.add_column("figure")
    table.add_column("", justify="right")
    table.add_row("seconds measured", f"{figures['seconds']}")
    table.add_row("decisions/s", f"{figures['decisions_per_second']:,}")
    table.add_row("games/s", f"{figures['games_per_second']:,}")
    table.add_row("optimizer steps/s", f"{figures['steps_per_second']:,}")
    for what, spent in figures["where"].items():
        table.add_row(f"time: {what}", f"{100 * spent / figures['seconds']:.0f} %")
    console.print(table)
    if figures["device"] != "cpu":
        console.print(f"target: {TARGET:,} decisions/s on a machine with a GPU and 16 cores")
