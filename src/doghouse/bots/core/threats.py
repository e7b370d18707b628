# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Threat and reach features: who can be sent home, and what the hand can do next."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.features import *
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.moves import finish_reach, may_go_back, ring_reach

    WORDS = 4  # of 64 bits, for the ring twice over


def write_occupancy(state: State, marbles: list[int], count: int, on: list[int]) -> None:
    """Write the occupied ring fields as bits, twice over: for each seat, then for all."""
    one = 1
    if cython.compiled:
        one = cython.cast(cython.ulonglong, 1)
    for at in range(count):
        player = marbles[at] >> 2
        field = state.board.at[marbles[at]]
        for _round in range(2):
            bit = one << (field & 63)
            on[player * WORDS + (field >> 6)] |= bit
            on[SEATS * WORDS + (field >> 6)] |= bit
            field += state.ring_size


def ahead_of(words: list[int], field: int) -> int:
    """Return which of the 13 fields from this one on are occupied, as bits."""
    occupied = words[field >> 6] >> (field & 63)
    if field & 63:
        occupied |= words[(field >> 6) + 1] << (64 - (field & 63))
    return occupied & 0x1FFF


def encode_threats(
    state: State, marbles: list[int], count: int, on: list[int], blocks: list[int], row: list[int]
) -> None:
    """Encode which marbles can be sent home: from behind, by a 4 backwards, by leaving the kennel."""
    if not cython.compiled:
        enemies = [0] * WORDS
    last = EMPTY
    for at in range(count):
        marble = marbles[at]
        player = marble >> 2
        field = state.board.at[marble]
        if field == player * SECTION and (state.board.fresh >> player) & 1:
            continue
        mine = blocks[player]
        mates = state.team[player]
        if player != last:
            last = player
            for word in range(WORDS):
                enemies[word] = on[SEATS * WORDS + word]
                for other in range(SEATS):
                    if (mates >> other) & 1:
                        enemies[word] &= ~on[other * WORDS + word]
        near = ahead_of(enemies, field - 13 if field >= 13 else field - 13 + state.ring_size)
        if field & 15 and (state.board.fresh >> (field >> 4)) & 1:
            # A fresh marble between the two stops who comes from behind it.
            near &= 0x1FFF << (13 - (field & 15)) if field & 15 < 13 else 0x1FFF
        while near:
            row[mine + BEHIND + 12 - lowest(near)] += 1
            near &= near - 1
        other = field + 4 if field + 4 < state.ring_size else field + 4 - state.ring_size
        if (enemies[other >> 6] >> (other & 63)) & 1:
            row[mine + THREAT_BACKWARD_4] += may_go_back(state, state.board.ring[other])
        if field & 15 == 0:
            other = field >> 4
            if not (mates >> other) & 1 and (state.seats >> other) & 1:
                row[mine + ON_START] += row[blocks[other] + IN_KENNEL]


def distances_of(held: int) -> int:
    """Return the forward distances of these kinds, as bits."""
    distances = (held & ~((1 << SEVEN) | (1 << JACK) | (1 << JOKER))) << 1
    if held & 1:  # an ace
        distances |= 1 << 11
    if (held >> SEVEN) & 1:
        distances |= 254
    if (held >> JOKER) & 1:
        distances |= 16382
    return distances


def encode_reach(state: State, seat: int, on: list[int], own: int, row: list[int]) -> None:
    """Encode what the hand can reach or send home, and which cards it could not play."""
    held = 0
    for kind in range(KINDS):
        if state.hand[seat * KINDS + kind]:
            held |= 1 << kind
    if held == 0:
        return
    reach = distances_of(held)
    seats = state.team[seat] if state.board.finish[seat] == 15 and not state.alone else 1 << seat
    if not cython.compiled:
        others = [0] * WORDS
    for word in range(WORDS):
        others[word] = on[SEATS * WORDS + word] & ~on[seat * WORDS + word]
    possible = 0  # how far marbles can go, as bits; 1: backwards
    leaving = 0
    for marble in range(MARBLES):
        if not (seats >> (marble >> 2)) & 1:
            continue
        field = state.board.at[marble]
        if field == KENNEL:
            leaving |= not (state.board.fresh >> (marble >> 2)) & 1
            continue
        inside = finish_reach(state, marble)
        possible |= inside
        inside &= reach
        if inside:
            if field < FINISH:
                distance = (marble >> 2) * SECTION - field
                if distance < 0:
                    distance += state.ring_size
                distance += 1  # to the first field of the finish
            else:
                distance = -(field & 3)
            for slot in range(4):
                if distance + slot > 0 and (inside >> (distance + slot)) & 1:
                    row[own + REACHED + slot] = 1
        if field >= FINISH:
            continue
        inside = (2 << ring_reach(state, marble)) - 2
        possible |= inside
        inside &= reach
        if may_go_back(state, marble):
            possible |= 1
            inside |= (held >> FOUR | held >> JOKER) & 1
        if inside:
            count_captures(state, seat, field, inside, others, own, row)
    for kind in range(KINDS):
        if (held >> kind) & 1:
            row[own + DEAD + kind] = not can_play(state, seat, kind, possible, leaving)


def can_play(state: State, seat: int, kind: int, possible: int, leaving: int) -> int:
    """Estimate whether a card could be played now; 7 and jack are approximate."""
    if kind == JACK:
        return possible != 0
    if distances_of(1 << kind) & possible:
        return 1
    if kind == ACE or kind == KING or kind == JOKER:
        if leaving:
            return 1
    if kind == FOUR or kind == JOKER:
        return possible & 1
    if kind == TWO and state.alone:
        for other in range(6):
            if other != seat and state.cards[other]:
                return 1
    return 0


def count_captures(
    state: State, seat: int, field: int, reach: int, others: list[int], own: int, row: list[int]
) -> None:
    """Count the marbles that one on this field could send home; ``reach`` as bits, 1: four backwards."""
    near = (ahead_of(others, field + 1) << 1) & reach
    target = field - 4 if field >= 4 else field - 4 + state.ring_size
    near |= (others[target >> 6] >> (target & 63)) & reach & 1
    while near:
        distance = lowest(near)
        near &= near - 1
        if distance:
            target = field + distance if field + distance < state.ring_size else field + distance - state.ring_size
        else:
            target = field - 4 if field >= 4 else field - 4 + state.ring_size
        player = state.board.ring[target] >> 2
        if target == player * SECTION and (state.board.fresh >> player) & 1:
            continue
        turns = 0
        while player != seat:  # from the player's turn to this seat's
            player = state.following[player]
            turns += 1
        row[own + CAPTURES + state.players - turns] += 1
