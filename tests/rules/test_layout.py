"""The Cython declarations of the rules' core (.pxd) match its Python modules."""

from __future__ import annotations

import re
from pathlib import Path

import doghouse
from doghouse.rules.core import layout

CORE = Path(doghouse.__file__).parent / "rules" / "core"
DECLARATIONS = (CORE / "layout.pxd").read_text(encoding="utf-8")


def struct(name: str) -> dict[str, int]:
    """The members of a struct with their lengths, 0 for a single number."""
    body = DECLARATIONS.split(f"cdef struct {name}:")[1].split("\n\n")[0]
    return {member: int(length or 0) for member, length in re.findall(r"(\w+)(?:\[(\d+)\])?$", body, re.MULTILINE)}


def lengths(record: layout.Board | layout.State) -> dict[str, int]:
    return {name: len(value) if isinstance(value, list) else 0 for name, value in vars(record).items()}


def test_declared_constants_match() -> None:
    declared = {name: int(value) for name, value in re.findall(r"^    ([A-Z_]+) = (\d+)$", DECLARATIONS, re.MULTILINE)}
    python = {name: value for name, value in vars(layout).items() if name.isupper()}
    assert declared == python


def test_declared_structs_match() -> None:
    assert struct("Board") == lengths(layout.Board())
    assert struct("State") == lengths(layout.State())


def test_step_buffer_fits_any_position() -> None:
    """Six kinds of cards at most: a joker and a seven for every marble, all swaps and four aces are more than that."""
    marbles, others = 24, 20
    joker = marbles * (13 * 2 + 1) + marbles * 7 * 2 + 4 * others + 6 + 6
    seven = marbles * 7 * 2
    ace = 6 + marbles * 4
    assert joker + seven + 4 * others + 4 * ace < layout.STEPS
