"""Scores as tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.positions.position_set import REBUILD, PositionSet, ValuedPlay
from doghouse.positions.scoring import ScoredDecision, by_mode, compare, most_different
from doghouse.util.console import report_console, time_text

MAX_ROWS = 20  # of --each


def show(bots: Sequence[str], chosen: PositionSet, decided: Sequence[Sequence[ScoredDecision]], each: bool) -> None:
    """Print the scores and notes; ``each``: also the largest differences between two bots."""
    parts: list[RenderableType] = [_scores(bots, chosen, decided), *map(Text, notes(bots, chosen, decided))]
    if each:
        parts.append(_each(bots, *decided))
    report_console().print(Group(*parts))


def _scores(bots: Sequence[str], chosen: PositionSet, decided: Sequence[Sequence[ScoredDecision]]) -> Table:
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
    for name in ("positions", "winning chance lost", "luck", "best play", "or as good", "time"):
        table.add_column(name, justify="right", no_wrap=True)
    all_scores = [by_mode(decisions) for decisions in decided]
    for mode in all_scores[0]:
        for number, (bot, scores) in enumerate(zip(bots, all_scores, strict=True)):
            score = scores[mode]
            table.add_row(
                "" if number else mode,
                bot,
                str(score.positions),
                f"{100 * score.loss:.1f} % ± {100 * score.error:.1f}",
                f"{100 * score.luck:.1f} %",
                f"{100 * score.best:.0f} %",
                f"{100 * score.as_good:.0f} %",
                time_text(score.seconds),
            )
        table.add_section()
    return table


def notes(bots: Sequence[str], chosen: PositionSet, decided: Sequence[Sequence[ScoredDecision]]) -> Iterator[str]:
    if others := chosen.modes_of_other_nets():
        yield f"warning: values of other nets than the installed ones ({', '.join(others)}); {REBUILD}"
    yield "luck: about this much of the loss is chance, since the best plays were also the luckiest"
    for bot, decisions in zip(bots, decided, strict=True):
        missing = sum(not decision.has_value for decision in decisions)
        if missing:
            yield f"plays of {bot} without a value, estimated from similar ones: {missing}"
    if len(bots) == 2:
        difference = compare(*decided)
        better, other = bots if difference.loss < 0 else reversed(bots)
        yield (
            f"{better} loses {100 * abs(difference.loss):.1f} % ± {100 * difference.error:.1f} less than {other} "
            "on the same positions"
        )


def _each(bots: Sequence[str], first: Sequence[ScoredDecision], second: Sequence[ScoredDecision]) -> RenderableType:
    pairs = most_different(first, second)
    title = f"{len(pairs)} of {len(first)} decisions differ"
    if len(pairs) > MAX_ROWS:
        title += f"; the {MAX_ROWS} largest differences (all with --json)"
    table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False, padding=(0, 1))
    table.add_column("position", no_wrap=True)
    for name in ("best play", *bots):
        table.add_column(name, overflow="fold")
        table.add_column("wins", justify="right", no_wrap=True)
    for one, other in pairs[:MAX_ROWS]:
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


def _behind(valued: ValuedPlay) -> str:
    """Format the loss of a play with its error."""
    return "best" if valued.is_best else f"{-100 * valued.loss:+.1f} % ± {100 * valued.loss_error:.1f}"
