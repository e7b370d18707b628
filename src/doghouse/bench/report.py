"""Output that several benchmarks share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import click
from rich.console import Console

NO_CORE = "the core is not compiled: install a C compiler and reinstall doghouse"


def print_figures(figures: dict[str, Any], as_json: bool, show: Callable[[dict[str, Any], Console], None]) -> None:
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        show(figures, Console())


def print_targets(targets: Iterable[tuple[str, bool]], console: Console) -> None:
    """Print each target with its figure, and whether it is met."""
    for text, met in targets:
        console.print(f"[{'green' if met else 'red'}]{'✓' if met else '✗'}[/] {text}")
