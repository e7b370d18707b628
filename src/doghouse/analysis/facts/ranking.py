"""All facts about a choice, and which of them tell most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from doghouse.analysis.facts.blocking import blocking_facts
from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.hand_facts import hand_facts
from doghouse.analysis.facts.marble_facts import marble_facts
from doghouse.analysis.facts.play_diff import PlayDiff
from doghouse.analysis.facts.safety import safety_facts
from doghouse.rules.notation import SEATS

MAX_FACTS = 3  # so many are told of each choice
MAX_BOARD_FACTS = 2  # of these, so many are about the board if there is so much to say about it
ALWAYS = ("home_opponent", "home_mate", "home_own")  # told of every choice, even if all choices do the same
HAND = (
    "spends_joker",
    "wastes_joker",
    "last_joker",
    "last_start_card",
    "spends_start_card",
    "takes",
    "takes_last",
    "stuck",
    "ready",
    "gives_start",
    "gives_entering",
)
KEEPS = ("keeps",)  # true of nearly every play, so told where a place is left


def play_facts(diff: PlayDiff) -> tuple[Fact, ...]:
    """Everything there is to say about a play."""
    winners = tuple(seat for seat in diff.rules.seats if diff.after.winners >> SEATS.index(seat) & 1)
    if winners:
        return (pro("wins", 0) if diff.seat in winners else con("loses", 0, owners=winners),)
    return (*marble_facts(diff), *blocking_facts(diff), *safety_facts(diff), *hand_facts(diff))


def shared_facts(choices: Iterable[Sequence[Fact]]) -> list[Fact]:
    """The facts that are true of all choices alike, of which no more are looked at than needed."""
    common: list[Fact] | None = None
    for facts in choices:
        common = list(facts) if common is None else [fact for fact in common if fact in facts]
        if not common:
            break
    return common or []


def strongest_facts(facts: Iterable[Fact], common: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts about a choice that tell most, first the board and then the hand.

    Those that all choices have in common tell nothing.
    """
    found = sorted(facts, key=_order)
    own = [fact for fact in found if fact.code in ALWAYS or fact not in common]
    board = [fact for fact in own if _group(fact) == 0]
    others = sorted(
        board[MAX_BOARD_FACTS:] + [fact for fact in own if _group(fact) == 1], key=lambda fact: -fact.weight
    )
    told = [*board[:MAX_BOARD_FACTS], *others, *(fact for fact in own if _group(fact) == 2)][:MAX_FACTS]
    return tuple(sorted(told, key=_order) or found[:1])


def _order(fact: Fact) -> tuple[int, float]:
    return _group(fact), -fact.weight


def _group(fact: Fact) -> int:
    """What happens to marbles comes before what happens to cards, and what does not happen comes last."""
    return 2 if fact.code in KEEPS else 1 if fact.code in HAND else 0
