# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Rounds: shuffling, dealing, the exchange, and whose turn it is (R3, R4, R5.3)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.layout import *
    from doghouse.rules.core.rng import advance, below


def add_card(state: State, seat: int, kind: int) -> None:
    state.hand[seat * KINDS + kind] += 1
    state.held[seat] |= 1 << kind
    state.cards[seat] += 1


def drop_card(state: State, seat: int, kind: int) -> None:
    state.hand[seat * KINDS + kind] -= 1
    if state.hand[seat * KINDS + kind] == 0:
        state.held[seat] &= ~(1 << kind)
    state.cards[seat] -= 1


def card_at(state: State, seat: int, index: int) -> int:
    """Return the card at an index of the sorted hand."""
    for kind in range(KINDS):
        index -= state.hand[seat * KINDS + kind]
        if index < 0:
            return kind
    return EMPTY


def hand_size_due(state: State) -> int:
    """Return the size of the next deal: 6, 5, 4, 3, 2, and again (R3.2)."""
    return 6 - state.round % 5


def shuffle_due(state: State) -> int:
    return STOCK - state.dealt < hand_size_due(state) * state.players


def shuffle(state: State) -> None:
    """Shuffle all 110 cards (R3.4)."""
    at = 0
    for kind in range(KINDS):
        for _copy in range(JOKERS if kind == JOKER else COPIES):
            state.stock[at] = kind
            at += 1
        state.seen[kind] = 0
    for at in range(STOCK - 1, 0, -1):
        state.deal_random = advance(state.deal_random)
        other = below(state.deal_random, at + 1)
        card = state.stock[at]
        state.stock[at] = state.stock[other]
        state.stock[other] = card
    state.dealt = 0


def deal_round(state: State) -> None:
    """Deal a round from the stock, card by card, from the starter on."""
    seat = state.starter
    for _turn in range(hand_size_due(state) * state.players):
        add_card(state, seat, state.stock[state.dealt])
        state.dealt += 1
        seat = state.following[seat]
    state.round += 1
    state.folded = 0
    for seat in range(SEATS):
        state.given[seat] = EMPTY
    state.turn = state.starter
    state.phase = DRAW if state.exchange == DRAWN else GIVE


def draw_cards(state: State) -> None:
    """Let each seat draw a hidden card from its right-hand neighbour (R4.3)."""
    for seat in range(SEATS):
        if (state.seats >> seat) & 1:
            state.draw_random = advance(state.draw_random)
            state.given[seat] = card_at(state, seat, below(state.draw_random, state.cards[seat]))
    exchange_cards(state)


def give_card(state: State, seat: int, kind: int) -> None:
    """Give a card; the last one completes the exchange."""
    state.given[seat] = kind
    state.turn = seat
    for _turn in range(state.players):
        state.turn = state.following[state.turn]
        if state.given[state.turn] == EMPTY:
            return
    exchange_cards(state)


def exchange_cards(state: State) -> None:
    for seat in range(SEATS):
        if (state.seats >> seat) & 1:
            drop_card(state, seat, state.given[seat])
    for seat in range(SEATS):
        if (state.seats >> seat) & 1:
            add_card(state, state.receiver[seat], state.given[seat])
    begin_play(state)


def begin_play(state: State) -> None:
    state.turn = state.starter
    state.phase = PLAY


def pass_turn(state: State) -> None:
    """Pass the turn to the next seat with cards, or end the round (R5.3)."""
    for _turn in range(state.players):
        state.turn = state.following[state.turn]
        if state.cards[state.turn]:
            return
    end_round(state)


def end_round(state: State) -> None:
    """End the round; the next one starts one seat further (R3.3)."""
    state.starter = state.following[state.starter]
    state.phase = DEAL


def settle_chance(state: State) -> None:
    """Shuffle, deal and draw with the state's random numbers until a seat is to act."""
    if state.phase == DEAL:
        if shuffle_due(state):
            shuffle(state)
        deal_round(state)
    if state.phase == DRAW:
        draw_cards(state)
