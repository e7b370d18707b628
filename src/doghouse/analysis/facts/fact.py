"""A fact about a play, for or against it, as data that can be shown in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = str | int | tuple[str, ...] | tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Fact:
    """A code of the catalogue's section ``advice.fact`` with its values.

    Values: ``owner`` (a seat), ``owners`` (seats), ``cards``, ``fields``, ``marbles`` and ``places`` (pairs of owner
    and field), ``count`` and ``before`` (numbers). ``weight`` ranks facts, by rule of thumb: about 90 for a marble
    brought into the finish, about 1 for a field of progress.
    """

    code: str
    is_pro: bool
    weight: float
    about: Mapping[str, Value] = field(default_factory=dict)


def pro(code: str, weight: float, **about: Value) -> Fact:
    return Fact(code, True, weight, about)


def con(code: str, weight: float, **about: Value) -> Fact:
    return Fact(code, False, weight, about)
