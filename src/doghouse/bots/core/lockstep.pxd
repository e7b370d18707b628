cimport cython
from libc.stdlib cimport free
from doghouse.bots.core.afterstates cimport carry_out, know_after, plays_of
from doghouse.bots.core.choice cimport *
from doghouse.bots.core.encode cimport encode
from doghouse.bots.core.evaluate cimport chances_of, evaluate
from doghouse.bots.core.policy cimport choose_gift
from doghouse.bots.core.standing cimport leaders, progress_of
from doghouse.bots.core.weights cimport TAKING, WEIGHTS
from doghouse.rules.core.engine cimport Core
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.playing cimport do_step
from doghouse.rules.core.rng cimport advance, below, mixed
from doghouse.rules.core.rounds cimport settle_chance

cdef enum:
    MOST_KINDS = 128
    RUNNING = 0
    WON = 1
    BROKEN_OFF = 2
    ROUND_ENDED = 3

@cython.final
cdef class Lockstep:
    cdef int count, capacity, number_of_kinds, most_steps, one_round
    cdef State *games
    cdef State *kinds
    cdef Choice *plays
    cdef Spending *search
    cdef int *first
    cdef int *number
    cdef int *ended
    cdef int *by_hand
    cdef int *gone
    cdef int *gone_round
    cdef long long decisions
    cdef unsigned long long random
    cdef double weights[16]

    @cython.locals(at=cython.int)
    cpdef weigh(self, weights)

    cpdef put(self, int game, Core core, int by_hand=*, int gone=*)

    @cython.locals(core=Core)
    cpdef Core take(self, int game)

    cpdef offer(self, Core core)

    @cython.locals(game=cython.int)
    cpdef renew(self)

    @cython.locals(game=cython.int)
    cpdef stagger(self, int most)

    @cython.locals(state="State *")
    cdef void begin(self, int game) noexcept nogil

    @cython.locals(used=cython.int)
    cpdef int fill(self, unsigned char[:, ::1] rows)

    @cython.locals(used=cython.int, game=cython.int)
    cdef int fill_rows(self, unsigned char[:, ::1] rows) noexcept nogil

    @cython.locals(
        state="State *", memory=State, after="State *", count=cython.int, kept=cython.int, won=cython.int,
        known=cython.int, at=cython.int, choice="Choice *",
    )
    cdef int go_on(self, int game, unsigned char[:, ::1] rows, int used) noexcept nogil

    @cython.locals(
        state="State *", memory=State, after="State *", chances="double[14]", chosen=cython.int, best=cython.double,
        value=cython.double, at=cython.int, choice="Choice *",
    )
    cdef int sensible(self, int game, int used, int count) noexcept nogil

    @cython.locals(
        state="State *", what=cython.int, card=cython.int, robbed=cython.int, seat=cython.int, other=cython.int,
    )
    cdef void make(self, int game, Choice *choice) noexcept nogil

    cpdef decide(self, float[:, ::1] values, double epsilon, int[::1] chosen, int[::1] seats)

    @cython.locals(game=cython.int, first=cython.int, best=cython.int, at=cython.int)
    cdef void decide_all(self, float[:, ::1] values, double epsilon, int[::1] chosen, int[::1] seats) noexcept nogil

    cpdef tuple rows_of(self, int game)
    cpdef read(self, int game, int seat, unsigned char[::1] row)

    cpdef outcomes(self, int[::1] teams, int[::1] endings, int[::1] winners, float[:, ::1] margins)

    @cython.locals(
        game=cython.int, state="State *", bits=cython.int, team=cython.int, other=cython.int, best=cython.double,
        far=cython.double,
    )
    cdef void write_outcomes(
        self, int[::1] teams, int[::1] endings, int[::1] winners, float[:, ::1] margins
    ) noexcept nogil

@cython.locals(at=cython.int)
cdef void move_choice(Choice *to, Choice *source) noexcept nogil
