"""Printing reports."""

from __future__ import annotations

from rich.console import Console

PIPE_WIDTH = 140  # columns of a report that does not go to a terminal


def report_console() -> Console:
    """Return a console on standard output that is wide enough for tables in a file or a pipe."""
    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


def time_text(seconds: float | None) -> str:
    """Format a duration with a unit that suits it."""
    if seconds is None:
        return "-"
    if seconds >= 1:
        return f"{seconds:.2f} s"
    if seconds >= 0.001:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e6:.0f} µs"
