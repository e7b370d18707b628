cimport cython
from doghouse.rules.core.engine cimport Core
from doghouse.rules.core.layout cimport *

cdef enum:
    FINISHED = 10000

@cython.locals(total=cython.int, marble=cython.int, field=cython.int, distance=cython.int)
cdef int standing(State *state, int team) noexcept nogil

@cython.locals(best=cython.int, leader=cython.int, rest=cython.int, team=cython.int, total=cython.int)
cdef int leaders(State *state) noexcept nogil

@cython.locals(members=cython.int, seat=cython.int)
cdef double progress_of(State *state, int team) noexcept nogil

cpdef int leading_team(Core core)
