"""All facts about a choice, and which of them tell most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from doghouse.analysis.cards import card_facts
from doghouse.analysis.change import Change
from doghouse.analysis.fact import Fact, speaks_against, speaks_for
from doghouse.analysis.marbles import marble_facts
from doghouse.analysis.safety import safety_facts
from doghouse.analysis.ways import way_facts
from doghouse.rules.notation import SEATS

MOST = 3  # so many are told of each choice
ALWAYS = ("home_opponent", "home_mate", "home_own")  # told of every choice, even if all choices do the same


def play_facts(change: Change) -> tuple[Fact, ...]:
    """Everything there is to say about a play."""
    winners = tuple(seat for seat in change.rules.seats if change.after.winners >> SEATS.index(seat) & 1)
    if winners:
        return (speaks_for("wins", 0) if change.seat in winners else speaks_against("loses", 0, owners=winners),)
    return (*marble_facts(change), *way_facts(change), *safety_facts(change), *card_facts(change))


def shared(choices: Iterable[Sequence[Fact]]) -> list[Fact]:
    """The facts that are true of all choices alike, of which no more are looked at than needed."""
    common: list[Fact] | None = None
    for facts in choices:
        common = list(facts) if common is None else [fact for fact in common if fact in facts]
        if not common:
            break
    return common or []


def most_telling(facts: Iterable[Fact], common: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts about a choice that tell most; those that all choices have in common tell nothing."""
    found = sorted(facts, key=lambda fact: -fact.weight)
    own = [fact for fact in found if fact.code in ALWAYS or fact not in common]
    return tuple(own[:MOST] or found[:1])
