"""Group options so that they fit a short numbered list.

Options are grouped by card, then by what a joker stands for, then by marble; only the largest groups are collapsed.
What cannot be grouped any further is shown page by page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from doghouse.rules.notation import Play
from doghouse.rules.options import Option

MAX_LINES = 15


@dataclass(frozen=True)
class Line:
    """A line of the list: one option, or a group to expand."""

    options: tuple[Option, ...]
    group: Literal["", "card", "head", "marble", "more"] = ""
    key: str = ""


def group_options(options: Sequence[Option], limit: int = MAX_LINES) -> list[Line]:
    """Return at most ``limit`` lines that lead to all options."""
    single = [Line((option,)) for option in options]
    if len(single) <= limit:
        return single
    for name, key in _GROUPINGS:
        groups = _grouped(options, key)
        if len(groups) > 1:
            lines = _collapse(name, groups, limit)
            return lines if len(lines) <= limit else _page(lines, options, limit)
    return _page(single, options, limit)


def _collapse(name: Literal["card", "head", "marble"], groups: dict[str, list[Option]], limit: int) -> list[Line]:
    """Collapse the largest groups, those of equal size together, until the list is short enough."""
    largest = limit
    for size in sorted({len(group) for group in groups.values()}, reverse=True):
        largest = size
        if sum(1 if len(group) > size else len(group) for group in groups.values()) <= limit:
            break
        largest = 1
    lines: list[Line] = []
    for key, group in groups.items():
        if len(group) > largest:
            lines.append(Line(tuple(group), name, key))
        else:
            lines += [Line((option,)) for option in group]
    return lines


def _page(lines: list[Line], options: Sequence[Option], limit: int) -> list[Line]:
    """Return the first lines, and one that leads to the rest."""
    shown = lines[: limit - 1]
    seen = {option for line in shown for option in line.options}
    return [*shown, Line(tuple(option for option in options if option not in seen), "more")]


def _grouped(options: Iterable[Option], key: Callable[[Option], str]) -> dict[str, list[Option]]:
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(key(option), []).append(option)
    return groups


def card_of(option: Option) -> str:
    return head_of(option).split("=")[0]


def head_of(option: Option) -> str:
    return option.play.split()[0]


def source_of(option: Option) -> str:
    """The field of the marble that an option moves."""
    moves = Play.parse(option.play).moves
    return moves[-1].source if moves else ""


_GROUPINGS: tuple[tuple[Literal["card", "head", "marble"], Callable[[Option], str]], ...] = (
    ("card", card_of),
    ("head", head_of),
    ("marble", source_of),
)
