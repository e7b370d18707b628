cimport cython
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.moves cimport *
from doghouse.rules.core.rng cimport advance, below
from doghouse.rules.core.rounds cimport add_card, card_at, drop_card, give_card, pass_turn, settle_chance
from doghouse.rules.core.seven cimport run_points, team_complete
from doghouse.rules.core.steps cimport legal_steps

@cython.locals(board="Board *", field=cython.int, marble=cython.int, seat=cython.int)
cdef void lay_out(State *state, int first) noexcept nogil

@cython.locals(board="Board *", step_kind=cython.int, card=cython.int, marble=cython.int, argument=cython.int, seat=cython.int)
cdef void apply_step(State *state, int step) noexcept nogil

@cython.locals(kind=cython.int)
cdef void fold(State *state) noexcept nogil

@cython.locals(kind=cython.int)
cdef void take_card(State *state, int seat, int kind) noexcept nogil

@cython.locals(seat=cython.int)
cdef void finish_play(State *state) noexcept nogil

@cython.locals(out="int[2048]", count=cython.int)
cdef unsigned long long random_steps(State *state, unsigned long long random, int max_steps) noexcept nogil
