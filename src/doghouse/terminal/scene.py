"""What the board and the panel show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from doghouse.rules.game import Game
from doghouse.rules.rules import Rules

Marbles = Mapping[str, list[str]]


@dataclass(frozen=True)
class Scene:
    rules: Rules
    marbles: Marbles
    round: int
    deal: int
    dealer: str
    starter: str
    next_deal: int
    turn: str | None
    cards_left: Mapping[str, int]
    laid_down: frozenset[str]
    last: tuple[str, str] | None = None  # the seat that played last and its card, such as X=7
    latest: Mapping[str, str] = field(default_factory=dict)  # last card of each seat in this round


def scene_from_game(game: Game, latest: Mapping[str, str] | None = None) -> Scene:
    return scene_from_view(game.view(None), latest)


def scene_from_view(view: Mapping[str, Any], latest: Mapping[str, str] | None = None) -> Scene:
    last = view["last"]
    return Scene(
        rules=Rules.from_json(view["rules"]),
        marbles=view["marbles"],
        round=view["round"],
        deal=view["dealt"],
        dealer=view["dealer"],
        starter=view["starter"],
        next_deal=view["next_deal"],
        turn=view["turn"],
        cards_left=view["cards"],
        laid_down=frozenset(view["laid_down"]),
        last=None if last is None else (last["seat"], last["play"].split()[0]),
        latest=dict(latest or {}),
    )


def owners(marbles: Marbles) -> dict[str, str]:
    """Map each occupied field of the ring and the finishes to the owner of its marble."""
    return {name.rstrip("!"): seat for seat, fields in marbles.items() for name in fields if not name.endswith("-")}
