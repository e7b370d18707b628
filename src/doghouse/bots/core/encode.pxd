cimport cython
from doghouse.bots.core.row cimport *
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.moves cimport finish_reach, may_go_back, ring_reach
from doghouse.rules.core.rounds cimport shuffle_due

cpdef int features(int players, int ring_size)

@cython.locals(
    marbles="unsigned char[24]", blocks="int[6]", size=cython.int, at=cython.int, player=cython.int, base=cython.int,
    count=cython.int, _order=cython.int,
)
cdef void encode(State *state, int seat, int known, unsigned char *row) noexcept nogil

@cython.locals(
    size=cython.int, mine=cython.int, kennel=cython.int, gone=cython.int, start=cython.int, marble=cython.int,
    field=cython.int, far=cython.int, inside=cython.int,
)
cdef int encode_player(
    State *state, int seat, int player, int base, unsigned char *marbles, int count, unsigned char *row
) noexcept nogil

@cython.locals(
    at=cython.int, marble=cython.int, player=cython.int, field=cython.int, mine=cython.int, mates=cython.int,
    open_to=cython.int, other_at=cython.int, other=cython.int, far=cython.int,
)
cdef void encode_threats(State *state, unsigned char *marbles, int count, int *blocks, unsigned char *row) noexcept nogil

@cython.locals(hand=cython.int, cards=cython.int, kind=cython.int, count=cython.int, far=cython.int)
cdef void encode_own(State *state, int seat, int known, int own, unsigned char *row) noexcept nogil

@cython.locals(far=cython.int)
cdef int distances_of(int held) noexcept nogil

@cython.locals(
    held=cython.int, far=cython.int, reach=cython.int, seats=cython.int, possible=cython.int, leaving=cython.int,
    marble=cython.int, field=cython.int, inside=cython.int, slot=cython.int, kind=cython.int,
)
cdef void encode_reach(
    State *state, int seat, unsigned char *marbles, int count, int own, unsigned char *row
) noexcept nogil

@cython.locals(other=cython.int)
cdef int can_play(State *state, int seat, int kind, int possible, int leaving) noexcept nogil

@cython.locals(at=cython.int, other=cython.int, player=cython.int, far=cython.int)
cdef void count_captures(
    State *state, int seat, int field, int reach, unsigned char *marbles, int count, int own, unsigned char *row
) noexcept nogil
