# The C side of layout.py: the same names, as constants and plain structs.
from libc.stdlib cimport calloc

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int doghouse_lowest(int bits) { unsigned long at; _BitScanForward(&at, (unsigned long) bits); return (int) at; }
    #else
    #define doghouse_lowest(bits) __builtin_ctz((unsigned) (bits))
    #endif
    """
    int doghouse_lowest(int bits) noexcept nogil

cdef enum:
    SECTION = 16
    SEATS = 6
    MARBLES = 24
    FINISH = 96
    KENNEL = 120
    EMPTY = 255
    FRESH_FLAG = 256
    KINDS = 14
    ACE = 0
    TWO = 1
    FOUR = 3
    SEVEN = 6
    JACK = 10
    KING = 12
    JOKER = 13
    STOCK = 110
    JOKERS = 6
    COPIES = 8
    PLAIN = 7103
    DEAL = 0
    DRAW = 1
    GIVE = 2
    PLAY = 3
    OVER = 4
    PARTNER = 0
    DRAWN = 1
    PASSED = 2
    LEAVE = 0
    MOVE = 1
    ENTER = 2
    BACK = 3
    SWAP = 4
    TAKE = 5
    IDLE = 6
    FOLD = 7
    GIVING = 8
    RUN = 9
    DIVE = 10
    STEP_KIND_BITS = 15
    CARD_SHIFT = 4
    AS_SHIFT = 8
    MARBLE_SHIFT = 12
    ARGUMENT_SHIFT = 17
    TAKEN_SHIFT = 22
    STEPS = 2048
    KEY = 28

cdef struct Board:
    unsigned char at[24]
    unsigned char ring[96]
    unsigned char finish[6]
    unsigned char fresh

cdef struct State:
    int ring_size
    int seats
    int players
    unsigned char following[6]
    unsigned char receiver[6]
    unsigned char team[6]
    int alone
    int canadian
    int joker_may_finish
    int exchange
    int quick_start
    Board board
    unsigned char hand[84]
    unsigned short held[6]
    unsigned char cards[6]
    unsigned char given[6]
    int folded
    unsigned char seen[14]
    unsigned char stock[110]
    int dealt
    int turn
    int phase
    int round
    int starter
    int seven_left
    int seven_card
    int first_done
    int winners
    int steps
    unsigned long long deal_random
    unsigned long long draw_random

cdef inline State *new_state() noexcept:
    return <State *> calloc(1, sizeof(State))

cdef inline void copy_state(State *to, State *source) noexcept nogil:
    to[0] = source[0]

cdef inline Board *board_of(State *state) noexcept nogil:
    return &state.board

cdef inline int lowest(int bits) noexcept nogil:
    return doghouse_lowest(bits)
