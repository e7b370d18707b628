"""Facts about giving a card (R4): what the receiver can do with it, and what the giver keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.hand_facts import LEAVING, can_play, entering, kept_cards
from doghouse.analysis.facts.play_diff import kennel_of, marbles_in_kennel, seats_moved_by, with_hand
from doghouse.analysis.facts.safety import hits
from doghouse.bots.bot import View
from doghouse.bots.determinize import Determinization
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import EMPTY, FINISH, SECTION
from doghouse.rules.notation import SEATS, field_text
from doghouse.rules.rules import Rules


def give_facts(view: View, determinized: Determinization, card: str) -> Iterator[Fact]:
    seat = str(view["seat"])
    rest = list(view["hand"])
    rest.remove(card)
    yield from _for_receiver(determinized, seat, card)
    yield from _for_giver(determinized, seat, card, tuple(rest))


def _for_receiver(determinized: Determinization, seat: str, card: str) -> Iterator[Fact]:
    """Helping a team mate is good; without teams, helping the neighbour is bad."""
    rules, core = determinized.rules, determinized.core
    other = rules.receiver(seat)
    helps, hinders = (pro, con) if other in rules.team(seat) else (con, pro)
    in_kennel = kennel_of(core, other)
    if card in LEAVING:
        yield from _leaving(determinized, seat, other, helps)
    receiving = with_hand(core, other, (card,))
    if not can_play(receiving):
        yield hinders("gift_waits", 50, owner=other) if in_kennel == 4 else hinders("gift_stuck", 30, owner=other)
        return
    fields, team = core.marbles(), rules.team(other)
    if entering(receiving, team):
        yield helps("gift_enters", 60, owner=other)
    targets = sorted(marble for marble in hits(receiving) if SEATS[marble >> 2] not in team)
    if targets:
        marbles = tuple((SEATS[marble >> 2], field_text(fields[marble], 0)) for marble in targets)
        yield helps("gift_hits", 40, owner=other, marbles=marbles)


def _leaving(determinized: Determinization, seat: str, other: str, helps: Callable[..., Fact]) -> Iterator[Fact]:
    """Marbles that the receiver can bring out of the kennel, its own or its team mates' (R11.1), without a loss."""
    rules, core = determinized.rules, determinized.core
    if kennel_of(core, other) == 4:
        yield helps("gift_out", 80, owner=other)
        return
    moved = seats_moved_by(rules, core, other)
    weight = 35 if any(_on_ring(core, owner) for owner in moved) else 80
    for owner in moved:
        count = kennel_of(core, owner)
        if not count or not _start_is_free(rules, core, owner):
            continue
        if owner == other:
            yield helps("gift_start", weight, owner=other, count=count)
        elif owner == seat:
            yield helps("gift_start_yours", weight, owner=other, count=count)
        else:
            yield helps("gift_start_mate", weight, owner=other, owners=(owner,))


def _on_ring(core: Core, seat: str) -> bool:
    place = 4 * SEATS.index(seat)
    return any(field < FINISH for field in core.marbles()[place : place + 4])


def _start_is_free(rules: Rules, core: Core, seat: str) -> bool:
    """Whether no marble of the team is on the start, where it would block (R7.1) or be sent home (R7.3)."""
    marble = core.marble_on(SEATS.index(seat) * SECTION)
    return marble == EMPTY or SEATS[marble >> 2] not in rules.team(seat)


def _for_giver(determinized: Determinization, seat: str, card: str, rest: tuple[str, ...]) -> Iterator[Fact]:
    core = determinized.core
    in_kennel = marbles_in_kennel(determinized.rules, core, seat)
    if card in LEAVING and in_kennel and not any(other in LEAVING for other in rest):
        yield con("gives_start", 80 if kennel_of(core, seat) == 4 else 40)
    with_card, without = with_hand(core, seat, (card,)), with_hand(core, seat, rest)
    team = determinized.rules.team(seat)
    if entering(with_card, team) and not entering(without, team):
        yield con("gives_entering", 45)
    if rest and not can_play(without):
        yield con("stuck", 50)
    yield from kept_cards(rest, in_kennel)
