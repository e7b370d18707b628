"""``python -m tools.positions.make``: make the set of positions, or value its positions anew with other nets."""

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
from doghouse.positions.position_set import BadSet, Position, load
from doghouse.training.device import DeviceUnavailable, device_for
from doghouse.util.files import LockHeld, locked
from doghouse.util.signals import INTERRUPTED, sigterm_as_interrupt
from tools.positions.build import Making, origins_of, part_of

NO_CORE = "this needs the compiled core: install a C compiler and install doghouse again"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--nets", default="", metavar="FOLDER", help="Nets to choose and to roll out with.  [default: the shipped]"
)
@click.option("--deals", default=4096, show_default=True, type=click.IntRange(2), help="Roll-outs of each good play.")
@click.option(
    "--mode", "modes", type=click.Choice(NAMES), multiple=True, help="Only this mode (or these); others stay."
)
@click.option("--small", is_flag=True, help="Roll out with the small nets: quicker, less deep.")
@click.option("--device", type=click.Choice(["auto", "cpu", "cuda"]), default="auto", show_default=True)
@click.option("--threads", type=click.IntRange(1), help="By default one, and on a GPU as many as there are cores.")
@click.option("--seed", default="1", show_default=True, help="Of everything that is left to chance.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("positions.jsonl"),
    show_default=True,
    help="The set; what is there is replaced once the new one is whole.",
)
@click.option("--same-positions", is_flag=True, help="Keep the positions of the shipped set, and value them anew.")
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
    """Make a set of positions with deep roll-out values. Ctrl-C keeps what is done; the same command goes on."""
    if not COMPILED:
        raise click.ClickException(NO_CORE)
    chosen = _device(device)
    rolled_by = "small" if small else "net"
    try:
        home = net_folder(nets)
        fixed = load() if same_positions else None
        kept = load(out) if modes and out.exists() else None
        origins = origins_of(seed, deals, rolled_by, home, modes, fixed)
        part = part_of(out)
        part.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        with locked(part):
            making = Making(out, origins, home, _judges(chosen, home, rolled_by), fixed, kept)
            _run(making, threads or (1 if chosen == "cpu" else os.cpu_count() or 1))
    except LockHeld:
        raise click.ClickException(
            f"another command is making {out}: wait until it is done, interrupt it, or choose another file"
        ) from None
    except (InvalidNet, InvalidOption, BadSet, OSError) as error:
        raise click.ClickException(str(error)) from None


def _device(wanted: str) -> str:
    """A GPU if there is one that PyTorch can use; PyTorch itself is needed for nothing else."""
    if wanted == "cpu":
        return wanted
    try:
        return device_for(wanted)
    except ImportError:
        if wanted == "cuda":
            raise click.ClickException("a GPU is used by PyTorch: pip install 'doghouse[train]'") from None
        return "cpu"
    except DeviceUnavailable as error:
        raise click.ClickException(str(error)) from None


def _judges(device: str, home: Path | None, rolled_by: str) -> Callable[[str], Evaluator]:
    def judge(mode: str) -> Evaluator:
        nets = nets_for(mode, home)
        net = nets.small if rolled_by == "small" else nets.net
        if device == "cpu":
            return net.chances
        import torch

        from doghouse.training.device_inference import DeviceEvaluator

        return DeviceEvaluator(net, mode_named(mode), torch.device(device))

    return judge


def _run(making: Making, threads: int) -> None:
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
        task = bar.add_task("", total=len(making.names), completed=len(making.done), rolled=0)

        def report(position: Position) -> None:
            nonlocal rolled
            rolled += sum(play.deals for play in position.plays)
            bar.update(task, advance=1, rolled=rolled)

        with sigterm_as_interrupt():
            whole = making.run(threads, report)
    if not whole:
        console.print(f"Interrupted. {len(making.done)} positions are kept; the same command goes on.")
        sys.exit(INTERRUPTED)
    console.print(f"the set: {making.path}")


if __name__ == "__main__":
    make()
