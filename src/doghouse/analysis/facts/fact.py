"""Something true about a play that speaks for it or against it: data, so that it can be told in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = str | int | tuple[str, ...] | tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Fact:
    """A code of the catalogue's section ``advice.fact`` and what belongs to it.

    ``owner`` is a seat and ``owners`` are seats, ``cards`` are cards, ``fields`` fields, ``marbles`` and ``places``
    pairs of owner and field, ``count`` and ``before`` numbers. ``weight`` says how telling it is, by feel: about 90
    for a marble brought into the finish, about 1 for a field on the way.
    """

    code: str
    is_pro: bool
    weight: float
    about: Mapping[str, Value] = field(default_factory=dict)


def pro(code: str, weight: float, **about: Value) -> Fact:
    return Fact(code, True, weight, about)


def con(code: str, weight: float, **about: Value) -> Fact:
    return Fact(code, False, weight, about)
