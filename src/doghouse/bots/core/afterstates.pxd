cimport cython
from doghouse.bots.core.choice cimport *
from doghouse.rules.core.layout cimport *
from doghouse.rules.core.engine cimport Core
from doghouse.rules.core.playing cimport apply_step, finish_play
from doghouse.rules.core.rng cimport splitmix_output
from doghouse.rules.core.rounds cimport drop_card
from doghouse.rules.core.seven cimport ends_game, movable, advance_one, undo_advance
from doghouse.rules.core.steps cimport legal_steps

cdef unsigned long long zobrist_fields[768]
cdef unsigned long long zobrist_points[64]

@cython.locals(steps="int[2048]", count=cython.int, held=cython.int, play_count=cython.int, sevens=cython.int, at=cython.int, code=cython.int, step_kind=cython.int, card=cython.int)
cdef int plays_of(State *state, Choice *out, SevenSearch *search) noexcept nogil

@cython.locals(
    at=cython.int, left=cython.int, seats=cython.int, later=cython.int, movables=cython.int, marble=cython.int,
    spread=cython.int,
)
cdef int seven_plays(State *state, int card, Choice *out, int count, SevenSearch *search) noexcept nogil

@cython.locals(total=cython.int, marble=cython.int, field=cython.int, distance=cython.int)
cdef int to_go(State *state, int seats) noexcept nogil

@cython.locals(at=cython.int)
cdef void begin_search(SevenSearch *search, int seats, int spread) noexcept nogil

@cython.locals(at="unsigned long long")
cdef int insert(unsigned long long *table, unsigned short *stamps, int epoch, unsigned long long mask, unsigned long long key) noexcept nogil

cdef unsigned long long field_key(int marble, int field) noexcept nogil

@cython.locals(seats=cython.int, own=cython.int, allowed=cython.int, marbles=cython.int)
cdef int next_marbles(State *state, int used, SevenSearch *search) noexcept nogil

@cython.locals(
    at=cython.int, marbles=cython.int, marble=cython.int, source=cython.int, now_used=cython.int, into_finish=cython.int,
    undo_token=cython.int,
    there=cython.int, changed="unsigned long long", visit_key="unsigned long long", done=cython.int,
)
cdef void search_seven(State *state, int all, int left, unsigned long long board_key, int used, SevenSearch *search, Choice *out) noexcept nogil

@cython.locals(count=cython.int)
cdef int bits_of(int bits) noexcept nogil

cdef int is_seven(Choice *choice) noexcept nogil
cdef void apply_choice(State *state, Choice *choice) noexcept nogil

@cython.locals(left=cython.int, at=cython.int, marble=cython.int)
cdef void apply_seven(State *state, Choice *choice) noexcept nogil

@cython.locals(step_kind=cython.int, card=cython.int)
cdef void write_afterstate(State *state, Choice *choice, State *after) noexcept nogil

@cython.locals(one=Choice, choice="Choice *")
cpdef apply_choice_to_core(Core core, int code, bytes points)

@cython.locals(at=cython.int)
cdef int write_choice(Choice *choice, int code, bytes points) except -1
