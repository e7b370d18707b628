cimport cython

@cython.final
cdef class Trajectories:
    cdef int[:, ::1] slots
    cdef signed char[:, ::1] seats
    cdef float[:, :, ::1] values
    cdef int[::1] lengths
    cdef int[:, ::1] counted
    cdef int teams, capacity

    cpdef record(self, int[::1] chosen, int[::1] seats, float[:, ::1] values, int first_slot)

    @cython.locals(game=cython.int, row=cython.int, at=cython.int, team=cython.int)
    cdef void record_all(self, int[::1] chosen, int[::1] seats, float[:, ::1] values, int first_slot) noexcept nogil

    @cython.locals(written=cython.int)
    cpdef int settle(
        self, int[::1] endings, int[::1] winners, float[:, ::1] margins, double decay, int[::1] slots, float[:, ::1] targets
    )

    @cython.locals(game=cython.int, written=cython.int)
    cdef int settle_all(
        self, int[::1] endings, int[::1] winners, float[:, ::1] margins, double decay, int[::1] slots, float[:, ::1] targets
    ) noexcept nogil

    @cython.locals(worth="double[6]", team=cython.int, at=cython.int, seat=cython.int, place=cython.int)
    cdef int settle_game(
        self, int game, int winner, float[:, ::1] margins, double decay, int[::1] slots, float[:, ::1] targets, int written
    ) noexcept nogil
