cimport cython

cdef unsigned long long MASK, GOLDEN, MIX_A, MIX_B

cdef unsigned long long advance(unsigned long long state) noexcept nogil

@cython.locals(bits="unsigned long long")
cdef unsigned long long splitmix_output(unsigned long long state) noexcept nogil

@cython.locals(high="unsigned long long", wide="unsigned long long")
cdef int below(unsigned long long state, int bound) noexcept nogil
