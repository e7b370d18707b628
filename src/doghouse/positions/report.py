"""The scores, to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.positions.position_set import ANEW, PositionSet, Valued
from doghouse.positions.provenance import of_other_nets
from doghouse.positions.scoring import Decided, Score, by_mode, compare, most_different
from doghouse.util.console import report_console, time_text

MOST_LISTED = 20  # positions that two bots decided differently


def show(bots: Sequence[str], chosen: PositionSet, decided: Sequence[Sequence[Decided]], each: bool) -> None:
    """Print it; into a file or a pipe as wide as it wants to be."""
    parts: list[RenderableType] = [_scores(bots, chosen, decided), *map(Text, notes(bots, chosen, decided))]
    if each:
        parts.append(_each(bots, *decided))
    report_console().print(Group(*parts))


def _scores(bots: Sequence[str], chosen: PositionSet, decided: Sequence[Sequence[Decided]]) -> Table:
    deals = sorted({origin.deals for origin in chosen.origins.values()})
    rolled = " to ".join(f"{number:,}" for number in dict.fromkeys([deals[0], deals[-1]]))
    small = ", ".join(mode for mode, origin in chosen.origins.items() if origin.rolled_by == "small")
    by_small = f" (by the small nets: {small})" if small else ""
    title = (
        f"{len(chosen.positions)} positions, {rolled} roll-outs of each good play{by_small}, set {chosen.sha256[:8]}"
    )
    table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False, padding=(0, 1))
    table.add_column("mode")
    table.add_column("bot", overflow="fold")
    for name in ("positions", "lost of winning chance", "luck", "best play", "or as good", "time"):
        table.add_column(name, justify="right", no_wrap=True)
    scores = [by_mode(found) for found in decided]
    for mode in scores[0]:
        for number, (bot, found) in enumerate(zip(bots, scores, strict=True)):
            table.add_row("" if number else mode, bot, *_cells(found[mode]))
        table.add_section()
    return table


def _cells(score: Score) -> list[str]:
    return [
        str(score.positions),
        f"{100 * score.loss:.1f} % ± {100 * score.error:.1f}",
        f"{100 * score.luck:.1f} %",
        f"{100 * score.best:.0f} %",
        f"{100 * score.as_good:.0f} %",
        time_text(score.seconds),
    ]


def notes(bots: Sequence[str], chosen: PositionSet, decided: Sequence[Sequence[Decided]]) -> Iterator[str]:
    """What the table does not say."""
    others = of_other_nets(chosen)
    if others:
        yield f"warning: this set has values of other nets than those installed ({', '.join(others)}); {ANEW}"
    yield "luck: about so much is lost by chance, since the best plays were also the luckiest"
    for bot, found in zip(bots, decided, strict=True):
        missing = sum(not one.has_value for one in found)
        if missing:
            yield f"plays of {bot} without a value of their own, counted as the mean of others like them: {missing}"
    if len(bots) == 2:
        difference = compare(*decided)
        less = difference.loss < 0
        better, other = bots if less else (bots[1], bots[0])
        yield (
            f"{better} loses {100 * abs(difference.loss):.1f} % ± {100 * difference.error:.1f} less than {other} "
            "on the same positions"
        )


def _each(bots: Sequence[str], first: Sequence[Decided], second: Sequence[Decided]) -> RenderableType:
    pairs = most_different(first, second)
    title = f"{len(pairs)} of {len(first)} positions were decided differently"
    if len(pairs) > MOST_LISTED:
        title += f"; the {MOST_LISTED} where it matters most (all with --json)"
    table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False, padding=(0, 1))
    table.add_column("position", no_wrap=True)
    for name in ("best play", *bots):
        table.add_column(name, overflow="fold")
        table.add_column("wins", justify="right", no_wrap=True)
    for one, other in pairs[:MOST_LISTED]:
        best = one.position.best
        table.add_row(
            f"{one.position.name} {one.position.seat}",
            best.play,
            f"{100 * best.value:.1f} % ± {100 * best.error:.1f}",
            one.play,
            _behind(one.valued),
            other.play,
            _behind(other.valued),
        )
    return table


def _behind(valued: Valued) -> str:
    """A value next to the best one, with the error of the difference."""
    return "best" if valued.is_best else f"{-100 * valued.loss:+.1f} % ± {100 * valued.loss_error:.1f}"
