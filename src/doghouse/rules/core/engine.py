# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""The Python API of the core: one game, changed step by step.

Seats, marbles, fields, cards and steps are integers, as in ``layout``; ``doghouse.rules.game`` uses notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.moves import forward, inward
    from doghouse.rules.core.playing import apply_step, finish_play, lay_out, random_steps
    from doghouse.rules.core.rounds import (
        add_card,
        begin_play,
        deal_round,
        drop_card,
        exchange_cards,
        give_card,
        hand_size_due,
        settle_chance,
        shuffle_due,
    )
    from doghouse.rules.core.seven import seven_steps
    from doghouse.rules.core.steps import legal_steps

COMPILED = cython.compiled


class Core:
    """A game in the compiled core."""

    def __cinit__(self) -> None:
        self.state = new_state()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.state)  # type: ignore[name-defined]

    if not cython.compiled:

        def __init__(self) -> None:
            self.__cinit__()

    def set_up(
        self,
        *,
        sections: int,
        order: Sequence[int],
        teams: Sequence[int],
        receivers: Sequence[int],
        alone: bool,
        canadian: bool,
        joker_may_finish: bool,
        exchange: int,
        quick_start: bool,
        first: int,
        seed: int,
    ) -> None:
        """Set up a new game for the seats in ``order``; ``teams`` and ``receivers`` are in that order too."""
        state = self.state
        state.ring_size = sections * SECTION
        state.players = len(order)
        state.seats = 0
        for place in range(len(order)):
            state.seats |= 1 << order[place]
            state.following[order[place]] = order[(place + 1) % len(order)]
            state.receiver[order[place]] = receivers[place]
            state.team[order[place]] = teams[place]
        state.alone = alone
        state.canadian = canadian
        state.joker_may_finish = joker_may_finish
        state.exchange = exchange
        state.quick_start = quick_start
        self.reseed(seed)
        for seat in range(SEATS):
            state.given[seat] = EMPTY
        lay_out(state, first)

    def copy(self) -> Core:
        fresh = Core()
        copy_state(fresh.state, self.state)
        return fresh

    def steps(self) -> list[int]:
        """Return the legal steps of the seat to act."""
        if not cython.compiled:
            out = [0] * STEPS
        count = legal_steps(self.state, out)
        return [out[at] for at in range(count)]

    def is_legal(self, step: int) -> bool:
        if not cython.compiled:
            out = [0] * STEPS
        count = legal_steps(self.state, out)
        for at in range(count):
            if out[at] == step:
                return True
        return False

    def step(self, code: int) -> None:
        """Apply a step; raise ValueError if it is not legal."""
        if not self.is_legal(code & 0x3FFFFF):
            raise ValueError(f"step {code} is not legal here")
        apply_step(self.state, code)

    def apply(self, code: int) -> None:
        """Apply a step that ``steps`` or ``seven_chunks`` listed, without checking it again."""
        apply_step(self.state, code)

    def reseed(self, seed: int) -> None:
        """Reset the core's random numbers."""
        self.state.deal_random = seed & 0xFFFFFFFFFFFFFFFF
        self.state.draw_random = ~seed & 0xFFFFFFFFFFFFFFFF

    def settle(self) -> None:
        """Deal and draw with the core's random numbers."""
        settle_chance(self.state)

    def play_randomly(self, seed: int, max_steps: int) -> int:
        """Play up to ``max_steps`` random steps; return a random number to continue with."""
        random = seed
        if cython.compiled:
            with cython.nogil:
                random = random_steps(self.state, random, max_steps)
        else:
            random = random_steps(self.state, random, max_steps)
        return random >> 1  # fits a signed number

    def break_off(self) -> None:
        """Break off an unfinished 7."""
        self.state.seven_left = 0
        self.state.first_done = EMPTY

    def seven_chunks(self, card: int) -> list[int]:
        """Return the legal chunks of a 7, or a joker as a 7: the first of a play, or the next of an unfinished one."""
        if not cython.compiled:
            out = [0] * STEPS
        left = self.state.seven_left or 7
        count = seven_steps(self.state, card, left, out, 0)
        return [out[at] for at in range(count)]

    def resume_seven(self, key: bytes, card: int) -> None:
        """Continue a 7 of the seat to act from the board with this key."""
        if not self.state.seven_left:
            drop_card(self.state, self.state.turn, card)
            self.state.seen[card] += 1
        self.load_board(key[:MARBLES], key[MARBLES])
        self.state.first_done = key[MARBLES + 1]
        self.state.seven_left = key[MARBLES + 3]
        self.state.seven_card = card

    def complete_seven(self, key: bytes, card: int) -> None:
        """Apply a whole 7 of the seat to act, given the key of the game after it."""
        self.resume_seven(key, card)
        finish_play(self.state)
        if key[MARBLES + 2]:  # the key has the winners, but not who was completed first
            self.state.winners = key[MARBLES + 2]
            self.state.phase = OVER

    def ends(self, step: int) -> tuple[int, int]:
        """Return the source and target fields of a step."""
        step_kind = step & STEP_KIND_BITS
        marble = (step >> MARBLE_SHIFT) & 31
        argument = (step >> ARGUMENT_SHIFT) & 31
        source = self.state.board.at[marble]
        if step_kind == MOVE or step_kind == RUN:
            return source, forward(self.state, marble, argument)
        if step_kind == ENTER or step_kind == DIVE:
            return source, inward(self.state, marble, argument)
        if step_kind == BACK:
            return source, forward(self.state, marble, -argument)
        if step_kind == SWAP:
            return source, self.state.board.at[argument]
        if step_kind == LEAVE:
            return source, (marble >> 2) * SECTION
        return EMPTY, EMPTY

    # The board.

    def marbles(self) -> list[int]:
        return [self.state.board.at[marble] for marble in range(MARBLES)]

    def marble_on(self, field: int) -> int:
        """Return the marble on a ring field, or EMPTY."""
        return self.state.board.ring[field]

    def load_board(self, marbles: Sequence[int], fresh: int) -> None:
        for field in range(FINISH):
            self.state.board.ring[field] = EMPTY
        for seat in range(SEATS):
            self.state.board.finish[seat] = 0
        for marble in range(MARBLES):
            field = marbles[marble]
            self.state.board.at[marble] = field
            if field < FINISH:
                self.state.board.ring[field] = marble
            elif field < KENNEL:
                self.state.board.finish[marble >> 2] |= 1 << (field & 3)
        self.state.board.fresh = fresh

    def sort_marbles(self) -> None:
        """Sort each seat's marbles by field, so that equal positions are equal byte for byte."""
        key = self.key()
        self.load_board(key[:MARBLES], self.state.board.fresh)

    def key(self) -> bytes:
        """Return the board as bytes, independent of the order of a seat's marbles, and who has won."""
        if not cython.compiled:
            key = [0] * KEY
        for marble in range(MARBLES):
            # An insertion sort among the four marbles of a seat.
            field = self.state.board.at[marble]
            place = marble
            while place & 3 and key[place - 1] > field:
                key[place] = key[place - 1]
                place -= 1
            key[place] = field
        key[MARBLES] = self.state.board.fresh
        key[MARBLES + 1] = self.state.first_done
        key[MARBLES + 2] = self.state.winners
        key[MARBLES + 3] = self.state.seven_left
        return key[:KEY] if cython.compiled else bytes(key)  # type: ignore[return-value]

    def fresh(self) -> int:
        return self.state.board.fresh

    def finished(self, seat: int) -> int:
        return self.state.board.finish[seat]

    # The cards.

    def hand(self, seat: int) -> list[int]:
        return [kind for kind in range(KINDS) for _copy in range(self.state.hand[seat * KINDS + kind])]

    def load_hand(self, seat: int, kinds: Iterable[int]) -> None:
        for kind in range(KINDS):
            self.state.hand[seat * KINDS + kind] = 0
        self.state.held[seat] = 0
        self.state.cards[seat] = 0
        for kind in kinds:
            add_card(self.state, seat, kind)

    def discard(self, kind: int) -> None:
        """Discard a card of the seat to act."""
        if not (self.state.held[self.state.turn] >> kind) & 1:
            raise ValueError(f"card {kind} is not in hand")
        drop_card(self.state, self.state.turn, kind)
        self.state.seen[kind] += 1

    def cards(self, seat: int) -> int:
        return self.state.cards[seat]

    def seen(self) -> list[int]:
        return [self.state.seen[kind] for kind in range(KINDS)]

    def load_seen(self, counts: Sequence[int]) -> None:
        for kind in range(KINDS):
            self.state.seen[kind] = counts[kind]

    def stock(self) -> list[int]:
        """Return the undealt cards, the next one first."""
        return [self.state.stock[at] for at in range(self.state.dealt, STOCK)]

    def load_stock(self, kinds: Sequence[int]) -> None:
        self.state.dealt = STOCK - len(kinds)
        for at in range(len(kinds)):
            self.state.stock[self.state.dealt + at] = kinds[at]

    def needs_shuffle(self) -> bool:
        return bool(shuffle_due(self.state))

    def deal_size(self) -> int:
        return hand_size_due(self.state)

    def deal(self) -> None:
        if self.state.phase != DEAL or shuffle_due(self.state):
            raise ValueError("no deal is due, or the stock is too small")
        deal_round(self.state)

    def given(self, seat: int) -> int:
        return self.state.given[seat]

    def load_given(self, seat: int, kind: int) -> None:
        self.state.given[seat] = kind

    def give(self, seat: int, kind: int) -> None:
        if self.state.phase != GIVE or not (self.state.held[seat] >> kind) & 1 or self.state.given[seat] != EMPTY:
            raise ValueError(f"seat {seat} cannot give card {kind}")
        give_card(self.state, seat, kind)

    def exchange(self) -> None:
        """Exchange the cards given or drawn."""
        exchange_cards(self.state)

    def skip_exchange(self) -> None:
        begin_play(self.state)

    # Turn and phase.

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def phase(self) -> int:
        return self.state.phase

    @property
    def round(self) -> int:
        return self.state.round

    @property
    def starter(self) -> int:
        return self.state.starter

    @property
    def folded(self) -> int:
        return self.state.folded

    @property
    def winners(self) -> int:
        return self.state.winners

    @property
    def seven_left(self) -> int:
        return self.state.seven_left

    @property
    def seven_card(self) -> int:
        return self.state.seven_card

    @property
    def first_done(self) -> int:
        return self.state.first_done

    @property
    def steps_made(self) -> int:
        return self.state.steps

    def load_turn(
        self,
        *,
        turn: int,
        phase: int,
        round: int,
        starter: int,
        folded: int = 0,
        seven_left: int = 0,
        seven_card: int = 0,
        first_done: int = EMPTY,
        winners: int = 0,
    ) -> None:
        self.state.turn = turn
        self.state.phase = phase
        self.state.round = round
        self.state.starter = starter
        self.state.folded = folded
        self.state.seven_left = seven_left
        self.state.seven_card = seven_card
        self.state.first_done = first_done
        self.state.winners = winners
