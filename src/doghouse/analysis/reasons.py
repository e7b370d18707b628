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


def most_telling(choices: Sequence[Iterable[Fact]]) -> list[tuple[Fact, ...]]:
    """Of each choice the facts that tell most: above all those that are not true of all choices alike."""
    sorted_facts = [sorted(facts, key=lambda fact: -fact.weight) for facts in choices]
    found = []
    for facts in sorted_facts:
        own = [fact for fact in facts if fact.code in ALWAYS or not all(fact in others for others in sorted_facts)]
        found.append(tuple((own if own or len(choices) > 1 else facts)[:MOST] or facts[:1]))
    return found
