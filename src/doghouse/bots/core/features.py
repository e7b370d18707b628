"""Feature indices in the blocks of a row; ``encode.py`` has the order of the blocks.

Used by the uncompiled core; must match ``features.pxd``.
"""

# The block of a player, behind its ring fields.
FRESH = 0  # a fresh marble on the start
IN_KENNEL = 1  # 4: at least this many marbles in the kennel
INSIDE = 5  # 4: the finish fields that are taken
COMPLETE = 9  # all four are in
HELD = 10  # 6: at least this many cards in hand
FOLDED = 16  # out of the round
ACTS = 17  # acts next
BEGINS = 18  # begins the round, or the next one
PROGRESS = 19  # how far all marbles have come, of 255
PACKED = 20  # 4: marbles that stand innermost, without a gap
BEHIND = 24  # 13: marbles that an opponent stands so many fields behind
THREAT_BACKWARD_4 = 37  # marbles that an opponent can send home with a four backwards
ON_START = 38  # marbles on the start of an opponent with marbles in the kennel
PLAYER_BLOCK_SIZE = 39  # the length of this block

# The block of the seat.
HAND = 0  # 14 x 3: at least this many of a kind in hand
UNKNOWN_CARD = 42  # the hand has a card taken unseen
UNSEEN = 43  # 14: cards of a kind not seen yet
KNOWN = 57  # 14: the card known to be with the receiver
GIVING_CARD = 71  # cards are being given: the hand is what is left of it
ROUND = 72  # 5: how many cards were dealt
ROUND_OVER = 77  # all cards are played
STOCK_LEFT = 78  # cards in the stock
SHUFFLE = 79  # the next deal needs all cards
REACHED = 80  # 4: finish fields that the hand reaches
START_CARDS = 84  # 3: at least this many cards that leave the kennel
CANADIAN = 87  # R12.1
JOKER_FINISHES = 88  # R12.2
PASSING = 89  # R4.3, a card of one's choice
DEAD = 90  # 14: cards in hand that could not be played now
CAPTURES = 104  # for each player: marbles that the hand can send home

# Behind that, where a section is empty between the seats of three or five players: a block for each player, and the
# sections from the seat on that are empty. Without it the net cannot tell the other players' starts.
NEARING = 0  # 13: a marble that far before its own start, not fresh
EIGHTS = 13  # for every eight fields of its way: marbles there
