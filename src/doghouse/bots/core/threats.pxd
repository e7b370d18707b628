cimport cython
from doghouse.bots.core.features cimport *
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.moves cimport finish_reach, may_go_back, ring_reach

cdef enum:
    WORDS = 4

@cython.locals(
    one="unsigned long long", bit="unsigned long long", at=cython.int, player=cython.int, field=cython.int,
    _round=cython.int,
)
cdef void write_occupancy(State *state, unsigned char *marbles, int count, unsigned long long *on) noexcept nogil

@cython.locals(occupied="unsigned long long")
cdef int ahead_of(unsigned long long *words, int field) noexcept nogil

@cython.locals(
    enemies="unsigned long long[4]", last=cython.int, at=cython.int, marble=cython.int, player=cython.int,
    field=cython.int, mine=cython.int, mates=cython.int, word=cython.int, other=cython.int, near=cython.int,
)
cdef void encode_threats(
    State *state, unsigned char *marbles, int count, unsigned long long *on, int *blocks, unsigned char *row
) noexcept nogil

@cython.locals(distances=cython.int)
cdef int distances_of(int held) noexcept nogil

@cython.locals(
    held=cython.int, word=cython.int, distance=cython.int, reach=cython.int, seats=cython.int, possible=cython.int, leaving=cython.int,
    marble=cython.int, field=cython.int, inside=cython.int, slot=cython.int, kind=cython.int,
    others="unsigned long long[4]",
)
cdef void encode_reach(State *state, int seat, unsigned long long *on, int own, unsigned char *row) noexcept nogil

@cython.locals(other=cython.int)
cdef int can_play(State *state, int seat, int kind, int possible, int leaving) noexcept nogil

@cython.locals(near=cython.int, target=cython.int, distance=cython.int, turns=cython.int, player=cython.int)
cdef void count_captures(
    State *state, int seat, int field, int reach, unsigned long long *others, int own, unsigned char *row
) noexcept nogil
