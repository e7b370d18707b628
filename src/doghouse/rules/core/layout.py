"""The memory layout of a game: constants and the two structs of the core.

Used by the uncompiled core; must match ``layout.pxd``.
Both structs are plain memory when compiled: they are copied whole, and thousands of them can stand in one array.
"""

from __future__ import annotations

SECTION = 16  # ring fields in a section, and so the distance between two starts (R1.1)
SEATS = 6
MARBLES = 24  # four for each seat: seat s owns the marbles 4s .. 4s+3

# A marble's field: 0-95 on the ring, FINISH + 4 * seat + depth in a finish, KENNEL in its kennel.
FINISH = 96
KENNEL = 120
EMPTY = 255  # no marble, no card, no seat
FRESH_FLAG = 256  # in the undo token of a point: the marble was fresh

# Kinds of cards: number cards, queen and king move kind + 1 fields.
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
PLAIN = 7103  # a bit for each kind that only moves or leaves the kennel: all but seven, jack and joker

# Phases of a game.
DEAL = 0  # cards are to be dealt
DRAW = 1  # hidden cards are to be drawn (R4.3)
GIVE = 2
PLAY = 3
OVER = 4

# How cards are exchanged (R4).
PARTNER = 0
DRAWN = 1
PASSED = 2

# A step is one integer: what it does, the card, what a joker stands for, the marble, and an argument
# (how far, the other marble, or the seat a card is taken from).
LEAVE = 0
MOVE = 1
ENTER = 2  # into the finish, or further inside
BACK = 3
SWAP = 4
TAKE = 5
IDLE = 6  # a jack without effect
FOLD = 7
GIVING = 8
RUN = 9  # a chunk of a seven along the ring
DIVE = 10  # a chunk of a seven that ends in the finish
STEP_KIND_BITS = 15
CARD_SHIFT = 4
AS_SHIFT = 8
MARBLE_SHIFT = 12
ARGUMENT_SHIFT = 17
TAKEN_SHIFT = 22  # the kind of the card taken plus one; 0: random
STEPS = 2048  # room for the steps of any position
KEY = 28  # bytes of a board's key: the marbles, fresh, first completed, winners, points left


class Board:
    """The marbles."""

    def __init__(self) -> None:
        self.at = [KENNEL] * MARBLES  # the field of each marble
        self.ring = [EMPTY] * FINISH  # the marble on each ring field
        self.finish = [0] * SEATS  # a bit for each occupied finish field
        self.fresh = 0  # a bit for each seat with a fresh marble on its start

    def take_over(self, other: Board) -> None:
        self.at[:] = other.at
        self.ring[:] = other.ring
        self.finish[:] = other.finish
        self.fresh = other.fresh


class State:
    """A whole game: setup, board, cards, turn, random numbers."""

    def __init__(self) -> None:
        # The setup, which never changes.
        self.ring_size = 0
        self.seats = 0  # a bit for each seat that plays
        self.players = 0
        self.following = [EMPTY] * SEATS  # who moves after a seat
        self.receiver = [EMPTY] * SEATS  # who gets the card a seat gives or loses
        self.team = [0] * SEATS  # the seats of each seat's team, as bits
        self.alone = 0  # no teams (R13)
        self.canadian = 0
        self.joker_may_finish = 1
        self.exchange = PARTNER
        self.quick_start = 0
        # The game.
        self.board = Board()
        self.hand = [0] * (SEATS * KINDS)  # how many of each kind
        self.held = [0] * SEATS  # a bit for each kind in hand
        self.cards = [0] * SEATS  # the size of each hand
        self.given = [EMPTY] * SEATS  # the card given or lost in this round's exchange
        self.folded = 0  # a bit for each seat that is out of the round
        self.seen = [0] * KINDS  # cards played or laid down since the last shuffle
        self.stock = [0] * STOCK
        self.dealt = STOCK  # how many cards of the stock have been dealt
        self.turn = 0
        self.phase = DEAL
        self.round = 0  # rounds dealt so far
        self.starter = 0  # of this round or, before the deal, the next one
        self.seven_left = 0  # points left of an unfinished 7
        self.seven_card = 0
        self.first_done = EMPTY  # alone: the first seat completed by an unfinished 7 (R13.4)
        self.winners = 0
        self.steps = 0
        self.deal_random = 0
        self.draw_random = 0


def new_state() -> State:
    return State()


def copy_state(to: State, source: State) -> None:
    for name, value in vars(source).items():
        if isinstance(value, list):
            getattr(to, name)[:] = value
        elif name == "board":
            to.board.take_over(value)
        else:
            setattr(to, name, value)


def board_of(state: State) -> Board:
    return state.board


def lowest(bits: int) -> int:
    """Return the index of the lowest set bit; there must be one."""
    return (bits & -bits).bit_length() - 1
