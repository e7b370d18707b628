# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Apply a step and what follows from it: the next turn, or the end of the game."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.moves import *
    from doghouse.rules.core.rng import advance, below
    from doghouse.rules.core.rounds import add_card, card_at, drop_card, give_card, pass_turn, settle_chance
    from doghouse.rules.core.seven import run_points, team_complete
    from doghouse.rules.core.steps import legal_steps


def apply_step(state: State, step: int) -> None:
    """Apply a legal step."""
    step_kind = step & STEP_KIND_BITS
    card = (step >> CARD_SHIFT) & 15
    marble = (step >> MARBLE_SHIFT) & 31
    argument = (step >> ARGUMENT_SHIFT) & 31
    board = board_of(state)
    state.steps += 1
    if step_kind == GIVING:
        give_card(state, state.turn, card)
        return
    if step_kind == FOLD:
        fold(state)
        return
    if not state.seven_left:
        drop_card(state, state.turn, card)
        state.seen[card] += 1
    if step_kind == MOVE:
        lift(board, marble)
        land(board, marble, forward(state, marble, argument))
    elif step_kind == RUN or step_kind == DIVE:
        run_points(state, marble, step_kind == DIVE, argument)
        state.seven_card = card
        state.seven_left = (state.seven_left or 7) - argument
        if state.first_done == EMPTY and board.finish[marble >> 2] == 15:
            state.first_done = marble >> 2
        if state.seven_left:
            return
    elif step_kind == LEAVE:
        seat = marble >> 2
        land(board, marble, seat * SECTION)
        board.fresh |= 1 << seat
    elif step_kind == ENTER:
        argument = inward(state, marble, argument)
        lift(board, marble)
        land(board, marble, argument)
    elif step_kind == BACK:
        lift(board, marble)
        land(board, marble, forward(state, marble, -argument))
    elif step_kind == SWAP:
        swap_marbles(board, marble, argument)
    elif step_kind == TAKE:
        take_card(state, argument, (step >> TAKEN_SHIFT) - 1)
    finish_play(state)


def fold(state: State) -> None:
    """Lay down all cards and leave the round (R5.2)."""
    for kind in range(KINDS):
        state.seen[kind] += state.hand[state.turn * KINDS + kind]
        state.hand[state.turn * KINDS + kind] = 0
    state.held[state.turn] = 0
    state.cards[state.turn] = 0
    state.folded |= 1 << state.turn
    pass_turn(state)


def take_card(state: State, seat: int, kind: int) -> None:
    """Take a hidden card from a seat: the given kind, or a random one (R13.3)."""
    if kind < 0:
        state.draw_random = advance(state.draw_random)
        kind = card_at(state, seat, below(state.draw_random, state.cards[seat]))
    drop_card(state, seat, kind)
    add_card(state, state.turn, kind)


def finish_play(state: State) -> None:
    """End the game if it is won (R2.4, R13.4), else pass the turn."""
    if not state.alone:
        if state.board.finish[state.turn] == 15 and team_complete(state, state.team[state.turn]):
            state.winners = state.team[state.turn]
    elif state.board.finish[state.turn] == 15:
        state.winners = 1 << state.turn
    elif state.first_done != EMPTY:
        state.winners = 1 << state.first_done
    state.first_done = EMPTY
    if state.winners:
        state.phase = OVER
    else:
        pass_turn(state)


def lay_out(state: State, first: int) -> None:
    """Place the marbles of a new game in which ``first`` begins (R1.1, R12.3, R13.1)."""
    board = board_of(state)
    for field in range(FINISH):
        board.ring[field] = EMPTY
    for marble in range(MARBLES):
        board.at[marble] = KENNEL
    board.fresh = 0
    for seat in range(SEATS):
        board.finish[seat] = 0
        if (state.seats >> seat) & 1 and state.quick_start:
            land(board, 4 * seat, seat * SECTION)
            board.fresh |= 1 << seat
    state.dealt = STOCK
    state.first_done = EMPTY
    state.starter = first


def random_steps(state: State, random: int, max_steps: int) -> int:
    """Play up to ``max_steps`` random steps; return the random number reached."""
    if not cython.compiled:
        out = [0] * STEPS
    while max_steps > 0 and state.phase != OVER:
        if state.phase < GIVE:
            settle_chance(state)
        count = legal_steps(state, out)
        random = advance(random)
        apply_step(state, out[below(random, count)])
        max_steps -= 1
    return random
