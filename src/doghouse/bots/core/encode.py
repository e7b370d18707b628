# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Encode a position, as a seat knows it, as a feature row.

The row has a block for each player, in the order of turns from the seat on, and a block for what the seat alone knows.
Ring fields are counted from the seat's own start; where others have theirs depends on the seat if a section is empty,
so that more is said there. Hidden cards are never looked at. ``features`` says how long a row is, ``scales`` by what
each number is multiplied; whoever changes the row raises VERSION. Version 2 is version 1 with more at its end.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.features import *
    from doghouse.bots.core.threats import WORDS, encode_reach, encode_threats, stand
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.rounds import shuffle_due

VERSION = 2
OLDEST = 1  # its rows are a prefix of today's


def feature_count(players: int, ring_size: int) -> int:
    """Return the length of a row."""
    found = old_feature_count(players, ring_size)
    if lopsided(players, ring_size):
        found += players * (EIGHTS + ring_size // 8) + ring_size // SECTION
    return found


def old_feature_count(players: int, ring_size: int) -> int:
    """Return the length of a row of the oldest version."""
    return players * (ring_size + EACH) + CAPTURES + players


def lopsided(players: int, ring_size: int) -> int:
    """Return whether sections are empty between some seats: with three and five players."""
    return players > 2 and players * SECTION < ring_size


def scales(players: int, ring_size: int) -> list[float]:
    """Return the scale of each feature."""
    found = [1.0] * feature_count(players, ring_size)
    for player in range(players):
        found[player * (ring_size + EACH) + ring_size + GONE] = 1.0 / 255.0
    own = players * (ring_size + EACH)
    for kind in range(KINDS):
        found[own + UNSEEN + kind] = 1.0 / 8.0
    found[own + STOCK_LEFT] = 1.0 / 110.0
    return found


def encode(state: State, seat: int, known: int, row: list[int]) -> None:
    """Write the row of a position for a seat that knows a card of this kind to be with its receiver (or EMPTY)."""
    if not cython.compiled:
        marbles = [0] * MARBLES
        blocks = [0] * SEATS
        on = [0] * ((SEATS + 1) * WORDS)
    for at in range((SEATS + 1) * WORDS):
        on[at] = 0
    size = feature_count(state.players, state.ring_size)
    for at in range(size):
        row[at] = 0
    player = seat
    base = 0
    count = 0
    for _order in range(state.players):
        blocks[player] = base + state.ring_size
        count = encode_player(state, seat, player, base, marbles, count, row)
        base += state.ring_size + EACH
        player = state.following[player]
    stand(state, marbles, count, on)
    encode_threats(state, marbles, count, on, blocks, row)
    encode_own(state, seat, known, base, row)
    encode_reach(state, seat, on, base, row)
    if lopsided(state.players, state.ring_size):
        encode_ways(state, seat, base + CAPTURES + state.players, row)


def encode_player(
    state: State, seat: int, player: int, base: int, marbles: list[int], count: int, row: list[int]
) -> int:
    """Encode one player; append its marbles under way to the first ``count``."""
    size = state.ring_size
    mine = base + size
    kennel = 0
    gone = 0
    start = player * SECTION
    for marble in range(4 * player, 4 * player + 4):
        field = state.board.at[marble]
        if field == KENNEL:
            row[mine + IN_KENNEL + kennel] = 1
            kennel += 1
        elif field >= FINISH:
            row[mine + INSIDE + (field & 3)] = 1
            gone += size + 1 + (field & 3)
        else:
            marbles[count] = marble
            count += 1
            far = field - seat * SECTION
            row[base + (far if far >= 0 else far + size)] = 1
            far = field - start
            if far <= 0:
                far += size
            if field == start and (state.board.fresh >> player) & 1:
                row[mine + FRESH] = 1
            else:
                gone += far
    row[mine + GONE] = gone * 255 // (4 * size + 10)
    inside = state.board.finish[player]
    if inside:
        if inside == 15:
            row[mine + COMPLETE] = 1
        far = 3
        while far >= 0 and (inside >> far) & 1:
            row[mine + PACKED + 3 - far] = 1
            far -= 1
    far = state.cards[player]
    while far > 0:
        far -= 1
        row[mine + HELD + far] = 1
    row[mine + FOLDED] = (state.folded >> player) & 1
    row[mine + ACTS] = state.phase >= GIVE and (state.turn if state.phase > GIVE else state.starter) == player
    row[mine + BEGINS] = state.starter == player
    return count


def encode_own(state: State, seat: int, known: int, own: int, row: list[int]) -> None:
    """Encode what this seat alone knows, and what its hand can do next."""
    hand = seat * KINDS
    cards = 0
    for kind in range(KINDS):
        count = state.hand[hand + kind]
        cards += count
        for far in range(count if count < 3 else 3):
            row[own + HAND + 3 * kind + far] = 1
        far = (JOKERS if kind == JOKER else COPIES) - state.seen[kind] - count
        row[own + UNSEEN + kind] = far if far > 0 else 0
    row[own + TAKEN] = state.cards[seat] > cards
    if known != EMPTY:
        row[own + KNOWN + known] = 1
    row[own + GIVING_CARD] = state.phase == GIVE
    row[own + ROUND + (state.round + 4) % 5] = 1
    row[own + ROUND_OVER] = state.phase == DEAL
    row[own + STOCK_LEFT] = STOCK - state.dealt
    row[own + SHUFFLE] = shuffle_due(state)
    cards = state.hand[hand + ACE] + state.hand[hand + KING] + state.hand[hand + JOKER]
    for far in range(cards if cards < 3 else 3):
        row[own + KEYS + far] = 1
    row[own + CANADIAN] = state.canadian
    row[own + JOKER_FINISHES] = state.joker_may_finish
    row[own + PASSING] = state.exchange == PASSED


def encode_ways(state: State, seat: int, base: int, row: list[int]) -> None:
    """Encode the progress of each player's marbles, and the empty sections."""
    player = seat
    for _order in range(state.players):
        for marble in range(4 * player, 4 * player + 4):
            field = state.board.at[marble]
            if field >= FINISH:
                continue
            far = player * SECTION - field
            if far == 0 and (state.board.fresh >> player) & 1:
                continue
            if far < 0:
                far += state.ring_size
            if far < EIGHTS:
                row[base + NEARING + far] = 1
            row[base + EIGHTS + (far >> 3)] += 1
        base += EIGHTS + (state.ring_size >> 3)
        player = state.following[player]
    for field in range(state.ring_size // SECTION):
        if not (state.seats >> field) & 1:
            far = field - seat
            row[base + (far if far >= 0 else far + state.ring_size // SECTION)] = 1
