cimport cython
from doghouse.bots.core.choice cimport *
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.engine cimport Core
from doghouse.rules.core.playing cimport do_step, finish_play
from doghouse.rules.core.rng cimport mixed
from doghouse.rules.core.rounds cimport drop_card
from doghouse.rules.core.seven cimport ends_game, movable, point, unpoint
from doghouse.rules.core.steps cimport legal_steps

cdef unsigned long long places[768]
cdef unsigned long long rests[64]

@cython.locals(steps="int[2048]", count=cython.int, held=cython.int, found=cython.int, sevens=cython.int, at=cython.int, code=cython.int, what=cython.int, card=cython.int)
cdef int plays_of(State *state, Choice *out, Spending *search) noexcept nogil

@cython.locals(
    at=cython.int, left=cython.int, seats=cython.int, later=cython.int, movables=cython.int, marble=cython.int,
    spread=cython.int,
)
cdef int seven_plays(State *state, int card, Choice *out, int count, Spending *search) noexcept nogil

@cython.locals(found=cython.int, marble=cython.int, field=cython.int, far=cython.int)
cdef int to_go(State *state, int seats) noexcept nogil

@cython.locals(at=cython.int)
cdef void begin_search(Spending *search, int seats, int spread) noexcept nogil

@cython.locals(at="unsigned long long")
cdef int insert(unsigned long long *table, unsigned short *stamps, int epoch, unsigned long long mask, unsigned long long mark) noexcept nogil

cdef unsigned long long place_mark(int marble, int field) noexcept nogil

@cython.locals(seats=cython.int, own=cython.int, allowed=cython.int, marbles=cython.int)
cdef int next_marbles(State *state, int used, Spending *search) noexcept nogil

@cython.locals(
    at=cython.int, marbles=cython.int, marble=cython.int, source=cython.int, now_used=cython.int, into=cython.int,
    mark=cython.int,
    there=cython.int, changed="unsigned long long", told_apart="unsigned long long", done=cython.int,
)
cdef void spend(State *state, int all, int left, unsigned long long board_mark, int used, Spending *search, Choice *out) noexcept nogil

@cython.locals(count=cython.int)
cdef int bits_of(int bits) noexcept nogil

cdef int is_seven(Choice *choice) noexcept nogil
cdef void carry_out(State *state, Choice *choice) noexcept nogil

@cython.locals(left=cython.int, at=cython.int, marble=cython.int)
cdef void spend_all(State *state, Choice *choice) noexcept nogil

@cython.locals(what=cython.int, card=cython.int)
cdef void know_after(State *state, Choice *choice, State *after) noexcept nogil

@cython.locals(one=Choice, choice="Choice *")
cpdef make_choice(Core core, int code, bytes points)

@cython.locals(at=cython.int)
cdef int write_choice(Choice *choice, int code, bytes points) except -1
