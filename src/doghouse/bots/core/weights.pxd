# The C side of weights.py.
cdef enum:
    OUT = 0
    FIELD = 1
    INSIDE = 2
    DEPTH = 3
    RISK = 4
    LOCK = 5
    READY = 6
    KEY_CARD = 7
    JOKER_KEPT = 8
    SEVEN_KEPT = 9
    FOUR_KEPT = 10
    RIVAL = 11
    LEADER = 12
    WIN = 13
    TRAILING = 14
    TAKING = 15
    WEIGHTS = 16
