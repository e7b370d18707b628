"""Collect the facts about a choice and pick the strongest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from doghouse.analysis.facts.blocking import blocking_facts
from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.hand_facts import hand_facts
from doghouse.analysis.facts.marble_facts import marble_facts
from doghouse.analysis.facts.play_diff import PlayDiff
from doghouse.analysis.facts.safety import safety_facts
from doghouse.rules.notation import SEATS

MAX_FACTS = 3  # shown for each choice
MAX_BOARD_FACTS = 2  # of these, about the board
ALWAYS = ("home_opponent", "home_mate", "home_own")  # shown even if true of all choices
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


def play_facts(diff: PlayDiff) -> tuple[Fact, ...]:
    winners = tuple(seat for seat in diff.rules.seats if diff.after.winners >> SEATS.index(seat) & 1)
    if winners:
        return (pro("wins", 0) if diff.seat in winners else con("loses", 0, owners=winners),)
    return (*marble_facts(diff), *blocking_facts(diff), *safety_facts(diff), *hand_facts(diff))


def shared_facts(choices: Iterable[Sequence[Fact]]) -> list[Fact]:
    """Return the facts that are true of all choices."""
    common: list[Fact] | None = None
    for facts in choices:
        common = list(facts) if common is None else [fact for fact in common if fact in facts]
        if not common:
            break
    return common or []


def strongest_facts(facts: Iterable[Fact], common: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the strongest facts about a choice that not all choices share, board first, then hand."""
    ranked = sorted(facts, key=_order)
    own = [fact for fact in ranked if fact.code in ALWAYS or fact not in common]
    board = [fact for fact in own if _group(fact) == 0]
    others = sorted(
        board[MAX_BOARD_FACTS:] + [fact for fact in own if _group(fact) == 1], key=lambda fact: -fact.weight
    )
    strongest = [*board[:MAX_BOARD_FACTS], *others, *(fact for fact in own if _group(fact) == 2)][:MAX_FACTS]
    return tuple(sorted(strongest, key=_order) or ranked[:1])


def _order(fact: Fact) -> tuple[int, float]:
    return _group(fact), -fact.weight


def _group(fact: Fact) -> int:
    """Facts about marbles come first, then facts about cards, then the cards kept: true of nearly every play."""
    return 2 if fact.code == "keeps" else 1 if fact.code in HAND else 0
