"""Evaluate jokers played as a card that is also in hand: a waste that no bot considers, but a person may ask about.

The board is the same as after the card itself, with that card still in hand and a joker on the pile. So the play is
evaluated as if the joker were a second copy of the card.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.decision import GOES_ON, LOSES, WINS, write_rows
from doghouse.bots.core.features import PLAYER_BLOCK_SIZE, UNSEEN
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Net
from doghouse.rules.core.layout import AS_SHIFT, CARD_SHIFT, JOKER, LEAVE, RUN, STEP_KIND_BITS


def wasted_jokers(decision: Decision, net: Net) -> list[EvaluatedPlay]:
    """Return these plays, best first."""
    core, hand = decision.core, decision.core.hand(decision.determinized.seat)
    if decision.view["phase"] != "play" or core.seven_left or JOKER not in hand:
        return []
    legal = set(core.steps())
    plays: dict[tuple[int, bytes], EvaluatedPlay] = {}
    for kind in sorted(set(hand) - {JOKER}):
        for choice in _evaluate_as(decision, net, kind):
            if choice.points or choice.code in legal:
                plays.setdefault((choice.code, choice.points), choice)
    return sorted(plays.values(), key=lambda choice: -choice.chance)


def _evaluate_as(decision: Decision, net: Net, kind: int) -> Iterator[EvaluatedPlay]:
    """Yield the plays of the joker as a card in hand."""
    seat, mode = decision.determinized.seat, decision.mode
    hand, seen = decision.core.hand(seat), decision.core.seen()
    hand[hand.index(JOKER)] = kind
    seen[JOKER] += 1
    missing = seen[kind] == 0
    seen[kind] -= not missing  # it is counted when it is played
    core = decision.core.copy()
    core.load_hand(seat, hand)
    core.load_seen(seen)
    rows = np.zeros((MAX_PLAYS, mode.features), np.uint8)
    choices = write_rows(core, decision.known, rows)
    rows[:, mode.rules.players * (mode.ring_size + PLAYER_BLOCK_SIZE) + UNSEEN + kind] += missing
    chances = net.chances(rows[: len(choices)])[:, 0]
    for (code, points, ends), chance in zip(choices, chances, strict=True):
        if (code >> CARD_SHIFT) & 15 != kind:
            continue
        if code & STEP_KIND_BITS == RUN and ends != GOES_ON and not decision.determinized.rules.joker_may_finish:
            continue  # R12.2
        certain = {WINS: 1.0, LOSES: 0.0}.get(ends)
        yield EvaluatedPlay(_as_joker(code), points, float(chance) if certain is None else certain)


def _as_joker(code: int) -> int:
    """Return the same step played with a joker, which counts as an ace when leaving the kennel."""
    mask = ~(15 << CARD_SHIFT) & (~(15 << AS_SHIFT) if code & STEP_KIND_BITS == LEAVE else -1)
    return (code & mask) | JOKER << CARD_SHIFT
