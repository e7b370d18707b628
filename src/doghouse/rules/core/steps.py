# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Generate the legal steps of a position (R5 to R13)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.moves import *
    from doghouse.rules.core.seven import movable, seven_steps, team_complete


def legal_steps(state: State, out: list[int]) -> int:
    """Write the legal steps of the seat to act; return their number, 0 only if chance is to act or the game is over."""
    if state.phase == PLAY:
        if state.seven_left:
            return seven_steps(state, state.seven_card, state.seven_left, out, 0)
        return play_steps(state, out)
    if state.phase == GIVE:
        return give_steps(state, out)
    return 0


def give_steps(state: State, out: list[int]) -> int:
    held = state.held[state.turn]
    count = 0
    for kind in range(KINDS):
        out[count] = GIVING | (kind << CARD_SHIFT)
        count += (held >> kind) & 1
    return count


def play_steps(state: State, out: list[int]) -> int:
    if not cython.compiled:
        marbles = [0] * MARBLES
        runs = [0] * MARBLES
        dives = [0] * MARBLES
    seats = movable(state, 0)
    held = state.held[state.turn]
    # How far each marble reaches along the ring and into the finish, as bit sets of distances.
    on_board = 0
    rest = seats
    while rest:
        seat = lowest(rest)
        rest &= rest - 1
        for marble in range(4 * seat, 4 * seat + 4):
            field = state.board.at[marble]
            if field < KENNEL:
                marbles[on_board] = marble
                runs[on_board] = (2 << ring_reach(state, marble)) - 2 if field < FINISH else 0
                dives[on_board] = finish_reach(state, marble)
                on_board += 1
    count = 0
    rest = held & PLAIN
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        code = (kind << CARD_SHIFT) | (kind << AS_SHIFT)
        for index in range(on_board):
            # Writing a step and counting it only if legal is faster than checking first.
            ends = code | (marbles[index] << MARBLE_SHIFT) | ((kind + 1) << ARGUMENT_SHIFT)
            out[count] = ends | MOVE
            count += (runs[index] >> (kind + 1)) & 1
            out[count] = ends | ENTER
            count += (dives[index] >> (kind + 1)) & 1
        if kind == ACE:
            for index in range(on_board):
                ends = code | (marbles[index] << MARBLE_SHIFT) | (11 << ARGUMENT_SHIFT)
                out[count] = ends | MOVE
                count += (runs[index] >> 11) & 1
                out[count] = ends | ENTER
                count += (dives[index] >> 11) & 1
            count = leave_steps(state, seats, code, out, count)
        elif kind == KING:
            count = leave_steps(state, seats, code, out, count)
        elif kind == FOUR:
            for index in range(on_board):
                out[count] = code | BACK | (marbles[index] << MARBLE_SHIFT) | (4 << ARGUMENT_SHIFT)
                count += may_go_back(state, marbles[index])
        elif kind == TWO and state.alone:
            count = take_steps(state, code, out, count)
    if (held >> SEVEN) & 1:
        count = seven_steps(state, SEVEN, 7, out, count)
    if (held >> JACK) & 1:
        count = swap_steps(state, seats, (JACK << CARD_SHIFT) | (JACK << AS_SHIFT), out, count)
    if (held >> JOKER) & 1:
        for index in range(on_board):
            marble = marbles[index]
            entering = 0 if not state.joker_may_finish and completes(state, marble) else dives[index]
            rest = (runs[index] | entering) & ~(1 << 7)
            while rest:
                far = lowest(rest)
                rest &= rest - 1
                code = (JOKER << CARD_SHIFT) | (marble << MARBLE_SHIFT) | (far << ARGUMENT_SHIFT)
                code |= (ACE if far == 11 else far - 1) << AS_SHIFT
                out[count] = code | MOVE
                count += (runs[index] >> far) & 1
                out[count] = code | ENTER
                count += (entering >> far) & 1
            code = (JOKER << CARD_SHIFT) | (marble << MARBLE_SHIFT) | (4 << ARGUMENT_SHIFT)
            out[count] = code | BACK | (FOUR << AS_SHIFT)
            count += may_go_back(state, marble)
        count = leave_steps(state, seats, JOKER << CARD_SHIFT, out, count)
        count = seven_steps(state, JOKER, 7, out, count)
        count = swap_steps(state, seats, (JOKER << CARD_SHIFT) | (JACK << AS_SHIFT), out, count)
        if state.alone:
            count = take_steps(state, (JOKER << CARD_SHIFT) | (TWO << AS_SHIFT), out, count)
    if count == 0:
        # Never a joker: a marble under way can always go 1 forwards, or 4 backwards if blocked.
        if (held >> JACK) & 1 and only_own_under_way(state, seats):
            out[0] = IDLE | (JACK << CARD_SHIFT) | (JACK << AS_SHIFT)
        else:
            out[0] = FOLD
        count = 1
    return count


def leave_steps(state: State, seats: int, code: int, out: list[int], count: int) -> int:
    """Add leaving each kennel, unless a fresh marble stands on the start (R7.1)."""
    rest = seats & ~state.board.fresh
    while rest:
        seat = lowest(rest)
        rest &= rest - 1
        for marble in range(4 * seat, 4 * seat + 4):
            if state.board.at[marble] == KENNEL:
                out[count] = code | LEAVE | (marble << MARBLE_SHIFT)
                count += 1
                break
    return count


def under_way(state: State, marble: int) -> int:
    """Return whether a marble is on the ring and not fresh (R9.2, R9.3)."""
    field = state.board.at[marble]
    return field < FINISH and not (field == (marble >> 2) * SECTION and (state.board.fresh >> (marble >> 2)) & 1)


def swap_steps(state: State, seats: int, code: int, out: list[int], count: int) -> int:
    """Add swaps of a movable marble with one of any other player (R9.1); a helper's mates count as two (R11.1)."""
    if not cython.compiled:
        marbles = [0] * MARBLES
    marble_count = 0
    rest = state.seats
    while rest:
        seat = lowest(rest)
        rest &= rest - 1
        for marble in range(4 * seat, 4 * seat + 4):
            marbles[marble_count] = marble
            marble_count += under_way(state, marble)
    for index in range(marble_count):
        if not (seats >> (marbles[index] >> 2)) & 1:
            continue
        for other in range(marble_count):
            # Both are movable: skip the same swap in reverse.
            out[count] = code | SWAP | (marbles[index] << MARBLE_SHIFT) | (marbles[other] << ARGUMENT_SHIFT)
            count += marbles[index] >> 2 != marbles[other] >> 2 and not (
                other < index and (seats >> (marbles[other] >> 2)) & 1
            )
    return count


def take_steps(state: State, code: int, out: list[int], count: int) -> int:
    """Add taking a card with a 2 from each opponent who has any (R13.3)."""
    for seat in range(6):
        if seat != state.turn and state.cards[seat]:
            out[count] = code | TAKE | (seat << ARGUMENT_SHIFT)
            count += 1
    return count


def only_own_under_way(state: State, seats: int) -> int:
    """Return whether only own marbles are under way, so that a jack may have no effect (R9.3)."""
    mine = 0
    for marble in range(MARBLES):
        if under_way(state, marble):
            if not (seats >> (marble >> 2)) & 1:
                return 0
            mine = 1
    return mine


def completes(state: State, marble: int) -> int:
    """Return whether bringing this marble in would end the game (R12.2)."""
    seat = marble >> 2
    if state.board.at[marble] >= FINISH:
        return 0
    inside = state.board.finish[seat]
    if (inside & 1) + (inside >> 1 & 1) + (inside >> 2 & 1) + (inside >> 3) != 3:
        return 0
    return state.alone or team_complete(state, state.team[seat] & ~(1 << seat))
