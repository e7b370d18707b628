"""``python -m tools.positions.make``: build the position set, or value its positions again with other nets."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from doghouse import COMPILED
from doghouse.bots.bot import InvalidOption
from doghouse.bots.modes import NAMES
from doghouse.bots.modes import mode as mode_named
from doghouse.bots.nets.inference import InvalidNet, net_folder, nets_for
from doghouse.bots.rollout import Evaluator
from doghouse.positions.position_set import InvalidPositionSet, Position, load
from doghouse.training.device import DeviceUnavailable, device_for
from doghouse.util.files import LockHeld, locked
from doghouse.util.signals import INTERRUPTED, sigterm_as_interrupt
from tools.positions.build import SetBuilder, origins_of, part_file

NO_CORE = "building positions needs the compiled core: install a C compiler and reinstall doghouse"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--nets", default="", metavar="FOLDER", help="Nets that select and roll out.  [default: the shipped ones]"
)
@click.option("--deals", default=4096, show_default=True, type=click.IntRange(2), help="Roll-outs per good play.")
@click.option(
    "--mode", "modes", type=click.Choice(NAMES), multiple=True, help="Only this mode; may be repeated. Others are kept."
)
@click.option("--small", is_flag=True, help="Roll out with the small nets: faster, less accurate.")
@click.option("--device", type=click.Choice(["auto", "cpu", "cuda"]), default="auto", show_default=True)
@click.option("--threads", type=click.IntRange(1), help="Number of threads.  [default: 1; with a GPU, one per core]")
@click.option("--seed", default="1", show_default=True, help="Random seed.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("positions.jsonl"),
    show_default=True,
    help="File to write; an existing one is replaced when the new one is complete.",
)
@click.option("--same-positions", is_flag=True, help="Value the positions of the shipped set again.")
def make(
    nets: str,
    deals: int,
    modes: tuple[str, ...],
    small: bool,
    device: str,
    threads: int | None,
    seed: str,
    out: Path,
    same_positions: bool,
) -> None:
    """Build a set of positions with deep roll-out values. After Ctrl-C, the same command resumes."""
    if not COMPILED:
        raise click.ClickException(NO_CORE)
    chosen = _device(device)
    rolled_by = "small" if small else "net"
    try:
        home = net_folder(nets)
        fixed = load() if same_positions else None
        kept = load(out) if modes and out.exists() else None
        origins = origins_of(seed, deals, rolled_by, home, modes, fixed)
        part = part_file(out)
        part.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        with locked(part):
            builder = SetBuilder(out, origins, home, _evaluators(chosen, home, rolled_by), fixed, kept)
            _run(builder, threads or (1 if chosen == "cpu" else os.cpu_count() or 1))
    except LockHeld:
        raise click.ClickException(
            f"another command is building {out}: wait for it, interrupt it, or choose another file"
        ) from None
    except (InvalidNet, InvalidOption, InvalidPositionSet, OSError) as error:
        raise click.ClickException(str(error)) from None


def _device(name: str) -> str:
    """Return the device; without PyTorch, which only a GPU needs, the CPU."""
    if name == "cpu":
        return name
    try:
        return device_for(name)
    except ImportError:
        if name == "cuda":
            raise click.ClickException("a GPU needs PyTorch: pip install 'doghouse[train]'") from None
        return "cpu"
    except DeviceUnavailable as error:
        raise click.ClickException(str(error)) from None


def _evaluators(device: str, home: Path | None, rolled_by: str) -> Callable[[str], Evaluator]:
    def evaluator_for(mode: str) -> Evaluator:
        nets = nets_for(mode, home)
        net = nets.small if rolled_by == "small" else nets.net
        if device == "cpu":
            return net.chances
        import torch

        from doghouse.training.device_inference import DeviceEvaluator

        return DeviceEvaluator(net, mode_named(mode), torch.device(device))

    return evaluator_for


def _run(builder: SetBuilder, threads: int) -> None:
    console = Console(stderr=True)
    bar = Progress(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("positions"),
        TextColumn("{task.fields[rolled]:,} roll-outs"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )
    rolled = 0
    with bar:
        task = bar.add_task("", total=len(builder.names), completed=len(builder.done), rolled=0)

        def report(position: Position) -> None:
            nonlocal rolled
            rolled += sum(play.deals for play in position.plays)
            bar.update(task, advance=1, rolled=rolled)

        with sigterm_as_interrupt():
            complete = builder.run(threads, report)
    if not complete:
        console.print(f"Interrupted with {len(builder.done)} positions saved. Run the same command to resume.")
        sys.exit(INTERRUPTED)
    console.print(f"position set: {builder.path}")


if __name__ == "__main__":
    make()
