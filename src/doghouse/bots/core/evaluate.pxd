cimport cython
from doghouse.bots.core.weights cimport *
from doghouse.rules.core.layout cimport *

@cython.locals(
    left=cython.int, kind=cython.int, other=cython.int, total=cython.int, pool=cython.double, cards=cython.double,
)
cdef void chances_of(State *state, int seat, double *chances) noexcept nogil

@cython.locals(
    far=cython.int, behind=cython.int, other=cython.int, risk=cython.double,
)
cdef double danger(State *state, int marble, int mates, double *chances) noexcept nogil

@cython.locals(
    total=cython.double, marble=cython.int, field=cython.int, gone=cython.int, worth=cython.double, start=cython.int,
    depth=cython.int, inside=cython.int, free=cython.int,
)
cdef double seat_value(State *state, int seat, int mates, double *chances, double *weights) noexcept nogil

@cython.locals(
    own=cython.double, rivals=cython.double, best=cython.double, value=cython.double, rest=cython.int,
    team=cython.int, other=cython.int, teams=cython.int, members=cython.int, low=cython.double, part=cython.double,
)
cdef double evaluate(State *state, int seat, double *chances, double *weights) noexcept nogil

@cython.locals(base=cython.int, kennel=cython.int, marble=cython.int, keys=cython.int)
cdef double hand_value(State *state, int seat, double *weights) noexcept nogil
