# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""A position as a seat knows it, as a row of small numbers for a net.

The row has a block for each player, in the order of turns from the seat on, and a block for what the seat alone knows.
Ring fields are counted from the seat's own start. Hidden cards are never looked at. ``features`` says how long a row
is, ``scales`` by what each number is multiplied; whoever changes the row raises VERSION.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.row import (
        ACTS,
        BEFORE,
        BEGINS,
        BEHIND,
        CANADIAN,
        CAPTURES,
        COMPLETE,
        DEAD,
        EACH,
        FOLDED,
        FRESH,
        GIVING_CARD,
        GONE,
        HAND,
        HELD,
        IN_KENNEL,
        INSIDE,
        JOKER_FINISHES,
        KEYS,
        KNOWN,
        ON_START,
        PACKED,
        PASSING,
        REACHED,
        ROUND,
        ROUND_OVER,
        SHUFFLE,
        STOCK_LEFT,
        TAKEN,
        UNSEEN,
    )
    from doghouse.rules.core.layout import (
        ACE,
        COPIES,
        DEAL,
        EMPTY,
        FINISH,
        FOUR,
        GIVE,
        JACK,
        JOKER,
        JOKERS,
        KENNEL,
        KINDS,
        KING,
        PASSED,
        SECTION,
        SEVEN,
        STOCK,
        TWO,
        State,
    )
    from doghouse.rules.core.moves import finish_reach, may_go_back, ring_reach
    from doghouse.rules.core.rounds import shuffle_due

VERSION = 1


def features(players: int, ring_size: int) -> int:
    """How many numbers a row has."""
    return players * (ring_size + EACH) + CAPTURES + players


def scales(players: int, ring_size: int) -> list[float]:
    """By what each number of a row is multiplied before a net sees it."""
    found = [1.0] * features(players, ring_size)
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
        marbles = [0] * 24
        blocks = [0] * 6
    size = state.players * (state.ring_size + EACH) + CAPTURES + state.players
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
    encode_threats(state, marbles, count, blocks, row)
    encode_own(state, seat, known, base, row)
    encode_reach(state, seat, marbles, count, base, row)


def encode_player(
    state: State, seat: int, player: int, base: int, marbles: list[int], count: int, row: list[int]
) -> int:
    """The block of one player; its marbles under way are added to the first ``count``."""
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


def encode_threats(state: State, marbles: list[int], count: int, blocks: list[int], row: list[int]) -> None:
    """Which marbles under way can be sent home: from behind, from before with a four, by leaving the kennel."""
    for at in range(count):
        marble = marbles[at]
        player = marble >> 2
        field = state.board.at[marble]
        if field == player * SECTION and (state.board.fresh >> player) & 1:
            continue
        mine = blocks[player]
        mates = state.team[player]
        # A fresh marble between the two stops who comes from behind it.
        open_to = field & 15
        if open_to == 0 or not (state.board.fresh >> (field >> 4)) & 1:
            open_to = 13
        for other_at in range(count):
            other = marbles[other_at]
            if (mates >> (other >> 2)) & 1:
                continue
            far = field - state.board.at[other]
            if far < 0:
                far += state.ring_size
            if far <= 13:
                if far <= open_to:
                    row[mine + BEHIND + far - 1] += 1
            elif far == state.ring_size - 4:
                row[mine + BEFORE] += may_go_back(state, other)
        if field & 15 == 0:
            other = field >> 4
            if not (mates >> other) & 1 and (state.seats >> other) & 1:
                row[mine + ON_START] += row[blocks[other] + IN_KENNEL]


def encode_own(state: State, seat: int, known: int, own: int, row: list[int]) -> None:
    """What this seat alone knows, and what its hand can do next."""
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


def distances_of(held: int) -> int:
    """How far one card of these kinds moves a marble forwards, as bits."""
    far = (held & ~((1 << SEVEN) | (1 << JACK) | (1 << JOKER))) << 1
    if held & 1:  # an ace
        far |= 1 << 11
    if (held >> SEVEN) & 1:
        far |= 254
    if (held >> JOKER) & 1:
        far |= 16382
    return far


def encode_reach(state: State, seat: int, marbles: list[int], count: int, own: int, row: list[int]) -> None:
    """What the hand can do next: reach finish fields, send marbles home; and which cards it could not play."""
    held = 0
    for far in range(KINDS):
        if state.hand[seat * KINDS + far]:
            held |= 1 << far
    if held == 0:
        return
    reach = distances_of(held)
    seats = state.team[seat] if state.board.finish[seat] == 15 and not state.alone else 1 << seat
    possible = 0  # how far marbles can go, as bits; 1: backwards
    leaving = 0
    for marble in range(24):
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
                far = (marble >> 2) * SECTION - field
                if far < 0:
                    far += state.ring_size
                far += 1  # so far to the first field of the finish
            else:
                far = -(field & 3)
            for slot in range(4):
                if far + slot > 0 and (inside >> (far + slot)) & 1:
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
            count_captures(state, seat, field, inside, marbles, count, own, row)
    for kind in range(KINDS):
        if (held >> kind) & 1:
            row[own + DEAD + kind] = not can_play(state, seat, kind, possible, leaving)


def can_play(state: State, seat: int, kind: int, possible: int, leaving: int) -> int:
    """Whether a card could be played now, about: a seven and a jack are not looked at closely."""
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
    state: State, seat: int, field: int, reach: int, marbles: list[int], count: int, own: int, row: list[int]
) -> None:
    """The marbles of others that a marble on this field could send home; ``reach`` as bits, 1: four backwards."""
    for at in range(count):
        other = marbles[at]
        player = other >> 2
        if player == seat:
            continue
        far = state.board.at[other] - field
        if far < 0:
            far += state.ring_size
        if far == state.ring_size - 4:
            far = 0
        elif far > 13 or far == 0:
            continue
        if not (reach >> far) & 1:
            continue
        if state.board.at[other] == player * SECTION and (state.board.fresh >> player) & 1:
            continue
        far = 0
        while player != seat:  # so many turns before it is this seat's again
            player = state.following[player]
            far += 1
        row[own + CAPTURES + state.players - far] += 1
