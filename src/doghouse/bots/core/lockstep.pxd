cimport cython
from libc.stdlib cimport free
from doghouse.bots.core.afterstates cimport apply_choice, write_afterstate, plays_of, write_choice
from doghouse.bots.core.choice cimport *
from doghouse.bots.core.encode cimport encode
from doghouse.bots.core.evaluate cimport chances_of, evaluate
from doghouse.bots.core.games cimport BROKEN_OFF, Games, ROUND_ENDED, WON
from doghouse.bots.core.policy cimport choose_gift
from doghouse.bots.core.weights cimport TAKING, WEIGHTS
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.playing cimport apply_step
from doghouse.rules.core.rng cimport advance, below
from doghouse.rules.core.rounds cimport settle_chance

@cython.final
cdef class Lockstep(Games):
    cdef int capacity, max_steps, one_round
    cdef Choice *plays
    cdef SevenSearch *search
    cdef int *number
    cdef long long decisions
    cdef double weights[16]

    @cython.locals(at=cython.int)
    cpdef weigh(self, weights)

    @cython.locals(used=cython.int)
    cpdef int fill(self, unsigned char[:, ::1] rows)

    @cython.locals(used=cython.int, game=cython.int)
    cdef int fill_rows(self, unsigned char[:, ::1] rows) noexcept nogil

    @cython.locals(
        state="State *", memory=State, after="State *", count=cython.int, kept=cython.int, won=cython.int,
        known=cython.int, at=cython.int, choice="Choice *",
    )
    cdef int advance(self, int game, unsigned char[:, ::1] rows, int used) noexcept nogil

    @cython.locals(
        state="State *", memory=State, after="State *", chances="double[14]", chosen=cython.int, best=cython.double,
        value=cython.double, at=cython.int, choice="Choice *",
    )
    cdef int greedy_choice(self, int game, int used, int count) noexcept nogil

    @cython.locals(one=Choice, choice="Choice *")
    cpdef apply_choice_to_game(self, int game, int code, bytes points)

    @cython.locals(
        state="State *", step_kind=cython.int, card=cython.int, robbed=cython.int, seat=cython.int, other=cython.int,
    )
    cdef void apply(self, int game, Choice *choice) noexcept nogil

    cpdef decide(self, float[:, ::1] values, double epsilon, int[::1] chosen, int[::1] seats)

    @cython.locals(game=cython.int, best=cython.int)
    cdef void decide_all(self, float[:, ::1] values, double epsilon, int[::1] chosen, int[::1] seats) noexcept nogil

    @cython.locals(best=cython.int, first=cython.int, at=cython.int)
    cdef int best_row(self, int game, float[:, ::1] values) noexcept nogil

    cpdef tuple rows_of(self, int game)

@cython.locals(at=cython.int)
cdef void move_choice(Choice *to, Choice *source) noexcept nogil
