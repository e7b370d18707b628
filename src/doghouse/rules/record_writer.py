"""Write records: a game as text, headers then rounds, that people can read and write.

::

    Edition: xl
    Players: 4
    Teams: pairs
    Player A: Anna
    Seed: 7

    Round 1, 6 cards, D deals
    deal A: 2 3 7 9 K X
    give A: K
    A: 7 A3>A7 B2>B5
    B: 2 ?C (K)
    C: fold

``#`` after a space or at the start of a line begins a comment. A record without ``deal`` lines has no known hands and
replays on the board.
"""

from __future__ import annotations

import json
import re
from collections import UserDict
from collections.abc import Iterator, Mapping
from typing import Any

from doghouse.rules.game_state import GameState
from doghouse.rules.history import Round
from doghouse.rules.rules import EDITIONS, RULES_VERSION

STOP = "stop"
RULE_HEADERS = ("Edition", "Players", "Teams", "Exchange", "Dealer", "Variants")
VARIANTS = {
    "Canadian seven": ("canadian_seven", True),
    "no joker for the last marble": ("joker_may_finish", False),
    "quick start": ("quick_start", True),
}
# At least two characters: a single letter is a seat.
HEADER_NAME = r"[^\W\d_a-z](?:[\w\- ]*[\w\-])"
DEALS = "Deals"
AS_WRITTEN = "as written"  # the hands do not follow from the seed
OWN_HEADERS = {*RULE_HEADERS, "Seed", DEALS, "First dealer", "Position", "Result", "Rules version"}


class FreeHeaders(UserDict[str, str]):
    """The headers that users may set: names, date, event and the like."""

    def __setitem__(self, name: str, value: str) -> None:
        if not re.fullmatch(HEADER_NAME, name):
            raise ValueError(
                f"invalid header name {name!r}: it must begin with a capital and have letters, digits and spaces"
            )
        if name in OWN_HEADERS and name != "Edition":
            raise ValueError(f"header {name!r} is reserved")
        if name == "Edition" and value not in EDITIONS:
            raise ValueError(f"header Edition must be one of {', '.join(EDITIONS)}, not {value!r}")
        super().__setitem__(name, value)


def write(state: GameState, headers: Mapping[str, str]) -> str:
    lines = [f"{name}: {_one_line(value)}" for name, value in _headers(state, headers)]
    for played in state.rounds:
        lines += ["", *_round(state, played)]
    if state.stopped:
        lines.append(STOP)
    return "\n".join(lines) + "\n"


def _one_line(value: object) -> str:
    """Return a header value, quoted if a line cannot hold it."""
    text = str(value)
    plain = text == text.strip() and text.isprintable() and " #" not in text and text[:1] not in ('"', "#")
    return text if plain else json.dumps(text)


def _headers(state: GameState, headers: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    rules = state.rules
    yield from headers.items()
    yield "Rules version", RULES_VERSION
    yield "Players", rules.players
    yield "Teams", rules.teams
    yield "Exchange", rules.exchange
    yield "Dealer", rules.dealer
    variants = [name for name, (field, value) in VARIANTS.items() if getattr(rules, field) is value]
    if variants:
        yield "Variants", ", ".join(variants)
    yield "First dealer", state.first_dealer
    if state.hands_known:
        yield "Seed", state.chance.seed
    if not state.deals_follow:
        yield DEALS, AS_WRITTEN
    if state.began_at is not None:
        yield "Position", json.dumps(state.began_at, separators=(",", ":"))
    yield "Result", result(state)


def result(state: GameState) -> str:
    """Return the winners, or ``*`` while the game goes on."""
    if state.outcome is None:
        return "*"
    winners = "+".join(state.outcome.winners)
    return winners if state.outcome.reason == "finished" else f"{winners} stopped"


def _round(state: GameState, played: Round) -> Iterator[str]:
    if played.cards:
        yield f"Round {played.number}, {played.cards} cards, {played.dealer} deals"
        for seat, hand in (played.hands or {}).items():
            yield f"deal {seat}: {' '.join(hand)}"
    for seat, card in played.given.items():
        if state.rules.exchange == "draw":
            yield f"draw {state.rules.receiver(seat)}: {card}"
        else:
            yield f"give {seat}: {card}"
    for turn in played.turns:
        yield f"{turn.seat}: {turn.play}" + (f" ({turn.taken})" if turn.taken else "")
