"""What a play means for the hand: the card it spends, those it keeps, and what they could do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doghouse.analysis.facts.fact import Fact, speaks_against, speaks_for
from doghouse.analysis.facts.play_diff import Change, supposing, waiting
from doghouse.analysis.facts.seven_pieces import owner_of, piece_enters, pieces
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import CARD_SHIFT, DIVE, ENTER, FINISH, FOLD, RUN, WHAT_BITS
from doghouse.rules.notation import CARDS, SEATS

LEAVING = ("A", "K", "X")  # with these a marble leaves the kennel (R6)
GOOD_TO_KEEP = ("X", "A", "K", "7", "4", "J")


def card_facts(change: Change) -> Iterator[Fact]:
    if change.play.is_fold:
        yield speaks_against("folds", 0)
        return
    if len(change.played) > 1:  # otherwise there is no choice of cards
        yield from _spent(change)
        playable = [card for card in change.hand if card in change.played]
        yield from kept(playable, waiting(change.rules, change.after, change.seat))
    if change.play.takes_from is not None:
        yield from _taken(change, change.play.takes_from)
    elif change.hand and not change.after.winners:
        yield from _next(change)


def _spent(change: Change) -> Iterator[Fact]:
    """The worst that there is to say about the card; one thing, for the others would repeat it."""
    card, leaves = change.play.card, bool(change.left_kennel)
    needed = card in LEAVING and waiting(change.rules, change.after, change.seat)
    last = needed and not any(other in LEAVING for other in change.hand)
    if card == "X":
        same = [other for other in ("A", "K") if leaves] or [str(change.play.acts_as)]
        if held := tuple(other for other in same if other in change.hand)[:1]:
            yield speaks_against("wastes_joker", 60, cards=held)
        elif last:
            yield speaks_against("last_joker", 45 if leaves else 55)
        else:
            yield speaks_against("spends_joker", 45)
    elif last:
        yield speaks_against("last_start_card", 25 if leaves else 55)
    elif needed and not leaves:
        yield speaks_against("spends_start_card", 15, cards=(str(card),))


def kept(hand: Sequence[str], in_kennel: int) -> Iterator[Fact]:
    """The good ones among the cards that could have been spent, and now stay in hand; each as often as it is there."""
    good = [card for card in GOOD_TO_KEEP if in_kennel or card not in ("A", "K")]
    cards = tuple(card for card in good for _copy in range(hand.count(card)))
    if cards:
        yield speaks_for("keeps", 0, cards=cards)


def _taken(change: Change, owner: str) -> Iterator[Fact]:
    left = change.view["cards"][owner] - 1
    yield speaks_for("takes", 20, owner=owner, count=left) if left else speaks_for("takes_last", 30, owner=owner)


def _next(change: Change) -> Iterator[Fact]:
    """What the cards in hand could do next, if the board stayed as it is."""
    before, after = (supposing(core, change.seat, change.hand) for core in (change.before, change.after))
    if not can_play(after):
        yield speaks_against("stuck", 50)
    team = change.rules.team(change.seat)
    could = entering(before, team)
    ready = tuple(card for card in entering(after, team) if card not in could)
    if ready:
        yield speaks_for("ready", 40, cards=ready)


def can_play(core: Core) -> bool:
    """Whether the seat to act has a play."""
    return any(step & WHAT_BITS != FOLD for step in core.steps())


def entering(core: Core, team: str) -> tuple[str, ...]:
    """The cards with which the seat to act could bring a marble of its team into the finish (not others': R13.2)."""
    found, sevens = set(), set()
    for step in core.steps():
        card = (step >> CARD_SHIFT) & 15
        if step & WHAT_BITS in (RUN, DIVE):
            sevens.add(card)
        elif step & WHAT_BITS == ENTER and core.ends(step)[0] < FINISH:
            found.add(card)
    for card in sevens - found:
        if any(piece_enters(board, piece) and SEATS[owner_of(piece)] in team for board, piece in pieces(core, card)):
            found.add(card)
    return tuple(card for kind, card in enumerate(CARDS) if kind in found)
