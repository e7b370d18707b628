# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Batched games: each advances to its next decision, and a net evaluates all decisions together.

``fill`` writes a row for every play of every game that has a decision to make; ``decide`` takes the net's value of
each row, makes the plays, and says which rows they were. Forced plays, folds, winning plays and the seats that play by
hand (by the evaluation of ``greedy``) need no net. No Python runs meanwhile, so threads can each have a lockstep.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.afterstates import apply_choice, plays_of, write_afterstate, write_choice
    from doghouse.bots.core.choice import *
    from doghouse.bots.core.encode import encode
    from doghouse.bots.core.evaluate import chances_of, evaluate
    from doghouse.bots.core.games import BROKEN_OFF, ROUND_ENDED, WON, Games
    from doghouse.bots.core.policy import choose_gift
    from doghouse.bots.core.weights import TAKING, WEIGHTS
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.playing import apply_step
    from doghouse.rules.core.rng import advance, below
    from doghouse.rules.core.rounds import settle_chance


class Lockstep(Games):
    """Games played together, with room for the rows of their decisions."""

    def __cinit__(self, count: int, capacity: int) -> None:
        if count < 1 or capacity < MAX_PLAYS:
            raise ValueError(f"count {count} or capacity {capacity} too small: at least 1 game and {MAX_PLAYS} rows")
        self.make_room(count)
        self.capacity = capacity
        self.plays = new_choices(capacity)
        self.search = new_seven_search()
        self.number = new_numbers(count)
        self.max_steps = 1 << 30
        self.one_round = 0
        self.decisions = 0
        if not cython.compiled:
            self.weights = [0.0] * WEIGHTS

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.plays)  # type: ignore[name-defined]
            free(self.search)  # type: ignore[name-defined]
            free(self.number)  # type: ignore[name-defined]

    if not cython.compiled:

        def __init__(self, count: int, capacity: int) -> None:
            self.__cinit__(count, capacity)

    def limit(self, max_steps: int, one_round: bool) -> None:
        """Stop games after ``max_steps`` (R2.5), or at the end of the round."""
        self.max_steps = max_steps
        self.one_round = one_round

    def weigh(self, weights: Sequence[float]) -> None:
        """Set the weights of the greedy seats."""
        for at in range(WEIGHTS):
            self.weights[at] = weights[at]

    def fill(self, rows: Any) -> int:
        """Advance every game to its next decision and write its rows; return their number."""
        used = 0
        if cython.compiled:
            with cython.nogil:
                used = self.fill_rows(rows)
        else:
            used = self.fill_rows(rows)
        return used

    def fill_rows(self, rows: Any) -> int:
        used = 0
        for game in range(self.count):
            if self.ended[game]:
                continue
            if used + MAX_PLAYS > self.capacity:
                self.number[game] = 0
                continue  # no room: this game waits
            self.first[game] = used
            self.number[game] = self.advance(game, rows, used)
            used += self.number[game]
        return used

    def advance(self, game: int, rows: Any, used: int) -> int:
        """Advance to the next decision that needs the net and write its rows; 0 if the game has ended."""
        state = state_at(self.games, game)
        if cython.compiled:
            after = cython.address(memory)  # type: ignore[name-defined]
        else:
            after = new_state()
        while True:
            if state.phase == OVER:
                self.ended[game] = WON
                return 0
            if state.steps >= self.max_steps:
                self.ended[game] = BROKEN_OFF
                return 0
            if state.phase < GIVE:
                if self.one_round:
                    self.ended[game] = ROUND_ENDED
                    return 0
                settle_chance(state)
            if state.phase == PLAY and self.gift_played_round[game] != state.round:
                self.gift_played_round[game] = state.round
                self.gift_played[game] = 0
            if (self.greedy_seats[game] >> state.turn) & 1 and state.phase == GIVE:
                apply_step(state, choose_gift(state))
                continue
            count = plays_of(state, choices_from(self.plays, used), self.search)
            if count == 1:
                self.apply(game, choice_at(self.plays, used))
                continue
            if (self.greedy_seats[game] >> state.turn) & 1:
                self.apply(game, choice_at(self.plays, used + self.greedy_choice(game, used, count)))
                continue
            kept = 0
            won = -1
            known = EMPTY
            if state.phase == PLAY and not (self.gift_played[game] >> state.turn) & 1:
                known = state.given[state.turn]
            for at in range(count):
                choice = choice_at(self.plays, used + at)
                write_afterstate(state, choice, after)
                if after.phase == OVER:
                    if (after.winners >> state.turn) & 1:
                        won = at
                        break
                    continue  # avoid plays that make another team win
                if choice.code & STEP_KIND_BITS == GIVING:
                    known = (choice.code >> CARD_SHIFT) & 15
                if cython.compiled:
                    encode(after, state.turn, known, cython.address(rows[used + kept, 0]))
                else:
                    encode(after, state.turn, known, rows[used + kept])
                if kept != at:
                    move_choice(choice_at(self.plays, used + kept), choice)
                kept += 1
            if won >= 0:
                self.apply(game, choice_at(self.plays, used + won))
            elif kept <= 1:
                self.apply(game, choice_at(self.plays, used))
            else:
                return kept

    def greedy_choice(self, game: int, used: int, count: int) -> int:
        """Return the choice of ``greedy``."""
        state = state_at(self.games, game)
        if cython.compiled:
            after = cython.address(memory)  # type: ignore[name-defined]
        else:
            after = new_state()
            chances = [0.0] * KINDS
        chosen = 0
        best = -1e18
        for at in range(count):
            choice = choice_at(self.plays, used + at)
            write_afterstate(state, choice, after)
            chances_of(after, state.turn, chances)
            value = evaluate(after, state.turn, chances, self.weights)
            if choice.code & STEP_KIND_BITS == TAKE:
                value += self.weights[TAKING]
            if value > best:
                best = value
                chosen = at
        return chosen

    def apply_choice_to_game(self, game: int, code: int, points: bytes) -> None:
        """Apply a choice for this game, or one with the same board and own hand."""
        if cython.compiled:
            choice = cython.address(one)  # type: ignore[name-defined]
        else:
            choice = Choice()
        self.check_number(game)
        write_choice(choice, code, points)
        self.apply(game, choice)

    def apply(self, game: int, choice: Choice) -> None:
        """Apply a play, and note who no longer knows where the card they gave is."""
        state = state_at(self.games, game)
        step_kind = choice.code & STEP_KIND_BITS
        card = (choice.code >> CARD_SHIFT) & 15
        robbed = (choice.code >> ARGUMENT_SHIFT) & 31 if step_kind == TAKE else EMPTY
        if step_kind != GIVING:
            for seat in range(SEATS):
                if (state.seats >> seat) & 1:
                    other = state.receiver[seat]
                    if other == robbed or (other == state.turn and (step_kind == FOLD or state.given[seat] == card)):
                        self.gift_played[game] |= 1 << seat
        apply_choice(state, choice)

    def decide(self, values: Any, epsilon: float, chosen: Any, seats: Any) -> None:
        """Apply in every game the play with the highest value, or with probability epsilon a random one.

        ``values`` has a line for each row, what the play is worth to the mover in front. ``chosen`` becomes the row
        of the play made in each game, or -1, and ``seats`` who made it.
        """
        if cython.compiled:
            with cython.nogil:
                self.decide_all(values, epsilon, chosen, seats)
        else:
            self.decide_all(values, epsilon, chosen, seats)

    def decide_all(self, values: Any, epsilon: float, chosen: Any, seats: Any) -> None:
        for game in range(self.count):
            chosen[game] = -1
            if self.ended[game] or self.first[game] < 0 or self.number[game] == 0:
                continue
            best = self.best_row(game, values)
            if epsilon > 0:
                self.random = advance(self.random)
                if below(self.random, 1000000) < epsilon * 1000000:
                    self.random = advance(self.random)
                    best = self.first[game] + below(self.random, self.number[game])
            chosen[game] = best
            seats[game] = state_at(self.games, game).turn
            self.apply(game, choice_at(self.plays, best))
            self.first[game] = -1
            self.number[game] = 0
            self.decisions += 1

    def best_row(self, game: int, values: Any) -> int:
        """Return the row with the highest value of a game's decision."""
        first = self.first[game]
        best = first
        for at in range(first + 1, first + self.number[game]):
            if values[at, 0] > values[best, 0]:
                best = at
        return best

    def rows_of(self, game: int) -> tuple[int, int]:
        """Return the first row of a game's decision, and the number of rows."""
        return self.first[game], self.number[game]

    @property
    def decided(self) -> int:
        """The number of decisions so far."""
        return self.decisions


def move_choice(to: Choice, source: Choice) -> None:
    to.code = source.code
    for at in range(7):
        to.points[at] = source.points[at]
