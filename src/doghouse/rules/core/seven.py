# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""The 7: points spent one by one, and whether the rest can be used up (R10)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.moves import *


def movable(state: State, seven: int) -> int:
    """Return the seats whose marbles the seat to act may move, as bits (R10.1, R10.4, R11.1, R12.1, R13.2)."""
    if state.alone:
        return state.seats if seven else 1 << state.turn
    if state.board.finish[state.turn] == 15 or (seven and state.canadian):
        return state.team[state.turn]
    return 1 << state.turn


def team_complete(state: State, team: int) -> int:
    for seat in range(6):
        if (team >> seat) & 1 and state.board.finish[seat] != 15:
            return 0
    return 1


def ends_game(state: State) -> int:
    """Return whether a play of the seat to act that leads to this board ends the game (R2.4)."""
    if not state.alone:
        return team_complete(state, state.team[state.turn])
    for seat in range(6):
        if state.board.finish[seat] == 15:
            return 1
    return 0


def advance_one(state: State, marble: int, into_finish: int) -> int:
    """Move a marble one field on, or into the finish; return a token for ``undo_advance``, or -1 if impossible."""
    board = board_of(state)
    source = board.at[marble]
    seat = marble >> 2
    if source >= FINISH:
        if source >= KENNEL or source & 3 == 3 or (board.finish[seat] >> ((source & 3) + 1)) & 1:
            return -1
        board.finish[seat] += 1 << (source & 3)  # the bit moves one place up
        board.at[marble] = source + 1
        return EMPTY
    undo_token = EMPTY
    if source == seat * SECTION:
        if (board.fresh >> seat) & 1:
            if into_finish:
                return -1
            undo_token |= FRESH_FLAG
        elif into_finish:
            if board.finish[seat] & 1:
                return -1
            board.ring[source] = EMPTY
            board.finish[seat] |= 1
            board.at[marble] = FINISH + seat * 4
            return EMPTY
    target = source + 1
    if target == state.ring_size:
        target = 0
    there = board.ring[target]
    if there != EMPTY:
        if target & 15 == 0 and (board.fresh >> (target >> 4)) & 1:
            return -1
        board.at[there] = KENNEL
        undo_token = (undo_token & FRESH_FLAG) | there
    board.ring[source] = EMPTY
    board.ring[target] = marble
    board.at[marble] = target
    if undo_token & FRESH_FLAG:
        board.fresh &= ~(1 << seat)
    return undo_token


def undo_advance(state: State, marble: int, source: int, undo_token: int) -> None:
    """Undo ``advance_one``."""
    board = board_of(state)
    target = board.at[marble]
    seat = marble >> 2
    board.at[marble] = source
    if target >= FINISH:
        board.finish[seat] &= ~(1 << (target & 3))
        if source >= FINISH:
            board.finish[seat] |= 1 << (source & 3)
        else:
            board.ring[source] = marble
        return
    there = undo_token & 255
    board.ring[target] = there
    if there != EMPTY:
        board.at[there] = target
    board.ring[source] = marble
    if undo_token & FRESH_FLAG:
        board.fresh |= 1 << seat


def can_spend(state: State, left: int, joker: int) -> int:
    """Return whether ``left`` points can be used up; with ``joker``, without ending the game (R12.2)."""
    if left == 0:
        return not (joker and ends_game(state))
    if joker and state.alone and ends_game(state):
        return 0  # a complete seat stays complete
    seats = movable(state, 1)
    for marble in range(MARBLES):
        if not (seats >> (marble >> 2)) & 1:
            continue
        source = state.board.at[marble]
        if source >= KENNEL:
            continue
        for into_finish in range(2):
            if into_finish and source != (marble >> 2) * SECTION:
                continue  # ``into_finish`` matters on the own start only
            undo_token = advance_one(state, marble, into_finish)
            if undo_token >= 0:
                possible = can_spend(state, left - 1, joker)
                undo_advance(state, marble, source, undo_token)
                if possible:
                    return 1
    return 0


def can_spend_after(state: State, marble: int, into_finish: int, points: int, left: int, joker: int) -> int:
    """Return whether a marble can go ``points`` fields and the points left can then be used up."""
    if points == 0:
        return can_spend(state, left, joker)
    source = state.board.at[marble]
    undo_token = advance_one(state, marble, into_finish)
    if undo_token < 0:
        return 0
    possible = can_spend_after(state, marble, into_finish, points - 1, left, joker)
    undo_advance(state, marble, source, undo_token)
    return possible


def run_points(state: State, marble: int, into_finish: int, points: int) -> None:
    for _done in range(points):
        advance_one(state, marble, into_finish)


def seven_steps(state: State, card: int, left: int, out: list[int], count: int) -> int:
    """Append the legal chunks of a 7 with ``left`` points to the first ``count`` steps; return the new count.

    A marble on the ring with no fresh marble in its way can use up any rest: only chunks that leave no such *runner*
    need the exact search.
    """
    if not cython.compiled:
        marbles = [0] * MARBLES
        runs = [0] * MARBLES
    joker = card == JOKER and not state.joker_may_finish
    runner = EMPTY
    second = EMPTY
    movable_count = 0
    rest = movable(state, 1)
    while rest:
        seat = lowest(rest)
        rest &= rest - 1
        for marble in range(4 * seat, 4 * seat + 4):
            field = state.board.at[marble]
            if field < KENNEL:
                marbles[movable_count] = marble
                runs[movable_count] = ring_reach(state, marble) if field < FINISH else 0
                if runs[movable_count] >= left:
                    runs[movable_count] = left
                    if runner == EMPTY:
                        runner = marble
                    else:
                        second = marble
                movable_count += 1
    # A seat completed on the way stays complete: alone, a joker that may not finish needs the exact search.
    exact = joker and state.alone
    for index in range(movable_count):
        marble = marbles[index]
        field = state.board.at[marble]
        code = (card << CARD_SHIFT) | (SEVEN << AS_SHIFT) | (marble << MARBLE_SHIFT)
        # A runner that this marble cannot reach stays on the ring whatever this marble does.
        other = runner if runner != marble else second
        sure = not exact and other != EMPTY
        inside = 0
        if field < FINISH:
            sure = sure and ahead(state, field, state.board.at[other]) > left
            if sure or (runs[index] == left and not exact):
                for far in range(runs[index]):
                    out[count + far] = code | RUN | ((far + 1) << ARGUMENT_SHIFT)
                count += runs[index]
            else:
                for far in range(1, runs[index] + 1):
                    if can_spend_after(state, marble, 0, far, left - far, joker):
                        out[count] = code | RUN | (far << ARGUMENT_SHIFT)
                        count += 1
            if ahead(state, field, (marble >> 2) * SECTION) < left:
                inside = finish_reach(state, marble) & ((2 << left) - 2)
        else:
            inside = finish_reach(state, marble) & ((2 << left) - 2)
        while inside:
            far = lowest(inside)
            inside &= inside - 1
            if sure or can_spend_after(state, marble, 1, far, left - far, joker):
                out[count] = code | DIVE | (far << ARGUMENT_SHIFT)
                count += 1
    return count


def ahead(state: State, field: int, other: int) -> int:
    """Return the distance from a ring field forward to another."""
    gap = other - field
    return gap + state.ring_size if gap < 0 else gap
