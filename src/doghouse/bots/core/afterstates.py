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
    from doghouse.rules.core.playing import apply_step, finish_play
    from doghouse.rules.core.rng import splitmix_output
    from doghouse.rules.core.rounds import drop_card
    from doghouse.rules.core.seven import advance_one, ends_game, movable, undo_advance
    from doghouse.rules.core.steps import legal_steps

    MASK = 0xFFFFFFFFFFFFFFFF
    zobrist_fields = [0] * ZOBRIST_FIELDS
    zobrist_points = [0] * ZOBRIST_POINTS

# Zobrist numbers: for an owner on a field, for the points left and who was done first.
for number in range(ZOBRIST_FIELDS):
    zobrist_fields[number] = splitmix_output(number + 1)
for number in range(ZOBRIST_POINTS):
    zobrist_points[number] = splitmix_output(2000 + number)


def plays_of(state: State, out: list[Choice], search: SevenSearch) -> int:
    """Write the plays, gifts or the fold of the seat to act; return their number, at most MAX_PLAYS."""
    if not cython.compiled:
        steps = [0] * STEPS
    if state.seven_left:
        return seven_plays(state, state.seven_card, out, 0, search)
    count = legal_steps(state, steps)
    held = state.held[state.turn]
    play_count = 0
    sevens = 0
    for at in range(count):
        code = steps[at]
        step_kind = code & STEP_KIND_BITS
        card = (code >> CARD_SHIFT) & 15
        if step_kind == RUN or step_kind == DIVE:
            sevens |= 1 << card
            continue
        if card == JOKER and step_kind != GIVING:
            if (held >> ((code >> AS_SHIFT) & 15)) & 1:
                continue
            if step_kind == LEAVE and (held >> KING) & 1:
                continue
        if play_count < MAX_PLAYS - MAX_SEVENS:
            out[play_count].code = code
            play_count += 1
    if (sevens >> SEVEN) & 1:
        return seven_plays(state, SEVEN, out, play_count, search)
    if (sevens >> JOKER) & 1:
        return seven_plays(state, JOKER, out, play_count, search)
    return play_count


def seven_plays(state: State, card: int, out: list[Choice], count: int, search: SevenSearch) -> int:
    """Append the plays of a 7 to the first ``count`` choices; return the new count."""
    search.result_epoch = (search.result_epoch + 1) & 65535
    if search.result_epoch == 0:
        for at in range(RESULTS):
            search.result_stamps[at] = 0
        search.result_epoch = 1
    search.count = count
    search.max_count = count + MAX_SEVENS
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
    if movables <= FULL_SEARCH_MARBLES:
        begin_search(search, 63, 0)
        search_seven(state, left, left, 0, 0, search, out)
        return search.count
    if to_go(state, 1 << state.turn if state.alone else state.team[state.turn]) <= left:  # it may win
        begin_search(search, 63, OWN_MARBLES_FIRST if state.alone else 0)
        search_seven(state, left, left, 0, 0, search, out)
    if state.alone:
        begin_search(search, 1 << state.turn, 0)
        search_seven(state, left, left, 0, 0, search, out)
    for spread in range(1, 3 if state.alone else 4):
        begin_search(search, 63, spread)
        search_seven(state, left, left, 0, 0, search, out)
    if search.count == count:
        begin_search(search, 63, 0)
        search_seven(state, left, left, 0, 0, search, out)
    return search.count


def to_go(state: State, seats: int) -> int:
    """Return how far these seats are from a full finish; a large number if a marble is in the kennel."""
    total = 0
    for marble in range(MARBLES):
        if not (seats >> (marble >> 2)) & 1:
            continue
        field = state.board.at[marble]
        if field == KENNEL:
            return 9 * POINTS
        if field >= FINISH:
            total += (marble & 3) - (field & 3)
        else:
            distance = (marble >> 2) * SECTION - field
            total += (distance if distance >= 0 else distance + state.ring_size) + 1 + (marble & 3)
    return total


def begin_search(search: SevenSearch, seats: int, spread: int) -> None:
    search.epoch = (search.epoch + 1) & 65535
    if search.epoch == 0:
        for at in range(VISITED):
            search.visited_stamps[at] = 0
        search.epoch = 1
    search.visited_count = 0
    search.seats = seats
    search.spread = spread


def insert(table: list[int], stamps: list[int], epoch: int, mask: int, key: int) -> int:
    """Insert a key into a hash table; return whether it is new."""
    at = (key >> 20) & mask
    while stamps[at] == epoch:
        if table[at] == key:
            return 0
        at = (at + 1) & mask
    table[at] = key
    stamps[at] = epoch
    return 1


def field_key(marble: int, field: int) -> int:
    """Return the Zobrist number of a marble's owner on a field."""
    return zobrist_fields[(marble >> 2) << 7 | field]


def next_marbles(state: State, used: int, search: SevenSearch) -> int:
    """Return the marbles that may take the next point after those already used, as bits."""
    seats = movable(state, 1) & search.seats
    own = 15 << (4 * state.turn)
    allowed = -1
    if search.spread == OWN_MARBLES_FIRST:
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


def search_seven(
    state: State, all: int, left: int, board_key: int, used: int, search: SevenSearch, out: list[Choice]
) -> None:
    """Spend the points left in every way and write each new result; leave the board unchanged."""
    if left == 0:
        if search.joker and ends_game(state):
            return
        if insert(search.results, search.result_stamps, search.result_epoch, RESULTS - 1, board_key + state.first_done):
            if search.count < search.max_count:
                out[search.count].code = RUN | (search.card << CARD_SHIFT) | (SEVEN << AS_SHIFT)
                for at in range(all):
                    out[search.count].points[at] = search.path[at]
                search.count += 1
        return
    marbles = next_marbles(state, used, search)
    while marbles:
        marble = lowest(marbles)
        marbles &= marbles - 1
        source = state.board.at[marble]
        if source >= KENNEL:
            continue  # sent home on the way
        if search.count >= search.max_count or search.visited_count >= MAX_VISITED:
            return
        now_used = used | (1 << marble)
        for into_finish in range(2):
            if into_finish and source != (marble >> 2) * SECTION:
                continue  # ``into_finish`` matters on the own start only
            undo_token = advance_one(state, marble, into_finish)
            if undo_token < 0:
                continue
            changed = board_key - field_key(marble, source) + field_key(marble, state.board.at[marble])
            there = undo_token & 255
            if there != EMPTY:
                changed += field_key(there, KENNEL) - field_key(there, state.board.at[marble])
            if undo_token & FRESH_FLAG:
                changed += splitmix_output(1000 + (marble >> 2))
            if not cython.compiled:
                changed &= MASK
            done = state.first_done
            if done == EMPTY and state.board.finish[marble >> 2] == 15:
                state.first_done = marble >> 2
            visit_key = changed + zobrist_points[left << 3 | (state.first_done & 7)]
            if search.spread:
                visit_key += splitmix_output(4000 + now_used)
            if not cython.compiled:
                visit_key &= MASK
            if insert(search.visited, search.visited_stamps, search.epoch, VISITED - 1, visit_key):
                search.visited_count += 1
                search.path[all - left] = marble | (INTO if into_finish else 0)
                search_seven(state, all, left - 1, changed, now_used, search, out)
            state.first_done = done
            undo_advance(state, marble, source, undo_token)


def bits_of(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def is_seven(choice: Choice) -> int:
    return choice.code & STEP_KIND_BITS == RUN


def apply_choice(state: State, choice: Choice) -> None:
    """Apply a play."""
    if is_seven(choice):
        apply_seven(state, choice)
    else:
        apply_step(state, choice.code)


def apply_seven(state: State, choice: Choice) -> None:
    left = state.seven_left
    if not left:
        drop_card(state, state.turn, (choice.code >> CARD_SHIFT) & 15)
        state.seen[(choice.code >> CARD_SHIFT) & 15] += 1
        left = POINTS
    state.steps += 1
    for at in range(left):
        marble = choice.points[at] & 31
        advance_one(state, marble, choice.points[at] & INTO)
        if state.first_done == EMPTY and state.board.finish[marble >> 2] == 15:
            state.first_done = marble >> 2
    state.seven_left = 0
    finish_play(state)


def write_afterstate(state: State, choice: Choice, after: State) -> None:
    """Write the game after a play as the mover knows it: a card taken by a 2 and gifts of others stay hidden."""
    copy_state(after, state)
    step_kind = choice.code & STEP_KIND_BITS
    card = (choice.code >> CARD_SHIFT) & 15
    if step_kind == GIVING:
        drop_card(after, state.turn, card)
    elif step_kind == TAKE:
        drop_card(after, state.turn, card)
        after.seen[card] += 1
        after.cards[state.turn] += 1
        after.cards[(choice.code >> ARGUMENT_SHIFT) & 31] -= 1
        finish_play(after)
    else:
        apply_choice(after, choice)


def apply_choice_to_core(core: Core, code: int, points: bytes) -> None:
    """Apply a choice to a game with the same board and own hand."""
    if cython.compiled:
        choice = cython.address(one)  # type: ignore[name-defined]
    else:
        choice = Choice()
    write_choice(choice, code, points)
    apply_choice(core.state, choice)


def write_choice(choice: Choice, code: int, points: bytes) -> None:
    """Copy a choice from Python to a struct."""
    if len(points) > POINTS:
        raise ValueError("a seven has seven points")
    choice.code = code
    for at in range(len(points)):
        choice.points[at] = points[at]
