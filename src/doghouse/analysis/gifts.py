"""What speaks for or against giving a card (R4): what the receiver can do with it, and what the giver keeps."""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.cards import LEAVING, can_play, entering, kept
from doghouse.analysis.change import kennel_of, supposing, waiting
from doghouse.analysis.fact import Fact, speaks_against, speaks_for
from doghouse.analysis.safety import hits
from doghouse.bots.bot import View
from doghouse.bots.imagine import Imagination
from doghouse.rules.notation import SEATS, field_text


def gift_facts(view: View, imagined: Imagination, card: str) -> Iterator[Fact]:
    """The facts about giving this card away, the board being as it is."""
    seat = str(view["seat"])
    rest = list(view["hand"])
    rest.remove(card)
    yield from _for_receiver(imagined, seat, card)
    yield from _for_giver(imagined, seat, card, tuple(rest))


def _for_receiver(imagined: Imagination, seat: str, card: str) -> Iterator[Fact]:
    """What helps a team mate speaks for a gift; alone, what helps the neighbour speaks against it."""
    rules, core = imagined.rules, imagined.core
    other = rules.receiver(seat)
    helps = speaks_for if other in rules.team(seat) else speaks_against
    hinders = speaks_against if other in rules.team(seat) else speaks_for
    in_kennel = kennel_of(core, other)
    if card in LEAVING and in_kennel == 4:
        yield helps("gift_out", 80, owner=other)
    elif card in LEAVING and in_kennel and not core.fresh() >> SEATS.index(other) & 1:
        yield helps("gift_start", 35, owner=other, count=in_kennel)
    receiving = supposing(core, other, (card,))
    if not can_play(receiving):
        yield hinders("gift_waits", 50, owner=other) if in_kennel == 4 else hinders("gift_stuck", 30, owner=other)
        return
    if entering(receiving):
        yield helps("gift_enters", 60, owner=other)
    fields, team = core.marbles(), rules.team(other)
    found = sorted(marble for marble in hits(receiving) if SEATS[marble >> 2] not in team)
    if found:
        marbles = tuple((SEATS[marble >> 2], field_text(fields[marble], 0)) for marble in found)
        yield helps("gift_hits", 40, owner=other, marbles=marbles)


def _for_giver(imagined: Imagination, seat: str, card: str, rest: tuple[str, ...]) -> Iterator[Fact]:
    core = imagined.core
    in_kennel = waiting(imagined.rules, core, seat)
    if card in LEAVING and in_kennel and not any(other in LEAVING for other in rest):
        yield speaks_against("gives_start", 80 if kennel_of(core, seat) == 4 else 40)
    with_card, without = supposing(core, seat, (card,)), supposing(core, seat, rest)
    if entering(with_card) and not entering(without):
        yield speaks_against("gives_entering", 45)
    if rest and not can_play(without):
        yield speaks_against("stuck", 50)
    yield from kept(set(rest) - {card}, in_kennel)
