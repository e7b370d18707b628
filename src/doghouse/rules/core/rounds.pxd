cimport cython
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.rng cimport advance, below

cdef void add_card(State *state, int seat, int kind) noexcept nogil
cdef void drop_card(State *state, int seat, int kind) noexcept nogil

@cython.locals(kind=cython.int)
cdef int card_at(State *state, int seat, int index) noexcept nogil

cdef int hand_size_due(State *state) noexcept nogil
cdef int shuffle_due(State *state) noexcept nogil

@cython.locals(kind=cython.int, _copy=cython.int, at=cython.int, other=cython.int, card=cython.int)
cdef void shuffle(State *state) noexcept nogil

@cython.locals(seat=cython.int, _turn=cython.int)
cdef void deal_round(State *state) noexcept nogil

cdef void begin_play(State *state) noexcept nogil

@cython.locals(seat=cython.int)
cdef void exchange_cards(State *state) noexcept nogil

@cython.locals(seat=cython.int, other=cython.int)
cdef void draw_cards(State *state) noexcept nogil

@cython.locals(_turn=cython.int)
cdef void give_card(State *state, int seat, int kind) noexcept nogil

@cython.locals(_turn=cython.int)
cdef void pass_turn(State *state) noexcept nogil

cdef void end_round(State *state) noexcept nogil

cdef void settle_chance(State *state) noexcept nogil
