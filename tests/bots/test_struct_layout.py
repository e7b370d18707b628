"""The Cython declarations of the bots' core (.pxd) match its Python modules."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from doghouse.bots.core import choice, features, weights


def declared(module: ModuleType) -> str:
    return Path(str(module.__file__)).with_suffix(".pxd").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [choice, features, weights])
def test_declared_constants_match(module: ModuleType) -> None:
    lines = re.findall(r"^    ([A-Z_\d]+) = (-?\d+)$", declared(module), re.MULTILINE)
    found = {name: int(value) for name, value in lines}
    assert found == {name: value for name, value in vars(module).items() if name.isupper()}


@pytest.mark.parametrize("record", [choice.Choice(), choice.Choices(), choice.SevenSearch()])
def test_declared_structs_match(record: object) -> None:
    body = declared(choice).split(f"cdef struct {type(record).__name__}:")[1].split("\n\n")[0]
    found = {name: int(length or 0) for name, length in re.findall(r"(\w+)(?:\[(\d+)\])?$", body, re.MULTILINE)}
    assert found == {name: len(value) if isinstance(value, list) else 0 for name, value in vars(record).items()}
