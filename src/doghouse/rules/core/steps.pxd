cimport cython
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.moves cimport *
from doghouse.rules.core.seven cimport movable, seven_steps, team_complete

@cython.locals(kind=cython.int, held=cython.int, count=cython.int)
cdef int give_steps(State *state, int *out) noexcept nogil

@cython.locals(
    seats=cython.int, seat=cython.int, rest=cython.int, ends=cython.int, held=cython.int, count=cython.int, marble=cython.int, field=cython.int, kind=cython.int,
    on_board=cython.int, index=cython.int, code=cython.int, far=cython.int, entering=cython.int,
    marbles="unsigned char[24]", runs="int[24]", dives="int[24]",
)
cdef int play_steps(State *state, int *out) noexcept nogil

@cython.locals(rest=cython.int, seat=cython.int, marble=cython.int)
cdef int leave_steps(State *state, int seats, int code, int *out, int count) noexcept nogil

@cython.locals(
    marbles="unsigned char[24]", marble_count=cython.int, rest=cython.int, seat=cython.int, marble=cython.int,
    index=cython.int, other=cython.int,
)
cdef int swap_steps(State *state, int seats, int code, int *out, int count) noexcept nogil

@cython.locals(seat=cython.int)
cdef int take_steps(State *state, int code, int *out, int count) noexcept nogil

@cython.locals(marble=cython.int, mine=cython.int)
cdef int only_own_under_way(State *state, int seats) noexcept nogil

@cython.locals(field=cython.int)
cdef int under_way(State *state, int marble) noexcept nogil

@cython.locals(seat=cython.int, inside=cython.int)
cdef int completes(State *state, int marble) noexcept nogil

cdef int legal_steps(State *state, int *out) noexcept nogil
