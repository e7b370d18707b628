"""``doghouse train``: train the nets of a mode."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from doghouse import COMPILED
from doghouse.bots.modes import NAMES
from doghouse.training.config import InvalidConfig, load
from doghouse.training.device import DeviceUnavailable, device_for
from doghouse.util.files import LockHeld, locked
from doghouse.util.ray_cluster import ClusterUnavailable
from doghouse.util.signals import INTERRUPTED, sigterm_as_interrupt

if TYPE_CHECKING:
    from doghouse.training.run import Run, RunProgress

MAX_MINUTES = 100_000
WIDE = 120  # columns
ACTORS = 2
NO_TORCH = "training needs PyTorch: pip install 'doghouse[train]'"
NO_CORE = "training needs the compiled core: install a C compiler and reinstall doghouse"


mode_option = click.option(
    "--mode", type=click.Choice(NAMES), default="4-pairs", show_default=True, help="Game mode to train."
)
device_option = click.option(
    "--device", type=click.Choice(["auto", "cpu", "cuda"]), default="auto", show_default=True, help="Learning device."
)
threads_option = click.option(
    "--threads", type=click.IntRange(1), help="Self-play threads.  [default: one per core, one less beside a GPU]"
)


@click.command()
@mode_option
@click.option(
    "--minutes", type=click.FloatRange(0, min_open=True), help="Time limit in minutes; the schedule is scaled to fit."
)
@click.option("--chapters", type=click.IntRange(1), help="Stop after this many chapters; the next run resumes there.")
@device_option
@threads_option
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for checkpoint, curve and nets; a run in it is resumed.  [default: training-MODE]",
)
@click.option(
    "--begin",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with trained nets to start from instead of random ones.",
)
@click.option("--cluster", metavar="ADDRESS", help="Ray cluster for self-play: an address, auto or local.")
@click.option("--actors", type=click.IntRange(1), help="Number of self-play actors on the cluster.  [default: 2]")
@click.option("--seed", type=click.IntRange(0, 1_000_000_000), help="Random seed.")
def train(
    mode: str,
    minutes: float | None,
    chapters: int | None,
    device: str,
    threads: int | None,
    folder: Path | None,
    begin: Path | None,
    cluster: str | None,
    actors: int | None,
    seed: int | None,
) -> None:
    """Train the nets of a mode by self-play.

    Ctrl-C saves the run; the same command resumes it.
    """
    if actors is not None and cluster is None:
        raise click.UsageError("--actors needs --cluster")
    if not COMPILED:
        raise click.ClickException(NO_CORE)
    if minutes is not None and not minutes < MAX_MINUTES:  # nan included
        raise click.ClickException(f"--minutes must be less than {MAX_MINUTES:,}, not {minutes:g}")
    try:
        device = device_for(device)
        config = load(mode, small=device == "cpu")
    except ImportError:
        raise click.ClickException(NO_TORCH) from None
    except (DeviceUnavailable, InvalidConfig) as error:
        raise click.ClickException(str(error)) from None
    if seed is not None:
        config = config.changed(seed=seed)
    from doghouse.training.run import Run

    folder = folder or Path(f"training-{mode}")
    on_cluster = None if cluster is None else (cluster, actors or ACTORS)
    start = partial(Run, config, device, folder, threads or 0, on_cluster, begin)
    _run(start, folder, minutes, chapters)


def _run(start: Callable[[], Run], folder: Path, minutes: float | None, chapters: int | None) -> None:
    from doghouse.training.checkpoint import InvalidCheckpoint

    existed = folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)  # fail now, not after hours of training
        with TemporaryFile(dir=folder):
            pass
        with locked(folder):
            _train(start(), folder, minutes, chapters)
    except LockHeld:
        raise click.ClickException(
            f"another run is training in {folder}: wait for it, interrupt it, or choose another folder"
        ) from None
    except (InvalidCheckpoint, InvalidConfig, ClusterUnavailable, KeyboardInterrupt) as error:
        if not existed:
            with suppress(OSError):  # not empty: something was saved
                folder.rmdir()
        if isinstance(error, KeyboardInterrupt):  # before the first game
            sys.exit(INTERRUPTED)
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"cannot write to {folder}: {error.strerror}") from None


def _train(run: Run, folder: Path, minutes: float | None, chapters: int | None) -> None:
    from doghouse.training.export import export
    from doghouse.training.learning_curve import save_curve

    console = Console(stderr=True)
    config = run.config
    if run.learner.steps >= config.steps:
        console.print(f"{folder}: all {config.steps:,} steps are done")
    elif run.chapter:
        console.print(f"resuming after step {run.learner.steps:,}")
    bar = Progress(
        TextColumn("[bold]{task.description}"),
        BarColumn(bar_width=24 if console.width >= WIDE else 6),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[status]}"),
        console=console,
    )
    with bar:
        task = bar.add_task(config.mode, total=1.0, status="")

        def report(now: RunProgress) -> None:
            bar.update(task, completed=now.part, status=progress_text(now, wide=console.width >= WIDE))

        report(run.progress)
        with sigterm_as_interrupt():
            try:
                run.train(minutes, report, chapters)
                if not run.interrupted:
                    run.evaluate_last()
            except KeyboardInterrupt:  # during the last evaluation; the checkpoint is saved already
                run.interrupted = True
            except OSError:  # a disk too full for a checkpoint may have room for the nets
                with suppress(OSError):
                    export(run, folder)
                raise
            report(run.progress)
            file = export(run, folder)
            save_curve(run, folder)
    now = run.progress
    console.print(
        f"{now.steps:,} steps, {now.games:,} games, {now.decisions:,} decisions in {now.seconds / 60:.1f} min"
    )
    console.print("time: " + ", ".join(f"{phase} {seconds:.0f} s" for phase, seconds in now.where.items()))
    if run.curve:
        last = run.curve[-1]
        console.print(f"against greedy after {last.steps:,} steps: {100 * last.won:.1f} % of games won")
    console.print(f"nets: {file}" if now.steps else f"nets, still random: {file}")
    if run.interrupted:
        console.print(f"Interrupted. Run the same command{' without --begin' if run.warm_started else ''} to resume.")
        sys.exit(INTERRUPTED)


def progress_text(now: RunProgress, *, wide: bool) -> str:
    """Format the progress of a run for the end of its bar."""
    won = "-" if now.won is None else f"{100 * now.won:.1f} %"
    loss = "-" if math.isnan(now.loss) else f"{now.loss:.3f}"
    if wide:
        return f"{now.games:,} games, {now.decisions_per_second:,.0f} decisions/s, loss {loss}, against greedy {won}"
    return f"{short(now.games)} games, {short(now.decisions_per_second)} dec/s, loss {loss}, greedy {won}"


def short(number: float) -> str:
    """Format a number in at most four characters."""
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.0f}{name}" if number >= 10 * unit else f"{number / unit:.1f}{name}"
    return f"{number:.0f}"
