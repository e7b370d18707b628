# The C side of choice.py: the same names, as constants and plain structs.
from libc.stdlib cimport calloc
from doghouse.rules.core.layout cimport State

cdef enum:
    MAX_PLAYS = 512
    MAX_SEVENS = 240
    VISITED = 8192
    MAX_VISITED = 6000
    RESULTS = 1024
    ZOBRIST_FIELDS = 768
    ZOBRIST_POINTS = 64
    FULL_SEARCH_MARBLES = 4
    OWN_MARBLES_FIRST = -1
    POINTS = 7
    INTO = 32

cdef struct Choice:
    int code
    unsigned char points[7]

cdef struct Choices:
    Choice all[512]

cdef struct SevenSearch:
    unsigned long long visited[8192]
    unsigned short visited_stamps[8192]
    unsigned long long results[1024]
    unsigned short result_stamps[1024]
    unsigned short epoch
    unsigned short result_epoch
    int visited_count
    unsigned char path[7]
    int marbles
    int count
    int max_count
    int card
    int joker
    int seats
    int spread

cdef inline SevenSearch *new_seven_search() noexcept nogil:
    return <SevenSearch *> calloc(1, sizeof(SevenSearch))

cdef inline State *new_states(int count) noexcept:
    return <State *> calloc(count, sizeof(State))

cdef inline Choice *new_choices(int count) noexcept:
    return <Choice *> calloc(count, sizeof(Choice))

cdef inline int *new_numbers(int count) noexcept:
    return <int *> calloc(count, sizeof(int))

cdef inline State *state_at(State *states, int at) noexcept nogil:
    return states + at

cdef inline Choice *choice_at(Choice *choices, int at) noexcept nogil:
    return choices + at

cdef inline Choice *choices_from(Choice *choices, int at) noexcept nogil:
    return choices + at
