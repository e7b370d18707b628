cimport cython
from libc.stdlib cimport free
from doghouse.bots.core.afterstates cimport is_seven, write_afterstate, plays_of
from doghouse.bots.core.choice cimport *
from doghouse.bots.core.encode cimport encode
from doghouse.rules.core.engine cimport Core
from doghouse.rules.core.layout cimport *

@cython.locals(
    memory=State, after="State *", out=Choices, search="SevenSearch *", count=cython.int, left=cython.int, at=cython.int,
    choice="Choice *", ends=cython.int, seen=cython.int, spent=cython.int,
)
cpdef list write_rows(Core core, int known, unsigned char[:, ::1] rows)
