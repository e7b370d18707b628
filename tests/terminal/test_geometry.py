"""The drawn board: nothing overlaps, all sections are alike, and the ring is a ring."""

import math
from itertools import pairwise

import pytest

from doghouse.terminal.geometry import SECTIONS, Cell, geometry

BOARDS = pytest.mark.parametrize("sections", [4, 6])


def ring(sections: int) -> list[Cell]:
    place = geometry(sections)
    return [place.fields[f"{section}{number}"] for section in SECTIONS[:sections] for number in range(16)]


def position(cell: Cell, sections: int) -> complex:
    """A cell in the plane; on the board for six, rows have the distance of the lattice."""
    column, row = cell
    return complex(column / 2, row if sections == 4 else row * math.sqrt(3) / 2)


@BOARDS
def test_the_board_has_all_its_fields(sections: int) -> None:
    place = geometry(sections)
    assert len(place.fields) == sections * 20
    assert [len(kennel) for kennel in place.kennels.values()] == [4] * sections


@BOARDS
def test_no_two_things_share_a_character(sections: int) -> None:
    place = geometry(sections)
    characters = [(column + half, row) for column, row in place.cells() for half in (0, 1)]
    assert len(set(characters)) == len(characters)


@BOARDS
def test_every_section_is_the_one_before_it_turned_anti_clockwise(sections: int) -> None:
    place = geometry(sections)
    turn = complex(math.cos(2 * math.pi / sections), math.sin(2 * math.pi / sections))
    everything = {
        **place.fields,
        **{f"{seat}-{number}": cell for seat, kennel in place.kennels.items() for number, cell in enumerate(kennel)},
        **{f"{name[0]}={name[1:]}": cell for name, cell in place.labels.items()},
    }
    for name, cell in everything.items():
        following = SECTIONS[(SECTIONS.index(name[0]) + 1) % sections] + name[1:]
        assert abs(position(cell, sections) * turn - position(everything[following], sections)) < 1e-9, name


@BOARDS
def test_fields_that_follow_each_other_are_neighbours(sections: int) -> None:
    fields = ring(sections)
    for here, there in zip(fields, fields[1:] + fields[:1], strict=True):
        distance = abs(position(here, sections) - position(there, sections))
        assert distance <= (math.sqrt(2) if sections == 4 else 1) + 1e-9


@BOARDS
def test_the_finish_leads_from_the_start_inwards(sections: int) -> None:
    place = geometry(sections)
    for section in SECTIONS[:sections]:
        way = [place.fields[f"{section}0"], *(place.fields[f"{section}+{depth}"] for depth in range(1, 5))]
        points = [position(cell, sections) for cell in way]
        assert all(abs(there - here) < 1.5 for here, there in pairwise(points))
        assert [abs(point) for point in points] == sorted((abs(point) for point in points), reverse=True)


def test_the_seats_are_where_the_players_expect_them() -> None:
    starts = {seat: geometry(4).fields[f"{seat}0"] for seat in "ABCD"}
    assert starts["A"][1] == min(row for _column, row in starts.values())
    assert starts["B"][0] == max(column for column, _row in starts.values())
    assert geometry(4).fields["A+4"] == (0, -6)


@pytest.mark.parametrize(("sections", "columns", "rows"), [(4, 42, 21), (6, 58, 33)])
def test_the_board_is_small_enough_for_a_panel_beside_it(sections: int, columns: int, rows: int) -> None:
    place = geometry(sections)
    assert (len(place.columns), len(place.rows)) == (columns, rows)
