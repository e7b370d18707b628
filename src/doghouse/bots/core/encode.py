# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Encode a position, as a seat knows it, as a feature row.

The row has a block for each player, in the order of turns from the seat on, then a block for what the seat alone
knows; ``features.py`` has the indices in them. Ring fields are counted from the seat's own start. With 3 or 5 players
the distances to the other starts depend on the seat, so these rows have an extra part at the end. Hidden cards are
never read. ``feature_count`` returns the length of a row, ``scales`` the factor of each number.

Raise VERSION when the row changes; version 2 appends to version 1.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.features import *
    from doghouse.bots.core.threats import WORDS, encode_reach, encode_threats, write_occupancy
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.rounds import shuffle_due

VERSION = 2
OLDEST = 1  # its rows are a prefix of today's


def feature_count(players: int, ring_size: int) -> int:
    """Return the length of a row."""
    count = old_feature_count(players, ring_size)
    if has_empty_sections(players, ring_size):
        count += players * (EIGHTS + ring_size // 8) + ring_size // SECTION
    return count


def old_feature_count(players: int, ring_size: int) -> int:
    """Return the length of a row of the oldest version."""
    return players * (ring_size + PLAYER_BLOCK_SIZE) + CAPTURES + players


def has_empty_sections(players: int, ring_size: int) -> int:
    """Return whether sections are empty between some seats: with three and five players."""
    return players > 2 and players * SECTION < ring_size


def scales(players: int, ring_size: int) -> list[float]:
    """Return the scale of each feature."""
    factors = [1.0] * feature_count(players, ring_size)
    for player in range(players):
        factors[player * (ring_size + PLAYER_BLOCK_SIZE) + ring_size + PROGRESS] = 1.0 / 255.0
    own = players * (ring_size + PLAYER_BLOCK_SIZE)
    for kind in range(KINDS):
        factors[own + UNSEEN + kind] = 1.0 / 8.0
    factors[own + STOCK_LEFT] = 1.0 / 110.0
    return factors


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
        base += state.ring_size + PLAYER_BLOCK_SIZE
        player = state.following[player]
    write_occupancy(state, marbles, count, on)
    encode_threats(state, marbles, count, on, blocks, row)
    encode_own(state, seat, known, base, row)
    encode_reach(state, seat, on, base, row)
    if has_empty_sections(state.players, state.ring_size):
        encode_ways(state, seat, base + CAPTURES + state.players, row)


def encode_player(
    state: State, seat: int, player: int, base: int, marbles: list[int], count: int, row: list[int]
) -> int:
    """Encode one player; append its marbles under way to the first ``count``."""
    size = state.ring_size
    mine = base + size
    kennel = 0
    progress = 0
    start = player * SECTION
    for marble in range(4 * player, 4 * player + 4):
        field = state.board.at[marble]
        if field == KENNEL:
            row[mine + IN_KENNEL + kennel] = 1
            kennel += 1
        elif field >= FINISH:
            row[mine + INSIDE + (field & 3)] = 1
            progress += size + 1 + (field & 3)
        else:
            marbles[count] = marble
            count += 1
            distance = field - seat * SECTION
            row[base + (distance if distance >= 0 else distance + size)] = 1
            distance = field - start
            if distance <= 0:
                distance += size
            if field == start and (state.board.fresh >> player) & 1:
                row[mine + FRESH] = 1
            else:
                progress += distance
    row[mine + PROGRESS] = progress * 255 // (4 * size + 10)
    inside = state.board.finish[player]
    if inside:
        if inside == 15:
            row[mine + COMPLETE] = 1
        slot = 3
        while slot >= 0 and (inside >> slot) & 1:
            row[mine + PACKED + 3 - slot] = 1
            slot -= 1
    for at in range(state.cards[player]):
        row[mine + HELD + at] = 1
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
        for at in range(count if count < 3 else 3):
            row[own + HAND + 3 * kind + at] = 1
        unseen = (JOKERS if kind == JOKER else COPIES) - state.seen[kind] - count
        row[own + UNSEEN + kind] = unseen if unseen > 0 else 0
    row[own + UNKNOWN_CARD] = state.cards[seat] > cards
    if known != EMPTY:
        row[own + KNOWN + known] = 1
    row[own + GIVING_CARD] = state.phase == GIVE
    row[own + ROUND + (state.round + 4) % 5] = 1
    row[own + ROUND_OVER] = state.phase == DEAL
    row[own + STOCK_LEFT] = STOCK - state.dealt
    row[own + SHUFFLE] = shuffle_due(state)
    cards = state.hand[hand + ACE] + state.hand[hand + KING] + state.hand[hand + JOKER]
    for at in range(cards if cards < 3 else 3):
        row[own + START_CARDS + at] = 1
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
            distance = player * SECTION - field
            if distance == 0 and (state.board.fresh >> player) & 1:
                continue
            if distance < 0:
                distance += state.ring_size
            if distance < EIGHTS:
                row[base + NEARING + distance] = 1
            row[base + EIGHTS + (distance >> 3)] += 1
        base += EIGHTS + (state.ring_size >> 3)
        player = state.following[player]
    for field in range(state.ring_size // SECTION):
        if not (state.seats >> field) & 1:
            distance = field - seat
            row[base + (distance if distance >= 0 else distance + state.ring_size // SECTION)] = 1
