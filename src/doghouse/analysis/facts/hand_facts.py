"""Facts about the hand: the card a play spends, the cards left, and what they could do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.play_diff import PlayDiff, marbles_in_kennel, with_hand
from doghouse.analysis.facts.seven_pieces import owner_of, piece_enters, pieces
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import CARD_SHIFT, DIVE, ENTER, FINISH, FOLD, RUN, STEP_KIND_BITS
from doghouse.rules.notation import CARDS, SEATS

LEAVING = ("A", "K", "X")  # cards that bring a marble out of the kennel (R6)
GOOD_TO_KEEP = ("X", "A", "K", "7", "4", "J")


def hand_facts(diff: PlayDiff) -> Iterator[Fact]:
    if diff.play.is_fold:
        yield con("folds", 0)
        return
    if len(diff.playable) > 1:  # else there is no choice of cards
        yield from _spent(diff)
        playable = [card for card in diff.hand if card in diff.playable]
        yield from kept_cards(playable, marbles_in_kennel(diff.rules, diff.after, diff.seat))
    if diff.play.takes_from is not None:
        yield from _taken(diff, diff.play.takes_from)
    elif diff.hand:
        yield from _next(diff)


def _spent(diff: PlayDiff) -> Iterator[Fact]:
    """Yield only the worst fact about the card: the others would repeat it."""
    card, leaves = diff.play.card, bool(diff.left_kennel)
    needed = card in LEAVING and marbles_in_kennel(diff.rules, diff.after, diff.seat)
    last = needed and not any(other in LEAVING for other in diff.hand)
    if card == "X":
        same = [other for other in ("A", "K") if leaves] or [str(diff.play.acts_as)]
        if held := tuple(other for other in same if other in diff.hand)[:1]:
            yield con("wastes_joker", 60, cards=held)
        elif last:
            yield con("last_joker", 45 if leaves else 55)
        else:
            yield con("spends_joker", 45)
    elif last:
        yield con("last_start_card", 25 if leaves else 55)
    elif needed and not leaves:
        yield con("spends_start_card", 15, cards=(str(card),))


def kept_cards(hand: Sequence[str], in_kennel: int) -> Iterator[Fact]:
    """Yield the good cards that could have been spent and stay in hand, each as often as held."""
    good = [card for card in GOOD_TO_KEEP if in_kennel or card not in ("A", "K")]
    cards = tuple(card for card in good for _copy in range(hand.count(card)))
    if cards:
        yield pro("keeps", 0, cards=cards)


def _taken(diff: PlayDiff, owner: str) -> Iterator[Fact]:
    left = diff.view["cards"][owner] - 1
    yield pro("takes", 20, owner=owner, count=left) if left else pro("takes_last", 30, owner=owner)


def _next(diff: PlayDiff) -> Iterator[Fact]:
    """What the cards in hand could do next on the same board."""
    before, after = (with_hand(core, diff.seat, diff.hand) for core in (diff.before, diff.after))
    if not can_play(after):
        yield con("stuck", 50)
    team = diff.rules.team(diff.seat)
    could = entering(before, team)
    ready = tuple(card for card in entering(after, team) if card not in could)
    if ready:
        yield pro("ready", 40, cards=ready)


def can_play(core: Core) -> bool:
    """Whether the seat to act can play a card."""
    return any(step & STEP_KIND_BITS != FOLD for step in core.steps())


def entering(core: Core, team: str) -> tuple[str, ...]:
    """Return the cards that could bring a marble of the team into the finish (not an opponent's: R13.2)."""
    kinds, sevens = set(), set()
    for step in core.steps():
        card = (step >> CARD_SHIFT) & 15
        if step & STEP_KIND_BITS in (RUN, DIVE):
            sevens.add(card)
        elif step & STEP_KIND_BITS == ENTER and core.ends(step)[0] < FINISH:
            kinds.add(card)
    for card in sevens - kinds:
        if any(piece_enters(board, piece) and SEATS[owner_of(piece)] in team for board, piece in pieces(core, card)):
            kinds.add(card)
    return tuple(card for kind, card in enumerate(CARDS) if kind in kinds)
