cimport cython
from doghouse.bots.core.features cimport *
from doghouse.bots.core.threats cimport WORDS, encode_reach, encode_threats, write_occupancy
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.rounds cimport shuffle_due

@cython.locals(count=cython.int)
cpdef int feature_count(int players, int ring_size) noexcept nogil

cpdef int old_feature_count(int players, int ring_size) noexcept nogil

cdef int has_empty_sections(int players, int ring_size) noexcept nogil

@cython.locals(
    marbles="unsigned char[24]", blocks="int[6]", on="unsigned long long[28]", size=cython.int, at=cython.int, player=cython.int, base=cython.int,
    count=cython.int, _order=cython.int,
)
cdef void encode(State *state, int seat, int known, unsigned char *row) noexcept nogil

@cython.locals(
    size=cython.int, mine=cython.int, kennel=cython.int, progress=cython.int, start=cython.int, marble=cython.int,
    field=cython.int, distance=cython.int, inside=cython.int, slot=cython.int, at=cython.int,
)
cdef int encode_player(
    State *state, int seat, int player, int base, unsigned char *marbles, int count, unsigned char *row
) noexcept nogil

@cython.locals(hand=cython.int, cards=cython.int, kind=cython.int, count=cython.int, at=cython.int, unseen=cython.int)
cdef void encode_own(State *state, int seat, int known, int own, unsigned char *row) noexcept nogil

@cython.locals(player=cython.int, _order=cython.int, marble=cython.int, field=cython.int, distance=cython.int)
cdef void encode_ways(State *state, int seat, int base, unsigned char *row) noexcept nogil
