"""``doghouse train``: train the nets of a mode."""

from __future__ import annotations

import math
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from doghouse import COMPILED
from doghouse.bots.modes import NAMES
from doghouse.training.config import Config, InvalidConfig, load
from doghouse.training.device import DeviceUnavailable, device_for
from doghouse.util.files import LockHeld, locked
from doghouse.util.signals import INTERRUPTED, sigterm_as_interrupt

if TYPE_CHECKING:
    from doghouse.training.run import Progress as Standing
    from doghouse.training.run import Run

MOST_MINUTES = 100_000
WIDE = 120  # columns
ACTORS = 2
NO_TORCH = "training needs PyTorch: pip install 'doghouse[train]'"
NO_CORE = "training needs the compiled core: install a C compiler and install doghouse again"


@click.command()
@click.option("--mode", type=click.Choice(NAMES), default="4-pairs", show_default=True, help="Who plays.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    help="How long at most from now on; what is left of the run is fitted to it.",
)
@click.option(
    "--chapters", type=click.IntRange(min=1), help="Stop at the end of so many chapters, to go on exactly from there."
)
@click.option("--device", type=click.Choice(["auto", "cpu", "cuda"]), default="auto", show_default=True)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="That play; by default as many as cores, one less beside a GPU, and one in each actor of a cluster.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="For checkpoint, curve and nets; what is there is resumed. By default training-MODE.",
)
@click.option(
    "--begin",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with nets to go on from instead of beginning with nothing.",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster, learn here: an address, auto or local.")
@click.option("--actors", type=click.IntRange(min=1), help="That play on the cluster.  [default: 2]")
@click.option("--seed", type=click.IntRange(0, 1_000_000_000), help="Of everything that is left to chance.")
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
    """Train the nets of a mode by self-play and looking ahead.

    Ctrl-C keeps what was learned; the same command goes on.
    """
    if actors is not None and cluster is None:
        raise click.UsageError("--actors is how many play on a cluster: name it with --cluster")
    if not COMPILED:
        raise click.ClickException(NO_CORE)
    try:
        chosen = device_for(device)
    except ImportError:
        raise click.ClickException(NO_TORCH) from None
    except DeviceUnavailable as error:
        raise click.ClickException(str(error)) from None
    if minutes is not None and not minutes < MOST_MINUTES:
        raise click.ClickException(f"a run takes less than {MOST_MINUTES:,} minutes, not {minutes:g}")
    try:
        config = load(mode, small=chosen == "cpu")
    except InvalidConfig as error:
        raise click.ClickException(str(error)) from None
    if seed is not None:
        config = config.changed(seed=seed)
    _run(
        config,
        chosen,
        folder or Path(f"training-{mode}"),
        threads or 0,
        minutes,
        chapters,
        None if cluster is None else (cluster, actors or ACTORS),
        begin,
    )


def _run(
    config: Config,
    device: str,
    folder: Path,
    threads: int,
    minutes: float | None,
    chapters: int | None,
    cluster: tuple[str, int] | None,
    begin: Path | None,
) -> None:
    from doghouse.training.checkpoint import InvalidCheckpoint
    from doghouse.training.ray_selfplay import NoCluster
    from doghouse.training.run import Run

    known = folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)  # before the first minute is spent, not after the last
        with TemporaryFile(dir=folder):
            pass
        with locked(folder):
            run = Run(config, device, folder, threads, cluster, begin)
            _train(run, folder, minutes, chapters)
    except LockHeld:
        raise click.ClickException(
            f"another training goes on in {folder}: wait until it is done, interrupt it, or choose another folder"
        ) from None
    except (InvalidCheckpoint, InvalidConfig, NoCluster, KeyboardInterrupt) as error:
        if not known:
            with suppress(OSError):  # unless something was learned before
                folder.rmdir()
        if isinstance(error, KeyboardInterrupt):  # before anything was played
            sys.exit(INTERRUPTED)
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(f"{folder} cannot be written: {error.strerror}") from None


def _train(run: Run, folder: Path, minutes: float | None, chapters: int | None) -> None:
    from doghouse.training.export import export
    from doghouse.training.learning_curve import save_curve

    console = Console(stderr=True)
    config = run.config
    if run.learner.steps >= config.steps:
        console.print(f"{folder}: all {config.steps:,} steps are done")
    elif run.chapter:
        console.print(f"goes on after step {run.learner.steps:,}")
    bar = Progress(
        TextColumn("[bold]{task.description}"),
        BarColumn(bar_width=24 if console.width >= WIDE else 6),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[told]}"),
        console=console,
    )
    with bar:
        task = bar.add_task(config.mode, total=1.0, told="")

        def report(now: Standing) -> None:
            bar.update(task, completed=now.part, told=progress_text(now, wide=console.width >= WIDE))

        report(run.progress)
        with sigterm_as_interrupt():
            try:
                run.train(minutes, report, chapters)
                if not run.interrupted:
                    run.conclude()
            except KeyboardInterrupt:  # while it was evaluated: nothing learned is lost without that
                run.interrupted = True
            except OSError:  # there may be room for the nets where there is none for a checkpoint
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
    where = ", ".join(f"{what} {seconds:.0f} s" for what, seconds in now.where.items())
    console.print(f"the time went to: {where}")
    if run.curve:
        last = run.curve[-1]
        console.print(f"against greedy after {last.steps:,} steps: {100 * last.won:.1f} % of games won")
    console.print(f"the nets: {file}" if now.steps else f"nothing is learned yet; the nets play by chance: {file}")
    if run.interrupted:
        console.print(f"Interrupted. The same command{' without --begin' if run.begun else ''} goes on.")
        sys.exit(INTERRUPTED)


def progress_text(now: Standing, *, wide: bool) -> str:
    """How a run stands, for the end of its bar."""
    won = "not yet" if now.won is None else f"{100 * now.won:.1f} %"
    loss = "-" if math.isnan(now.loss) else f"{now.loss:.3f}"
    if wide:
        return f"{now.games:,} games, {now.decisions_per_second:,.0f} decisions/s, loss {loss}, against greedy {won}"
    return f"{short(now.games)} games, {short(now.decisions_per_second)} dec/s, loss {loss}, greedy {won}"


def short(number: float) -> str:
    """A number in four letters at most."""
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if number >= unit:
            return f"{number / unit:.0f}{name}" if number >= 10 * unit else f"{number / unit:.1f}{name}"
    return f"{number:.0f}"
