"""Output that several benchmarks share."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

NO_CORE = "the core is not compiled: install a C compiler and reinstall doghouse"


def print_targets(targets: Iterable[tuple[str, bool]], console: Console) -> None:
    """Print each target with its figure, and whether it is met."""
    for text, met in targets:
        console.print(f"[{'green' if met else 'red'}]{'✓' if met else '✗'}[/] {text}")
