# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""The distinct plays of a decision, each with the game after it as the mover knows it.

Plays are told apart by card and result. A joker is not played as a card that is in hand too. A seven is searched point
by point. Where more than a handful of marbles can be moved, plays with few marbles come first and their number is
bounded: a decision stays small however many results there are. Alone, a seven moves one's own marbles in any way, or
one marble of another player and one's own (R13.2).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.choice import *
    from doghouse.rules.core.engine import Core
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.playing import do_step, finish_play
    from doghouse.rules.core.rng import mixed
    from doghouse.rules.core.rounds import drop_card
    from doghouse.rules.core.seven import ends_game, movable, point, unpoint
    from doghouse.rules.core.steps import legal_steps

    MASK = 0xFFFFFFFFFFFFFFFF
    places = [0] * PLACES
    rests = [0] * RESTS

# Zobrist numbers: for an owner on a field, for the points left and who was done first.
for number in range(PLACES):
    places[number] = mixed(number + 1)
for number in range(RESTS):
    rests[number] = mixed(2000 + number)


def plays_of(state: State, out: list[Choice], search: Spending) -> int:
    """Write the plays, gifts or the fold of the seat to act; return their number, at most MAX_PLAYS."""
    if not cython.compiled:
        steps = [0] * STEPS
    if state.seven_left:
        return seven_plays(state, state.seven_card, out, 0, search)
    count = legal_steps(state, steps)
    held = state.held[state.turn]
    found = 0
    sevens = 0
    for at in range(count):
        code = steps[at]
        what = code & WHAT_BITS
        card = (code >> CARD_SHIFT) & 15
        if what == RUN or what == DIVE:
            sevens |= 1 << card
            continue
        if card == JOKER and what != GIVING:
            if (held >> ((code >> AS_SHIFT) & 15)) & 1:
                continue
            if what == LEAVE and (held >> KING) & 1:
                continue
        if found < MAX_PLAYS - MAX_SEVENS:
            out[found].code = code
            found += 1
    if (sevens >> SEVEN) & 1:
        return seven_plays(state, SEVEN, out, found, search)
    if (sevens >> JOKER) & 1:
        return seven_plays(state, JOKER, out, found, search)
    return found


def seven_plays(state: State, card: int, out: list[Choice], count: int, search: Spending) -> int:
    """Append the plays of a 7 to the first ``count`` choices; return the new count."""
    search.result_epoch = (search.result_epoch + 1) & 65535
    if search.result_epoch == 0:
        for at in range(RESULTS):
            search.result_stamps[at] = 0
        search.result_epoch = 1
    search.found = count
    search.most = count + MAX_SEVENS
    search.card = card
    search.joker = card == JOKER and not state.joker_may_finish
    left = state.seven_left or POINTS
    seats = movable(state, 1)
    later = seats | state.team[state.turn]  # R10.4: once one's last marble is in
    movables = 0
    search.marbles = 0
    for marble in range(MARBLES):
        if (later >> (marble >> 2)) & 1 and state.board.at[marble] < KENNEL:
            search.marbles |= 1 << marble
            movables += (seats >> (marble >> 2)) & 1
    if movables <= FEW:
        begin_search(search, 63, 0)
        spend(state, left, left, 0, 0, search, out)
        return search.found
    if to_go(state, 1 << state.turn if state.alone else state.team[state.turn]) <= left:  # it may win
        begin_search(search, 63, HOMEWARDS if state.alone else 0)
        spend(state, left, left, 0, 0, search, out)
    if state.alone:
        begin_search(search, 1 << state.turn, 0)
        spend(state, left, left, 0, 0, search, out)
    for spread in range(1, 3 if state.alone else 4):
        begin_search(search, 63, spread)
        spend(state, left, left, 0, 0, search, out)
    if search.found == count:
        begin_search(search, 63, 0)
        spend(state, left, left, 0, 0, search, out)
    return search.found


def to_go(state: State, seats: int) -> int:
    """Return how far these seats are from a full finish; a large number if a marble is in the kennel."""
    found = 0
    for marble in range(MARBLES):
        if not (seats >> (marble >> 2)) & 1:
            continue
        field = state.board.at[marble]
        if field == KENNEL:
            return 9 * POINTS
        if field >= FINISH:
            found += (marble & 3) - (field & 3)
        else:
            far = (marble >> 2) * SECTION - field
            found += (far if far >= 0 else far + state.ring_size) + 1 + (marble & 3)
    return found


def begin_search(search: Spending, seats: int, spread: int) -> None:
    search.epoch = (search.epoch + 1) & 65535
    if search.epoch == 0:
        for at in range(VISITED):
            search.visited_stamps[at] = 0
        search.epoch = 1
    search.known = 0
    search.seats = seats
    search.spread = spread


def insert(table: list[int], stamps: list[int], epoch: int, mask: int, mark: int) -> int:
    """Insert a mark into a hash table; return whether it is new."""
    at = (mark >> 20) & mask
    while stamps[at] == epoch:
        if table[at] == mark:
            return 0
        at = (at + 1) & mask
    table[at] = mark
    stamps[at] = epoch
    return 1


def place_mark(marble: int, field: int) -> int:
    """Return the Zobrist number of a marble's owner on a field."""
    return places[(marble >> 2) << 7 | field]


def next_marbles(state: State, used: int, search: Spending) -> int:
    """Return the marbles that may take the next point after those already used, as bits."""
    seats = movable(state, 1) & search.seats
    own = 15 << (4 * state.turn)
    allowed = -1
    if search.spread == HOMEWARDS:
        seats &= ~(1 << state.turn) if state.board.finish[state.turn] == 15 else 1 << state.turn
        if bits_of(used & ~own) == 2:
            allowed = own | used  # others take what is left, and two of them are enough
    elif search.spread and used:
        if bits_of(used) == search.spread:
            allowed = used
        elif state.alone and not used & own:
            allowed = own | used  # of two marbles one is one's own
    marbles = 0
    while seats:
        marbles |= 15 << (4 * lowest(seats))
        seats &= seats - 1
    return marbles & allowed & search.marbles


def spend(state: State, all: int, left: int, board_mark: int, used: int, search: Spending, out: list[Choice]) -> None:
    """Spend the points left in every way and write each new result; leave the board unchanged."""
    if left == 0:
        if search.joker and ends_game(state):
            return
        if insert(
            search.results, search.result_stamps, search.result_epoch, RESULTS - 1, board_mark + state.first_done
        ):
            if search.found < search.most:
                out[search.found].code = RUN | (search.card << CARD_SHIFT) | (SEVEN << AS_SHIFT)
                for at in range(all):
                    out[search.found].points[at] = search.path[at]
                search.found += 1
        return
    marbles = next_marbles(state, used, search)
    while marbles:
        marble = lowest(marbles)
        marbles &= marbles - 1
        source = state.board.at[marble]
        if source >= KENNEL:
            continue  # sent home on the way
        if search.found >= search.most or search.known >= FULL:
            return
        now_used = used | (1 << marble)
        for into in range(2):
            if into and source != (marble >> 2) * SECTION:
                continue  # ``into`` matters on the own start only
            mark = point(state, marble, into)
            if mark < 0:
                continue
            changed = board_mark - place_mark(marble, source) + place_mark(marble, state.board.at[marble])
            there = mark & 255
            if there != EMPTY:
                changed += place_mark(there, KENNEL) - place_mark(there, state.board.at[marble])
            if mark & 256:
                changed += mixed(1000 + (marble >> 2))
            if not cython.compiled:
                changed &= MASK
            done = state.first_done
            if done == EMPTY and state.board.finish[marble >> 2] == 15:
                state.first_done = marble >> 2
            told_apart = changed + rests[left << 3 | (state.first_done & 7)]
            if search.spread:
                told_apart += mixed(4000 + now_used)
            if not cython.compiled:
                told_apart &= MASK
            if insert(search.visited, search.visited_stamps, search.epoch, VISITED - 1, told_apart):
                search.known += 1
                search.path[all - left] = marble | (INTO if into else 0)
                spend(state, all, left - 1, changed, now_used, search, out)
            state.first_done = done
            unpoint(state, marble, source, mark)


def bits_of(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def is_seven(choice: Choice) -> int:
    return choice.code & WHAT_BITS == RUN


def carry_out(state: State, choice: Choice) -> None:
    """Apply a play."""
    if is_seven(choice):
        spend_all(state, choice)
    else:
        do_step(state, choice.code)


def spend_all(state: State, choice: Choice) -> None:
    left = state.seven_left
    if not left:
        drop_card(state, state.turn, (choice.code >> CARD_SHIFT) & 15)
        state.seen[(choice.code >> CARD_SHIFT) & 15] += 1
        left = POINTS
    state.steps += 1
    for at in range(left):
        marble = choice.points[at] & 31
        point(state, marble, choice.points[at] & INTO)
        if state.first_done == EMPTY and state.board.finish[marble >> 2] == 15:
            state.first_done = marble >> 2
    state.seven_left = 0
    finish_play(state)


def know_after(state: State, choice: Choice, after: State) -> None:
    """Write the game after a play as the mover knows it: a card taken by a 2 and gifts of others stay hidden."""
    copy_state(after, state)
    what = choice.code & WHAT_BITS
    card = (choice.code >> CARD_SHIFT) & 15
    if what == GIVING:
        drop_card(after, state.turn, card)
    elif what == TAKE:
        drop_card(after, state.turn, card)
        after.seen[card] += 1
        after.cards[state.turn] += 1
        after.cards[(choice.code >> ARGUMENT_SHIFT) & 31] -= 1
        finish_play(after)
    else:
        carry_out(after, choice)


def make_choice(core: Core, code: int, points: bytes) -> None:
    """Apply a choice to a game with the same board and own hand."""
    if cython.compiled:
        choice = cython.address(one)  # type: ignore[name-defined]
    else:
        choice = Choice()
    write_choice(choice, code, points)
    carry_out(core.state, choice)


def write_choice(choice: Choice, code: int, points: bytes) -> None:
    """Copy a choice from Python to a struct."""
    if len(points) > POINTS:
        raise ValueError("a seven has seven points")
    choice.code = code
    for at in range(len(points)):
        choice.points[at] = points[at]
