"""The struct of a whole play, and of the search for the results of a 7.

Used by the uncompiled core; must match ``choice.pxd``.
"""

from __future__ import annotations

from doghouse.rules.core.layout import State, new_state

MAX_PLAYS = 512  # of one decision
MAX_SEVENS = 240  # of them
VISITED = 8192  # room for the boards on the way to the results of a seven
MAX_VISITED = 6000  # boards after which the search stops
RESULTS = 1024
ZOBRIST_FIELDS = 768  # for six owners, 128 each: ring, finish and kennel
ZOBRIST_POINTS = 64  # 8 x 8: the points left, and who was done first
FULL_SEARCH_MARBLES = 4  # with more movable marbles, a seven moves at most three of them
OWN_MARBLES_FIRST = -1  # a value of ``spread``: spend points on other players' marbles only once all own ones are in
POINTS = 7
INTO = 32  # a point that turns in


class Choice:
    """A whole play: its step or, for a 7, its points (marble, and INTO where it turns in)."""

    def __init__(self) -> None:
        self.code = 0
        self.points = [0] * POINTS


class Choices:
    """Room for the plays of one decision."""

    def __init__(self) -> None:
        self.all = [Choice() for _at in range(MAX_PLAYS)]


class SevenSearch:
    """A search for the results of a 7. Keys are never cleared: one counts if its stamp is the current epoch."""

    def __init__(self) -> None:
        self.visited = [0] * VISITED
        self.visited_stamps = [0] * VISITED
        self.results = [0] * RESULTS
        self.result_stamps = [0] * RESULTS
        self.epoch = 0
        self.result_epoch = 0
        self.visited_count = 0
        self.path = [0] * POINTS
        self.marbles = 0  # those that may come to move, as bits
        self.count = 0  # of the choices written
        self.max_count = 0
        self.card = 0
        self.joker = 0  # the play may not end the game (R12.2)
        self.seats = 0  # whose marbles are moved
        self.spread = 0  # marbles that one play moves; 0: any number, or OWN_MARBLES_FIRST


def new_seven_search() -> SevenSearch:
    return SevenSearch()


# Arrays of them: a list, or plain memory.


def new_states(count: int) -> list[State]:
    return [new_state() for _at in range(count)]


def new_choices(count: int) -> list[Choice]:
    return [Choice() for _at in range(count)]


def new_numbers(count: int) -> list[int]:
    return [0] * count


def state_at(states: list[State], at: int) -> State:
    return states[at]


def choice_at(choices: list[Choice], at: int) -> Choice:
    return choices[at]


def choices_from(choices: list[Choice], at: int) -> list[Choice]:
    return choices[at:]
