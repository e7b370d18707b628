"""Indices of the evaluation weights; a test compares them with ``weights.pxd``."""

OUT = 0  # a marble on the ring instead of in the kennel
FIELD = 1  # a field further
INSIDE = 2  # a marble in the finish
DEPTH = 3  # a field deeper in the finish
RISK = 4  # of what a marble would lose, how much its danger costs
LOCK = 5  # a fresh marble that locks the way
READY = 6  # a marble within reach of an open finish
KEY_CARD = 7  # a card in hand that leaves the kennel, while marbles are in it
JOKER_KEPT = 8
SEVEN_KEPT = 9
FOUR_KEPT = 10
RIVAL = 11  # how much the other teams count, on average
LEADER = 12  # and how much the best of them
WIN = 13
TRAILING = 14  # how much more, or less, the least advanced of a team counts
TAKING = 15  # a card taken from an opponent
WEIGHTS = 16
