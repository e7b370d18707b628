# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""The greedy policy: the step to the best position as the seat to act sees it, and play-outs of it."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.evaluate import chances_of, evaluate
    from doghouse.bots.core.weights import *
    from doghouse.rules.core.engine import Core
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.playing import apply_step
    from doghouse.rules.core.rounds import drop_card, settle_chance
    from doghouse.rules.core.steps import legal_steps

OWN_NEED = 1.02  # a card in hand is certain, the receiver's hand unknown


def step_value(state: State, step: int, chances: list[float], weights: list[float]) -> float:
    """Return the value of the position after a step for its seat, ignoring a card taken."""
    if cython.compiled:
        trial = state[0]  # type: ignore[index]
        work = cython.address(trial)
    else:
        work = new_state()
        copy_state(work, state)
    if step & STEP_KIND_BITS == TAKE:
        drop_card(work, state.turn, (step >> CARD_SHIFT) & 15)
        return evaluate(work, state.turn, chances, weights) + weights[TAKING]
    apply_step(work, step)
    return evaluate(work, state.turn, chances, weights)


def choose_step(state: State, weights: list[float]) -> int:
    """Return the best step of the seat to act."""
    if not cython.compiled:
        out = [0] * STEPS
        chances = [0.0] * KINDS
    count = legal_steps(state, out)
    if count == 1:
        return out[0]
    chances_of(state, state.turn, chances)
    chosen = out[0]
    best = -1e18
    for at in range(count):
        value = step_value(state, out[at], chances, weights)
        if value > best:
            best = value
            chosen = out[at]
    return chosen


def need_of(state: State, seat: int, kind: int, others: int) -> float:
    """Estimate how much a seat needs a card, above all to leave the kennel."""
    out = 0
    kennel = 0
    for marble in range(4 * seat, 4 * seat + 4):
        field = state.board.at[marble]
        out += field < FINISH
        kennel += field == KENNEL
    if kind == JOKER or kind == ACE or kind == KING:
        if kennel == 0:
            return 6.0 if kind == JOKER else 1.5
        return (12.0 if out == 0 else 5.0) / (1.0 + 2.0 * others) + (3.0 if kind == JOKER else 0.0)
    if out == 0:
        return 0.0
    if kind == SEVEN:
        return 4.0
    if kind == FOUR:
        return 3.0
    return 1.0 + kind * 0.05


def choose_gift(state: State) -> int:
    """Choose the card that the receiver needs more than the giver."""
    giver = state.turn
    receiver = state.receiver[giver]
    hand = giver * KINDS
    start_cards = state.hand[hand + ACE] + state.hand[hand + KING] + state.hand[hand + JOKER]
    held = state.held[giver]
    chosen = 0
    best = -1e18
    while held:
        kind = lowest(held)
        held &= held - 1
        value = -OWN_NEED * need_of(state, giver, kind, start_cards - 1)
        if (state.team[giver] >> receiver) & 1:
            value += need_of(state, receiver, kind, 0)
        if value > best:
            best = value
            chosen = kind
    return GIVING | (chosen << CARD_SHIFT)


def play_on(state: State, max_steps: int, rounds: int, weights: list[float]) -> None:
    """Play by the policy until the game is over, for ``max_steps`` steps, or for ``rounds`` more rounds.

    The weights of all seats stand one after the other.
    """
    last = state.round + rounds
    while max_steps > 0 and state.phase != OVER:
        if state.phase < GIVE:
            if state.round >= last:
                return
            settle_chance(state)
        if state.phase == GIVE:
            apply_step(state, choose_gift(state))
        elif cython.compiled:
            apply_step(state, choose_step(state, weights + state.turn * WEIGHTS))  # type: ignore[operator]
        else:
            apply_step(state, choose_step(state, weights[state.turn * WEIGHTS : (state.turn + 1) * WEIGHTS]))
        max_steps -= 1


def play_out(core: Core, max_steps: int, rounds: int, weights: Sequence[Sequence[float]]) -> None:
    """Play out a game by the policy, each seat with its own weights."""
    if not cython.compiled:
        numbers = [0.0] * (SEATS * WEIGHTS)
    for seat in range(SEATS):
        for at in range(WEIGHTS):
            numbers[seat * WEIGHTS + at] = weights[seat][at]
    if cython.compiled:
        with cython.nogil:
            play_on(core.state, max_steps, rounds, numbers)
    else:
        play_on(core.state, max_steps, rounds, numbers)


def value_of(core: Core, seat: int, weights: Sequence[float]) -> float:
    """Return the value of a position for a seat."""
    if not cython.compiled:
        numbers = list(weights)
        chances = [0.0] * KINDS
    for at in range(WEIGHTS):
        numbers[at] = weights[at]
    chances_of(core.state, seat, chances)
    return evaluate(core.state, seat, chances, numbers)


def best_step(core: Core, weights: Sequence[float]) -> int:
    """Return the step of the policy."""
    if not cython.compiled:
        numbers = list(weights)
    for at in range(WEIGHTS):
        numbers[at] = weights[at]
    return choose_step(core.state, numbers)


def best_gift(core: Core) -> int:
    """Return the kind of card that the policy gives."""
    return (choose_gift(core.state) >> CARD_SHIFT) & 15
