"""Coordinates of the fields of the board, in columns and rows of characters.

The centre is (0, 0), rows count upwards, and a field is two columns wide. A sits at the bottom. Each section is the one
before it, rotated anti-clockwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

Point = tuple[int, int]  # lattice coordinates
Cell = tuple[int, int]  # left column, row

SECTIONS = "ABCDEF"
LABELLED = (0, 4, 8, 12)  # ring fields with their number next to them


@dataclass(frozen=True)
class Geometry:
    """The cells of a board: ring and finish fields by name, four kennel places per section, and labels by field."""

    fields: Mapping[str, Cell]
    kennels: Mapping[str, tuple[Cell, ...]]
    labels: Mapping[str, Cell]

    def cells(self) -> list[Cell]:
        kennels = (cell for kennel in self.kennels.values() for cell in kennel)
        return [*self.fields.values(), *kennels, *self.labels.values()]

    @property
    def columns(self) -> range:
        columns = [column for column, _row in self.cells()]
        return range(min(columns), max(columns) + 2)

    @property
    def rows(self) -> range:
        """The rows, lowest first."""
        rows = [row for _column, row in self.cells()]
        return range(min(rows), max(rows) + 1)


@dataclass(frozen=True)
class _Shape:
    """A board, described by its first section."""

    sections: int
    start: Point
    path: tuple[Point, ...]  # directions from the start to fields 1, 2, ..., 15
    finish: tuple[Point, ...]
    kennel: tuple[Point, ...]
    label_beside: Mapping[int, Point]  # direction from a labelled field to its label
    rotate: Callable[[Point], Point]
    cell: Callable[[Point], Cell]


def _walk(start: Point, directions: Iterable[Point]) -> tuple[Point, ...]:
    """Return the points of a walk, start included."""
    points = [start]
    for dx, dy in directions:
        x, y = points[-1]
        points.append((x + dx, y + dy))
    return tuple(points)


_RIGHT, _UP, _SLANT, _DOWN = (1, 0), (0, 1), (1, 1), (0, -1)

_FOUR = _Shape(
    sections=4,
    start=(2, -10),
    path=(_UP,) * 4 + (_SLANT,) * 4 + (_RIGHT,) * 4 + (_UP,) * 3,
    finish=((1, -9), (0, -8), (0, -7), (0, -6)),
    kennel=((6, -8), (7, -8), (6, -7), (7, -7)),
    label_beside={0: _RIGHT, 4: _RIGHT, 8: _DOWN, 12: _DOWN},
    rotate=lambda point: (-point[1], point[0]),
    cell=lambda point: (2 * point[0], point[1]),
)

# On the triangular lattice a point (a, b) is a steps to the right and b steps 60 degrees up.
_EAST, _NORTH_EAST, _NORTH_WEST, _SOUTH_EAST, _SOUTH_WEST = (1, 0), (0, 1), (-1, 1), (1, -1), (0, -1)

_SIX = _Shape(
    sections=6,
    start=(10, -16),
    path=(_NORTH_EAST,) * 4 + (_EAST,) * 2 + (_NORTH_EAST,) * 2 + (_EAST,) * 4 + (_NORTH_EAST,) * 3,
    finish=_walk((10, -16), (_NORTH_WEST,) * 4)[1:],
    kennel=((13, -13), (14, -13), (13, -14), (14, -14)),
    label_beside={0: _EAST, 4: _SOUTH_EAST, 8: _SOUTH_EAST, 12: _SOUTH_WEST},
    rotate=lambda point: (-point[1], point[0] + point[1]),
    cell=lambda point: (2 * point[0] + point[1], point[1]),
)


@cache
def geometry(sections: int) -> Geometry:
    """Return the board with 4 or 6 sections."""
    shape = _FOUR if sections == 4 else _SIX
    fields: dict[str, Cell] = {}
    kennels: dict[str, tuple[Cell, ...]] = {}
    labels: dict[str, Cell] = {}
    for turns, section in enumerate(SECTIONS[: shape.sections]):

        def place(point: Point, turns: int = turns) -> Cell:
            for _ in range(turns):
                point = shape.rotate(point)
            return shape.cell(point)

        ring = _walk(shape.start, shape.path)
        fields |= {f"{section}{number}": place(point) for number, point in enumerate(ring)}
        fields |= {f"{section}+{depth}": place(point) for depth, point in enumerate(shape.finish, 1)}
        kennels[section] = tuple(place(point) for point in shape.kennel)
        for number in LABELLED:
            (x, y), (dx, dy) = ring[number], shape.label_beside[number]
            labels[f"{section}{number}"] = place((x + dx, y + dy))
    return Geometry(fields, kennels, labels)
