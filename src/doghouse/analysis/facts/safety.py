"""Which marbles of the team are in danger: an opponent could send them home with one card.

The cards an opponent may hold follow from what the seat knows. Opponents without cards are no danger in this round;
after the last play of a round, every opponent may hold any card.
"""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.play_diff import PlayDiff, with_hand
from doghouse.analysis.facts.seven_pieces import pieces
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import BACK, CARD_SHIFT, DIVE, EMPTY, KENNEL, LEAVE, MOVE, RUN, STEP_KIND_BITS
from doghouse.rules.notation import CARDS, SEATS, field_text

WEIGHT = 25.0  # of each marble more or less in danger
JOKER = ("X",)  # can stand for any other card


def safety_facts(diff: PlayDiff) -> Iterator[Fact]:
    """Compare the marbles in danger before and after; those that the play sends home do not count as safe."""
    gone = {marble.number for marble in diff.sent_home}
    before = in_danger(diff, diff.before) - gone
    after = in_danger(diff, diff.after)
    weight = WEIGHT * abs(len(after) - len(before))
    was, now = _places(diff.before, before), _places(diff.after, after)
    if not after and before:
        yield pro("safe", weight, places=was)
    elif len(after) < len(before):
        yield pro("safer", weight, count=len(after), before=len(before), places=now)
    elif not before and after:
        yield con("endangers", weight, count=len(after), places=now)
    elif len(after) > len(before):
        yield con("riskier", weight, count=len(after), before=len(before), places=now)


def _places(core: Core, marbles: set[int]) -> tuple[tuple[str, str], ...]:
    """Return owner and field of each marble, in notation."""
    fields = core.marbles()
    return tuple((SEATS[marble >> 2], field_text(fields[marble], marble >> 2)) for marble in sorted(marbles))


def in_danger(diff: PlayDiff, core: Core) -> set[int]:
    """Return the numbers of the team's marbles that an opponent could send home with one card."""
    marbles: set[int] = set()
    for opponent, cards in _dangers(diff, core):
        marbles |= hits(with_hand(core, opponent, cards))
    return {marble for marble in marbles if SEATS[marble >> 2] not in diff.opponents}


def _dangers(diff: PlayDiff, core: Core) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the opponents who can still play, each with the cards it may hold."""
    determinized, takes = diff.determinized, diff.play.takes_from
    held = dict(diff.view["cards"])
    others = sum(count for seat, count in held.items() if seat != diff.seat)
    if not diff.hand and not others and takes is None:
        yield from ((opponent, JOKER) for opponent in diff.opponents)
        return
    for opponent in diff.opponents:
        if held[opponent] - (takes == opponent and core is diff.after) > 0:
            known = [CARDS[kind] for kind in determinized.known[opponent]]
            known += [CARDS[kind] for seats, kind in determinized.uncertain if opponent in seats]
            hidden = [CARDS[kind] for kind in determinized.unseen] if determinized.missing[opponent] else []
            cards = dict.fromkeys([*known, *hidden])
            yield opponent, JOKER if "X" in cards else tuple(cards)


def hits(core: Core) -> set[int]:
    """Return the marbles of any seat that the seat to act could send home with one of its cards."""
    marbles: set[int] = set()
    sevens = set()
    for step in core.steps():
        step_kind = step & STEP_KIND_BITS
        if step_kind in (MOVE, BACK, LEAVE):
            marbles.add(core.marble_on(core.ends(step)[1]))
        elif step_kind in (RUN, DIVE):
            sevens.add((step >> CARD_SHIFT) & 15)
    for card in sevens:
        for board, piece in pieces(core, card):
            marbles |= _sent_home(board, piece)
    return marbles - {EMPTY}


def _sent_home(board: Core, piece: int) -> set[int]:
    """Return the marbles that a piece of a seven sends home: all that it passes (R10.2)."""
    after = board.copy()
    after.apply(piece)
    pairs = zip(board.marbles(), after.marbles(), strict=True)
    return {marble for marble, (old, new) in enumerate(pairs) if old < KENNEL <= new}
