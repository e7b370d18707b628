cimport cython
from doghouse.bots.core.choice cimport choice_at, state_at
from doghouse.bots.core.encode cimport encode
from doghouse.bots.core.games cimport DECIDES, ROUND_ENDED, RUNNING, WON
from doghouse.bots.core.lockstep cimport Lockstep
from doghouse.rules.core.layout cimport EMPTY, copy_state

cpdef fork(Lockstep source, Lockstep branches, float[:, ::1] values, int width, int[:, ::1] picks)

@cython.locals(game=cython.int, branch=cython.int, row=cython.int)
cdef void fork_all(
    Lockstep source, Lockstep branches, float[:, ::1] values, int width, int[:, ::1] picks
) noexcept nogil

@cython.locals(best=cython.int, row=cython.int, taken=cython.int, branch=cython.int)
cdef int next_best(Lockstep source, int game, float[:, ::1] values, int picked, int[:, ::1] picks) noexcept nogil

cdef void begin_branch(Lockstep source, int game, Lockstep branches, int branch, int row) noexcept nogil

cpdef end_where_decides(
    Lockstep branches, int[::1] seats, int width, float[:, ::1] values, float[:, ::1] reached
)

@cython.locals(branch=cython.int, best=cython.int, team=cython.int)
cdef void end_deciding(
    Lockstep branches, int[::1] seats, int width, float[:, ::1] values, float[:, ::1] reached
) noexcept nogil

cpdef read_ends(Lockstep branches, int[::1] seats, int width, unsigned char[:, ::1] rows)

@cython.locals(branch=cython.int)
cdef void read_all(Lockstep branches, int[::1] seats, int width, unsigned char[:, ::1] rows) noexcept nogil
