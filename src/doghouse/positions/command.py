"""``doghouse positions``."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from doghouse.bots.modes import NAMES
from doghouse.bots.modes import mode as mode_named
from doghouse.bots.registry import UnknownBot, check_spec
from doghouse.positions import report
from doghouse.positions.position_set import SHIPPED, InvalidPositionSet, PositionSet, load
from doghouse.positions.scoring import BotError, ScoredDecision, by_mode, compare, decide_all


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option("--mode", "modes", type=click.Choice(NAMES), multiple=True, help="Only this mode; may be repeated.")
@click.option("--each", is_flag=True, help="With two bots: list where their decisions differ most.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON with every decision.")
@click.option(
    "--set",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=SHIPPED,
    help="Position set to use instead of the shipped one (built in a checkout: python -m tools.positions.make).",
)
def positions(bots: tuple[str, ...], modes: tuple[str, ...], each: bool, as_json: bool, path: Path) -> None:
    """Score bots on a fixed set of positions whose plays have deep roll-out values.

    doghouse positions greedy neural:nets=training-4-pairs --mode 4-pairs --each
    """
    if each and len(bots) != 2:
        raise click.UsageError(f"--each compares two bots, not {len(bots)}")
    try:
        chosen = load(path).only(modes)
        if not chosen.positions:
            raise InvalidPositionSet(f"{path}: no positions of {', '.join(modes) or 'any mode'}")
        for bot in bots:
            for mode in chosen.origins:
                check_spec(bot, mode_named(mode).rules)
        decided = _decide(bots, chosen)
    except (UnknownBot, InvalidPositionSet, BotError) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(_data(bots, chosen, decided), indent=2, ensure_ascii=False))
    else:
        report.show(bots, chosen, decided, each)


def _decide(bots: tuple[str, ...], chosen: PositionSet) -> list[list[ScoredDecision]]:
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("[bold]{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        tasks = [(bot, bar.add_task(bot, total=len(chosen.positions))) for bot in bots]
        return [list(bar.track(decide_all(bot, chosen.positions), task_id=task)) for bot, task in tasks]


def _data(bots: tuple[str, ...], chosen: PositionSet, decided: list[list[ScoredDecision]]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "set": {
            "modes": {mode: asdict(origin) for mode, origin in chosen.origins.items()},
            "sha256": chosen.sha256,
            "of_other_nets": chosen.modes_of_other_nets(),
        },
        "bots": [
            {
                "name": bot,
                "scores": {mode: asdict(score) for mode, score in by_mode(decisions).items()},
                "decisions": [decision.to_json() for decision in decisions],
            }
            for bot, decisions in zip(bots, decided, strict=True)
        ],
    }
    if len(bots) == 2:
        data["difference"] = asdict(compare(*decided))
    return data
