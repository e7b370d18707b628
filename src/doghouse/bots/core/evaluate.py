# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Hand-written evaluation from what a seat knows: the board, its own hand, the cards seen.

The unit is a field on the ring, more or less. Hidden cards are never looked at: what others may hold is reckoned from
the cards that have not been seen.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.weights import *
    from doghouse.rules.core.layout import *


def chances_of(state: State, seat: int, chances: list[float]) -> None:
    """Estimate the chance that an opponent holds each kind, from the cards this seat has not seen."""
    total = 0
    cards = 0.0
    for other in range(6):
        cards += state.cards[other]
    cards = 1.5 + (cards - state.cards[seat]) / (state.players - 1)
    for kind in range(KINDS):
        left = (JOKERS if kind == JOKER else COPIES) - state.seen[kind] - state.hand[seat * KINDS + kind]
        chances[kind] = left
        total += left
    pool = cards / total if total else 0.0
    for kind in range(KINDS):
        chances[kind] *= pool
        if chances[kind] > 0.9:
            chances[kind] = 0.9


def danger(state: State, marble: int, mates: int, chances: list[float]) -> float:
    """Estimate the chance that a marble under way is sent home by another team."""
    behind = state.board.at[marble]
    risk = 0.0
    if behind & 15 == 0 and not (mates >> (behind >> 4)) & 1 and (state.seats >> (behind >> 4)) & 1:
        for other in range(4 * (behind >> 4), 4 * (behind >> 4) + 4):
            if state.board.at[other] == KENNEL:
                risk += chances[ACE] + chances[KING] + chances[JOKER]
                break
    for far in range(1, 14):
        behind -= 1
        if behind < 0:
            behind += state.ring_size
        other = state.board.ring[behind]
        if other == EMPTY:
            continue
        if not (mates >> (other >> 2)) & 1:
            risk += chances[JOKER]
            if far != 7:
                risk += chances[ACE if far == 11 else far - 1]
            if far <= 7:
                risk += chances[SEVEN]
        if behind & 15 == 0 and (state.board.fresh >> (behind >> 4)) & 1:
            break
    behind = state.board.at[marble] + 4
    if behind >= state.ring_size:
        behind -= state.ring_size
    other = state.board.ring[behind]
    if other != EMPTY and not (mates >> (other >> 2)) & 1:
        risk += chances[FOUR] + chances[JOKER]
    return risk if risk < 0.9 else 0.9


def seat_value(state: State, seat: int, mates: int, chances: list[float], weights: list[float]) -> float:
    """Return the value of a seat's marbles; ``mates`` is its team."""
    total = 0.0
    start = seat * SECTION
    inside = state.board.finish[seat] | 16
    free = inside & -inside  # above 1: the first field of the finish is open
    for marble in range(4 * seat, 4 * seat + 4):
        field = state.board.at[marble]
        if field == KENNEL:
            continue
        if field >= FINISH:
            depth = field & 3
            total += weights[OUT] + weights[INSIDE] + weights[FIELD] * state.ring_size + weights[DEPTH] * depth
            continue
        gone = field - start
        if gone < 0:
            gone += state.ring_size
        if gone == 0:
            if (state.board.fresh >> seat) & 1:
                total += weights[OUT] + weights[LOCK]
                continue
            gone = state.ring_size
        worth = weights[OUT] + weights[FIELD] * gone
        total += worth * (1.0 - weights[RISK] * danger(state, marble, mates, chances))
        if free > 1 and state.ring_size - gone <= 12:
            total += weights[READY]
    return total


def hand_value(state: State, seat: int, weights: list[float]) -> float:
    """Return the value of the cards kept in hand."""
    base = seat * KINDS
    kennel = 0
    for marble in range(4 * seat, 4 * seat + 4):
        kennel += state.board.at[marble] == KENNEL
    keys = state.hand[base + ACE] + state.hand[base + KING] + state.hand[base + JOKER]
    if keys > kennel:
        keys = kennel
    return (
        weights[KEY_CARD] * keys
        + weights[JOKER_KEPT] * state.hand[base + JOKER]
        + weights[SEVEN_KEPT] * state.hand[base + SEVEN]
        + weights[FOUR_KEPT] * state.hand[base + FOUR]
    )


def evaluate(state: State, seat: int, chances: list[float], weights: list[float]) -> float:
    """Return the value of a position for a seat: its team's marbles and its hand, minus the other teams."""
    if state.phase == OVER:
        return weights[WIN] if (state.winners >> seat) & 1 else -weights[WIN]
    own = 0.0
    rivals = 0.0
    best = 0.0
    teams = 0
    rest = state.seats
    while rest:
        other = lowest(rest)
        team = state.team[other]
        rest &= ~team
        value = 0.0
        low = 1e9
        members = team
        while members:
            other = lowest(members)
            members &= members - 1
            part = seat_value(state, other, team, chances, weights)
            value += part
            if part < low:
                low = part
        value += weights[TRAILING] * low
        if (team >> seat) & 1:
            own = value
        else:
            rivals += value
            teams += 1
            if teams == 1 or value > best:
                best = value
    return own + hand_value(state, seat, weights) - weights[RIVAL] * rivals / teams - weights[LEADER] * best
