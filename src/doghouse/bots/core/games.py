# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Many games in one array: put and get, restart, and outcomes."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.choice import new_numbers, new_states, state_at
    from doghouse.bots.core.encode import encode
    from doghouse.bots.core.standing import leaders, progress_of
    from doghouse.rules.core.engine import Core
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.rng import advance, below, splitmix_output

    MAX_VARIANTS = 128
    RUNNING = 0
    WON = 1
    BROKEN_OFF = 2
    ROUND_ENDED = 3
    DECIDES = 4


class Games:
    """An array of games, and the variants that replace ended ones."""

    def make_room(self, count: int) -> None:
        """Allocate ``count`` games, none of which has begun."""
        self.count = count
        self.variant_count = 0
        self.random = 0
        self.sparring = 0
        self.games = new_states(count)
        self.variants = new_states(MAX_VARIANTS)
        self.first = new_numbers(count)  # the first row of a game's decision, or -1
        self.ended = new_numbers(count)  # whether and how
        self.greedy_seats = new_numbers(count)  # the seats that need no net
        self.gift_played = new_numbers(count)  # seats whose given card was played, laid down or taken, as bits
        self.gift_played_round = new_numbers(count)  # the round that these bits are for
        for game in range(count):
            self.ended[game] = WON
            self.first[game] = -1

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.games)  # type: ignore[name-defined]
            free(self.variants)  # type: ignore[name-defined]
            free(self.first)  # type: ignore[name-defined]
            free(self.ended)  # type: ignore[name-defined]
            free(self.greedy_seats)  # type: ignore[name-defined]
            free(self.gift_played)  # type: ignore[name-defined]
            free(self.gift_played_round)  # type: ignore[name-defined]

    def check_number(self, game: int) -> None:
        if not 0 <= game < self.count:
            raise IndexError(f"game index out of range: there are {self.count} games")

    def put(self, game: int, core: Core, greedy_seats: int = 0) -> None:
        """Store a game; the seats in ``greedy_seats`` need no net."""
        self.check_number(game)
        copy_state(state_at(self.games, game), core.state)
        self.ended[game] = RUNNING
        self.first[game] = -1
        self.greedy_seats[game] = greedy_seats
        self.gift_played[game] = 0
        self.gift_played_round[game] = core.state.round

    def take(self, game: int) -> Core:
        """Return a copy of a game."""
        self.check_number(game)
        core = Core()
        copy_state(core.state, state_at(self.games, game))
        return core

    def seats_with_lost_gift(self, game: int) -> int:
        """Return the seats, as bits, whose given card was played, laid down or taken."""
        self.check_number(game)
        return self.gift_played[game]

    def read(self, game: int, seat: int, row: Any) -> None:
        """Write the row of a seat, as if the card it gave were gone."""
        if cython.compiled:
            encode(state_at(self.games, game), seat, EMPTY, cython.address(row[0]))
        else:
            encode(state_at(self.games, game), seat, EMPTY, row)

    def add_variant(self, core: Core) -> None:
        """Add a game that ``restart_ended`` may start."""
        if self.variant_count == MAX_VARIANTS:
            raise ValueError(f"too many variants: the maximum is {MAX_VARIANTS}")
        copy_state(state_at(self.variants, self.variant_count), core.state)
        self.variant_count += 1

    def seed(self, seed: int) -> None:
        self.random = splitmix_output(seed & 0x7FFFFFFFFFFFFFFF)

    def set_sparring(self, part: float) -> None:
        """Let ``greedy`` play all teams but one in this fraction of new games."""
        self.sparring = round(part * 1000000)

    def reseed_takes(self) -> None:
        """Reseed hidden takes, so that copies do not reveal them."""
        for game in range(self.count):
            self.random = advance(self.random)
            state_at(self.games, game).draw_random = splitmix_output(self.random)

    def restart_ended(self) -> int:
        """Start a new game in place of each ended one; return how many."""
        begun = 0
        for game in range(self.count):
            if self.ended[game]:
                self.begin(game)
                begun += 1
        return begun

    def stagger(self, max_steps: int) -> None:
        """Spread the step counts, so that games do not all reach the limit at once."""
        for game in range(self.count):
            self.random = advance(self.random)
            state_at(self.games, game).steps = below(self.random, max_steps)

    def begin(self, game: int) -> None:
        self.random = advance(self.random)
        state = state_at(self.games, game)
        copy_state(state, state_at(self.variants, below(self.random, self.variant_count)))
        self.random = advance(self.random)
        state.deal_random = splitmix_output(self.random)
        self.random = advance(self.random)
        state.draw_random = splitmix_output(self.random)
        self.ended[game] = RUNNING
        self.first[game] = -1
        self.greedy_seats[game] = 0
        self.gift_played[game] = 0
        self.gift_played_round[game] = 0
        if self.sparring:
            self.random = advance(self.random)
            if below(self.random, 1000000) < self.sparring:
                self.random = advance(self.random)
                seat = state.starter
                for _turn in range(below(self.random, state.players)):
                    seat = state.following[seat]
                self.greedy_seats[game] = state.seats & ~state.team[seat]

    def outcomes(self, teams: Any, endings: Any, winners: Any, margins: Any) -> None:
        """Write for each game whether and how it has ended: 0 not, 1 won, 2 broken off, 3 at the end of its round,
        4: stopped at the awaited seat's decision.

        ``teams`` has the seats of each team as bits. Of games that have ended, ``winners`` gets the number of the team
        that has won or, broken off, stands best (-1: none alone), and ``margins`` by how much each team is ahead of the
        best other, from -1 to 1.
        """
        if cython.compiled:
            with cython.nogil:
                self.write_outcomes(teams, endings, winners, margins)
        else:
            self.write_outcomes(teams, endings, winners, margins)

    def write_outcomes(self, teams: Any, endings: Any, winners: Any, margins: Any) -> None:
        for game in range(self.count):
            endings[game] = self.ended[game]
            if self.ended[game] == RUNNING:
                continue
            state = state_at(self.games, game)
            bits = state.winners if self.ended[game] == WON else leaders(state)
            winners[game] = -1
            for team in range(teams.shape[0]):
                if teams[team] == bits:
                    winners[game] = team
                best = -1.0
                for other in range(teams.shape[0]):
                    if other != team:
                        progress = progress_of(state, teams[other])
                        if progress > best:
                            best = progress
                margins[game, team] = progress_of(state, teams[team]) - best
