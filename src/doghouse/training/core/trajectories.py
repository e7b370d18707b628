# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""The decisions of each running game, and their targets once the game is over.

A decision is identified by the *slot* of its row in the replay buffer. Its target is a chance of winning per team, the
mover's team first, then in the order of turns: the result of the game or, with a lambda below 1, mixed with the values
of the decisions in between (lambda-returns along all players' decisions).
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython


class Trajectories:
    """The decisions of running games, in arrays that the caller provides.

    ``slots`` and ``seats`` are [game, decision], ``values`` is [game, decision, team], ``counted`` [seat, place] is the
    order of the teams from each seat.
    """

    def __init__(self, slots: Any, seats: Any, values: Any, lengths: Any, counted: Any) -> None:
        self.slots = slots
        self.seats = seats
        self.values = values
        self.lengths = lengths
        self.counted = counted
        self.teams = counted.shape[1]
        self.capacity = slots.shape[1]

    def record(self, chosen: Any, seats: Any, values: Any, first_slot: int) -> None:
        """Record the row chosen in each game, or -1; its slot is first_slot + game."""
        with cython.nogil:
            self.record_all(chosen, seats, values, first_slot)

    def record_all(self, chosen: Any, seats: Any, values: Any, first_slot: int) -> None:
        for game in range(chosen.shape[0]):
            row = chosen[game]
            at = self.lengths[game]
            if row < 0 or at >= self.capacity:
                continue
            self.slots[game, at] = first_slot + game
            self.seats[game, at] = seats[game]
            for team in range(self.teams):
                self.values[game, at, team] = values[row, team]
            self.lengths[game] = at + 1

    def settle(self, endings: Any, winners: Any, margins: Any, decay: float, slots: Any, targets: Any) -> int:
        """Write the slots and targets of the decisions of every game that has ended; return how many.

        ``winners`` is the number of the winning team, or -1 without one; ``margins`` [game, team] is the lead of each
        team over the best other. A target has a chance per team, then the margin at the end.
        """
        with cython.nogil:
            written = self.settle_all(endings, winners, margins, decay, slots, targets)
        return written  # noqa: RET504 (with the GIL)

    def settle_all(self, endings: Any, winners: Any, margins: Any, decay: float, slots: Any, targets: Any) -> int:
        written = 0
        for game in range(endings.shape[0]):
            if endings[game] == 0:
                continue
            written = self.settle_game(game, winners[game], margins, decay, slots, targets, written)
            self.lengths[game] = 0
        return written

    def settle_game(
        self, game: int, winner: int, margins: Any, decay: float, slots: Any, targets: Any, written: int
    ) -> int:
        if not cython.compiled:
            worth = [0.0] * 6
        for team in range(self.teams):
            worth[team] = 1.0 / self.teams if winner < 0 else 0.0
        if winner >= 0:
            worth[winner] = 1.0
        for at in range(self.lengths[game] - 1, -1, -1):
            seat = self.seats[game, at]
            slots[written] = self.slots[game, at]
            for place in range(self.teams):
                targets[written, place] = worth[self.counted[seat, place]]
            targets[written, self.teams] = margins[game, self.counted[seat, 0]]
            written += 1
            for place in range(self.teams):
                team = self.counted[seat, place]
                worth[team] = decay * worth[team] + (1.0 - decay) * self.values[game, at, place]
        return written
