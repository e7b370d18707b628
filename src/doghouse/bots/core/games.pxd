cimport cython
from libc.stdlib cimport free
from doghouse.bots.core.choice cimport new_numbers, new_states, state_at
from doghouse.bots.core.encode cimport encode
from doghouse.bots.core.standing cimport leaders, progress_of
from doghouse.rules.core.engine cimport Core
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.rng cimport advance, below, splitmix_output

cdef enum:
    MAX_VARIANTS = 128
    RUNNING = 0
    WON = 1
    BROKEN_OFF = 2
    ROUND_ENDED = 3
    DECIDES = 4

cdef class Games:
    cdef int count, variant_count, sparring
    cdef State *games
    cdef State *variants
    cdef int *first
    cdef int *ended
    cdef int *greedy_seats
    cdef int *gift_played
    cdef int *gift_played_round
    cdef unsigned long long random

    @cython.locals(game=cython.int)
    cdef void make_room(self, int count)

    cdef int check_number(self, int game) except -1

    cpdef put(self, int game, Core core, int greedy_seats=*)

    @cython.locals(core=Core)
    cpdef Core take(self, int game)

    cpdef int seats_with_lost_gift(self, int game)

    cpdef read(self, int game, int seat, unsigned char[::1] row)

    cpdef add_variant(self, Core core)

    @cython.locals(game=cython.int)
    cpdef reseed_takes(self)

    @cython.locals(game=cython.int, begun=cython.int)
    cpdef int restart_ended(self)

    @cython.locals(game=cython.int)
    cpdef stagger(self, int max_steps)

    @cython.locals(state="State *", seat=cython.int, _turn=cython.int)
    cdef void begin(self, int game) noexcept nogil

    cpdef outcomes(self, int[::1] teams, int[::1] endings, int[::1] winners, float[:, ::1] margins)

    @cython.locals(
        game=cython.int, state="State *", bits=cython.int, team=cython.int, other=cython.int, best=cython.double,
        progress=cython.double,
    )
    cdef void write_outcomes(
        self, int[::1] teams, int[::1] endings, int[::1] winners, float[:, ::1] margins
    ) noexcept nogil
