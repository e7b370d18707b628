cimport cython
from doghouse.bots.core.evaluate cimport chances_of, evaluate
from doghouse.bots.core.weights cimport *
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.engine cimport Core
from doghouse.rules.core.playing cimport apply_step
from doghouse.rules.core.rng cimport advance, below
from doghouse.rules.core.rounds cimport drop_card, settle_chance
from doghouse.rules.core.steps cimport legal_steps

cdef double OWN_NEED

@cython.locals(trial="State", work="State *", value=cython.double)
cdef double step_value(State *state, int step, double *chances, double *weights) noexcept nogil

@cython.locals(
    out="int[2048]", chances="double[14]", count=cython.int, at=cython.int, best=cython.double, value=cython.double, chosen=cython.int,
)
cdef int choose_step(State *state, double *weights) noexcept nogil

@cython.locals(
    kind=cython.int, held=cython.int, giver=cython.int, receiver=cython.int, hand=cython.int, start_cards=cython.int, best=cython.double, value=cython.double, chosen=cython.int,
)
cdef int choose_gift(State *state) noexcept nogil

@cython.locals(marble=cython.int, out=cython.int, kennel=cython.int, field=cython.int)
cdef double need_of(State *state, int seat, int kind, int others) noexcept nogil

@cython.locals(last=cython.int)
cdef void play_on(State *state, int max_steps, int rounds, double *weights) noexcept nogil

@cython.locals(numbers="double[96]", at=cython.int, seat=cython.int)
cpdef void play_out(Core core, int max_steps, int rounds, weights)

@cython.locals(numbers="double[16]", chances="double[14]", at=cython.int)
cpdef double value_of(Core core, int seat, weights)

@cython.locals(numbers="double[16]", at=cython.int)
cpdef int best_step(Core core, weights)

cpdef int best_gift(Core core)
