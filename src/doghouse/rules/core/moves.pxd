cimport cython
from doghouse.rules.core.layout cimport *

@cython.locals(there=cython.int, seat=cython.int)
cdef void land(Board *board, int marble, int field) noexcept nogil

@cython.locals(source=cython.int, seat=cython.int)
cdef void lift(Board *board, int marble) noexcept nogil

@cython.locals(field=cython.int)
cdef void swap_marbles(Board *board, int mine, int other) noexcept nogil

@cython.locals(field=cython.int, seat=cython.int, ahead=cython.int, start=cython.int, free=cython.int, open_fields=cython.int)
cdef int finish_reach(State *state, int marble) noexcept nogil

@cython.locals(field=cython.int, ahead=cython.int, coming=cython.int)
cdef int ring_reach(State *state, int marble) noexcept nogil

@cython.locals(field=cython.int, behind=cython.int)
cdef int may_go_back(State *state, int marble) noexcept nogil

@cython.locals(field=cython.int)
cdef int forward(State *state, int marble, int far) noexcept nogil

@cython.locals(field=cython.int, seat=cython.int)
cdef int inward(State *state, int marble, int far) noexcept nogil
