cimport cython
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.moves cimport *

cdef int movable(State *state, int seven) noexcept nogil

@cython.locals(seat=cython.int)
cdef int team_complete(State *state, int team) noexcept nogil

@cython.locals(seat=cython.int)
cdef int ends_game(State *state) noexcept nogil

@cython.locals(board="Board *", source=cython.int, target=cython.int, seat=cython.int, there=cython.int, undo_token=cython.int)
cdef int advance_one(State *state, int marble, int into_finish) noexcept nogil

@cython.locals(board="Board *", target=cython.int, there=cython.int, seat=cython.int)
cdef void undo_advance(State *state, int marble, int source, int undo_token) noexcept nogil

@cython.locals(source=cython.int, undo_token=cython.int, seats=cython.int, marble=cython.int, into_finish=cython.int, possible=cython.int)
cdef int can_spend(State *state, int left, int joker) noexcept nogil

@cython.locals(source=cython.int, undo_token=cython.int, possible=cython.int)
cdef int can_spend_after(State *state, int marble, int into_finish, int points, int left, int joker) noexcept nogil

@cython.locals(_done=cython.int)
cdef void run_points(State *state, int marble, int into_finish, int points) noexcept nogil

@cython.locals(
    marbles="unsigned char[24]", runs="unsigned char[24]", joker=cython.int, runner=cython.int, second=cython.int,
    movable_count=cython.int, rest=cython.int, seat=cython.int, marble=cython.int, field=cython.int, exact=cython.int,
    index=cython.int, code=cython.int, other=cython.int, sure=cython.int, far=cython.int, inside=cython.int,
)
cdef int seven_steps(State *state, int card, int left, int *out, int count) noexcept nogil

@cython.locals(gap=cython.int)
cdef int ahead(State *state, int field, int other) noexcept nogil
