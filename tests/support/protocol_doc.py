"""docs/protocol.md as data: its sections, tables of fields and examples; and types in the words of that page."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from doghouse.server.protocol import incoming
from doghouse.server.protocol.phrases import PHRASES

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
CLOSED = {
    frozenset(get_args(incoming.SeatName)): "seat",
    frozenset(get_args(incoming.Card)): "card",
    frozenset(PHRASES): "phrase",
}


@dataclass(frozen=True)
class Section:
    """A heading of the third level with what stands below it."""

    title: str
    text: str

    @property
    def examples(self) -> list[str]:
        return re.findall(r"^```json\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)

    def table(self, first: str) -> list[list[str]]:
        """The rows of the table whose first column has this name; links are read as their words."""
        found: list[list[str]] = []
        inside = False
        for line in self.text.splitlines():
            cells = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell.strip()) for cell in line.split("|")[1:-1]]
            if not cells:
                inside = False
            elif cells[0] == first:
                inside = True
            elif inside and set(cells[0]) != {"-"}:
                found.append(cells)
        return found

    @property
    def fields(self) -> dict[str, str]:
        """The fields in the table below the heading, with their types."""
        return {row[0].strip("`"): row[1] for row in self.table("field")}


class Page:
    def __init__(self, text: str) -> None:
        self.text = text
        self._parts = {}
        for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            title, _newline, rest = part.partition("\n")
            self._parts[title] = rest

    def part(self, title: str) -> Section:
        """All below a heading of the second level."""
        return Section(title, self._parts[title])

    def sections(self, title: str) -> dict[str, Section]:
        """The sections of a part, by their headings without the marks of code."""
        found = {}
        for part in re.split(r"^### ", self._parts[title], flags=re.MULTILINE)[1:]:
            heading, _newline, rest = part.partition("\n")
            name = heading.strip().strip("`")
            assert name not in found, name
            found[name] = Section(name, rest)
        return found

    @property
    def session(self) -> list[tuple[str, str]]:
        """The worked session: the sign at the beginning of each line, and what follows it, also on further lines."""
        (block,) = re.findall(r"^```session\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)
        joined = re.sub(r"\n +", " ", block)
        return [(line[0], line[1:].strip()) for line in joined.splitlines()]


def fields_of(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The fields of a message with their types, in the words of the page."""
    return {field.encode_name: field_text(field) for field in described(struct).fields}


def described(struct: type[msgspec.Struct]) -> inspect.StructType:
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType)
    return found


def field_text(field: inspect.Field) -> str:
    text = type_text(field.type)
    if field.required:
        return text
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"{text}; optional" if default is None else f"{text}; optional, `{json.dumps(default)}`"


def type_text(kind: inspect.Type) -> str:
    """What may stand in a field."""
    match kind:
        case inspect.StrType(max_length=most, min_length=least):
            if most is None:
                return "text"
            return f"text, {least} to {most}" if least else f"text, at most {most}"
        case inspect.IntType():
            return "number"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "anything"
        case inspect.LiteralType(values=values):
            return CLOSED.get(frozenset(values)) or _in_order(values)
        case inspect.UnionType(types=types):
            structs = [found for found in types if isinstance(found, inspect.StructType)]
            if len(structs) == len(types):
                return "an event"
            return " or ".join(sorted(map(type_text, types), key="null".__eq__))
        case inspect.DictType(value_type=value):
            return f"object of {type_text(value)}"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"list of {type_text(item)}"
        case inspect.StructType(cls=cls, tag=tag):
            return f"`{cls.__name__}`" if tag is None else f"`{tag}`"
    raise AssertionError(f"the page has no words for {kind}")


def _in_order(values: tuple[Any, ...]) -> str:
    named = [f"`{value}`" for value in sorted(values)]
    return f"{', '.join(named[:-1])} or {named[-1]}"


def structs_in(struct: type[msgspec.Struct]) -> set[type[msgspec.Struct]]:
    """The plain structs that the fields of a message are made of; messages and events stand for themselves."""
    found: set[type[msgspec.Struct]] = set()

    def look(kind: inspect.Type) -> None:
        if isinstance(kind, inspect.StructType):
            if kind.tag is None:
                found.add(kind.cls)
            return
        for part in ("item_type", "value_type"):
            if hasattr(kind, part):
                look(getattr(kind, part))
        for member in getattr(kind, "types", ()):
            look(member)

    for field in described(struct).fields:
        look(field.type)
    return found


def tags(union: Any) -> dict[str, type[msgspec.Struct]]:
    """The members of a closed union by the names they have in messages."""
    return {str(member.__struct_config__.tag): member for member in get_args(union)}
