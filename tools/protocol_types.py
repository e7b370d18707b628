"""Write the TypeScript types of all messages and HTTP bodies that the page sends or receives.

``python -m tools.protocol_types`` writes ``src/doghouse/web/app/protocol.d.ts``; a test fails when that file is stale.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect

from doghouse.rules.rules import Rules
from doghouse.server.http import practice
from doghouse.server.protocol import http_bodies, incoming, outgoing
from doghouse.server.protocol.phrases import Phrase
from doghouse.server.tables import replay

FILE = Path(__file__).parents[1] / "src" / "doghouse" / "web" / "app" / "protocol.d.ts"
COMMAND = "python -m tools.protocol_types"

UNIONS: dict[str, UnionType] = {
    "ClientMessage": incoming.ClientMessage,
    "ServerMessage": outgoing.ServerMessage,
    "VisibleEvent": outgoing.VisibleEvent,
}
ALIASES = {"Seat": incoming.SeatName, "Card": incoming.Card, "Phrase": Phrase}
BODIES = (http_bodies, practice, replay)

# Fields that are plain dictionaries in Python, by name.
TYPES_OF_FIELDS = {"rules": "Rules", "view": "GameView", "result": "Outcome", "position": "Position"}

# The JSON of doghouse.rules; tests compare its fields with a game.
GAME_TYPES = """
/** The marbles of each seat, as fields in notation. */
export type Marbles = Record<string, string[]>;

/** The end of a game. */
export interface Outcome {
  winners: string[];
  reason: "finished" | "stopped";
  standings: { team: string[]; finished: number; to_go: number }[];
}

/** What a seat or a spectator may know of a game; the optional fields are those of a seat. */
export interface GameView {
  rules: Rules;
  marbles: Marbles;
  turn: string | null;
  phase: "give" | "play" | "over";
  round: number;
  dealt: number;
  dealer: string | null;
  starter: string;
  next_deal: number;
  cards: Record<string, number>;
  has_given: string[];
  laid_down: Record<string, string[]>;
  seen: Record<string, number>;
  stock: number;
  seven: { card: string; left: number; first_done?: string } | null;
  last: { seat: string; play: string } | null;
  outcome: Outcome | null;
  seat?: string;
  hand?: string[];
  gave?: string | null;
  received?: string | null;
  known?: unknown;
}

/** A position to practise on; the other fields of a position have defaults. */
export interface Position {
  rules: Partial<Rules>;
  marbles: Marbles;
  hands: Record<string, string[]>;
  turn: string;
  phase: "give" | "play";
}
"""


def type_text(kind: inspect.Type) -> str:
    """Return a type as TypeScript."""
    match kind:
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
        case inspect.LiteralType(values=values):
            aliases = [name for name, literal in ALIASES.items() if set(get_args(literal)) == set(values)]
            return aliases[0] if aliases else " | ".join(json.dumps(value) for value in sorted(values, key=str))
        case inspect.UnionType(types=types):
            if all(isinstance(part, inspect.StructType) for part in types):
                return "VisibleEvent"
            return " | ".join(sorted(map(type_text, types), key="null".__eq__))
        case inspect.DictType(value_type=value):
            return f"Record<string, {type_text(value)}>"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            text = type_text(item)
            return f"({text})[]" if "|" in text else f"{text}[]"
        case inspect.StructType(cls=cls):
            return cls.__name__
    raise TypeError(f"no TypeScript for {kind!r}")


def field_text(field: inspect.Field, may_be_absent: bool) -> str:
    text = type_text(field.type)
    if field.encode_name in TYPES_OF_FIELDS:
        known = TYPES_OF_FIELDS[field.encode_name]
        text = text.replace("Record<string, unknown>", known if field.required else f"Partial<{known}>")
    if text == "Record<string, string[]>" and field.encode_name in ("marbles", "beginning"):
        text = "Marbles"
    return f"  {field.encode_name}{'?' if may_be_absent and not field.required else ''}: {text};"


def interface(struct: type[msgspec.Struct]) -> str:
    """Return a struct as an interface."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    # A client may leave out a default; the server does so where the struct says it.
    may_be_absent = info.forbid_unknown_fields or struct.__struct_config__.omit_defaults
    tag = [f'  {info.tag_field}: "{info.tag}";'] if info.tag is not None else []
    fields = [*tag, *(field_text(field, may_be_absent) for field in info.fields)]
    return "\n".join([f"export interface {struct.__name__} {{", *fields, "}"])


def rules_interface() -> str:
    hints = get_type_hints(Rules)
    fields = [
        f"  {field.name}: {type_text(inspect.type_info(hints[field.name]))};" for field in dataclasses.fields(Rules)
    ]
    return "\n".join(["/** The rules of a game. */", "export interface Rules {", *fields, "}"])


def structs() -> list[type[msgspec.Struct]]:
    """Return every struct of the protocol and of the bodies, in the order in which they appear."""
    found: dict[type[msgspec.Struct], None] = {}

    def add(kind: Any) -> None:
        match kind:
            case inspect.StructType(cls=cls, fields=fields):
                if cls in found:
                    return
                found[cls] = None
                for field in fields:
                    add(field.type)
            case inspect.UnionType(types=types):
                for part in types:
                    add(part)
            case inspect.DictType(value_type=value):
                add(value)
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                add(item)

    for union in UNIONS.values():
        for part in get_args(union):
            add(inspect.type_info(part))
    for module in BODIES:
        for value in list(vars(module).values()):
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__:
                add(inspect.type_info(value))
    return list(found)


def union_text(name: str, members: list[str]) -> str:
    return "\n".join([f"export type {name} =", *(f"  | {member}" for member in members)]) + ";"


def protocol_types() -> str:
    """Return the whole file."""
    parts = [
        f"// Generated from the msgspec structs of the server by {COMMAND}. Do not edit.",
        rules_interface(),
        GAME_TYPES.strip(),
        *(union_text(name, [json.dumps(value) for value in get_args(literal)]) for name, literal in ALIASES.items()),
        *(interface(struct) for struct in structs()),
        *(union_text(name, [part.__name__ for part in get_args(union)]) for name, union in UNIONS.items()),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(protocol_types(), encoding="utf-8")
    print(f"wrote {FILE}")
