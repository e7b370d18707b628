cimport cython
from libc.stdlib cimport free
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.moves cimport forward, inward, land
from doghouse.rules.core.playing cimport apply_step, finish_play, lay_out, random_steps
from doghouse.rules.core.rounds cimport (
    add_card, begin_play, deal_round, drop_card, exchange_cards, give_card, hand_size_due, settle_chance, shuffle_due,
)
from doghouse.rules.core.seven cimport seven_steps
from doghouse.rules.core.steps cimport legal_steps

@cython.final
cdef class Core:
    cdef State *state

    @cython.locals(out="int[2048]", count=cython.int, at=cython.int)
    cpdef list steps(self)

    @cython.locals(out="int[2048]", count=cython.int, at=cython.int)
    cpdef bint is_legal(self, int step)

    @cython.locals(fresh=Core)
    cpdef Core copy(self)

    cpdef step(self, int code)

    @cython.locals(random="unsigned long long")
    cpdef long long play_randomly(self, unsigned long long seed, int max_steps)

    @cython.locals(step_kind=cython.int, marble=cython.int, argument=cython.int, source=cython.int)
    cpdef tuple ends(self, int step)

    @cython.locals(key="unsigned char[28]", marble=cython.int, field=cython.int, place=cython.int)
    cpdef bytes key(self)

    @cython.locals(out="int[2048]", count=cython.int, at=cython.int, left=cython.int)
    cpdef list seven_chunks(self, int card)

    cpdef apply(self, int code)
    cpdef resume_seven(self, bytes key, int card)
    cpdef complete_seven(self, bytes key, int card)
    cpdef sort_marbles(self)
    @cython.locals(marble=cython.int, field=cython.int, seat=cython.int)
    cpdef load_board(self, marbles, int fresh)
