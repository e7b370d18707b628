"""The struct of a whole play, and of the search for the results of a 7.

This file serves the uncompiled core; ``choice.pxd`` says the same to the C compiler, and a test keeps the two in step.
"""

from __future__ import annotations

from doghouse.rules.core.layout import State, new_state

MAX_PLAYS = 512  # of one decision
MAX_SEVENS = 240  # of them
VISITED = 8192  # room for the boards on the way to the results of a seven
FULL = 6000  # the search ends at so many
RESULTS = 1024
PLACES = 768  # of six owners: 128 numbers each for ring, finish and kennel
RESTS = 64  # 8 x 8: the points left, and who was done first
FEW = 4  # marbles: with more, a seven moves up to three of them
HOMEWARDS = -1  # instead of a number of marbles: first one's own go home, then others take what is left
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


class Spending:
    """A search for the results of a 7. Marks are never cleared: one counts if its stamp is the current epoch."""

    def __init__(self) -> None:
        self.visited = [0] * VISITED
        self.visited_stamps = [0] * VISITED
        self.results = [0] * RESULTS
        self.result_stamps = [0] * RESULTS
        self.epoch = 0
        self.result_epoch = 0
        self.known = 0  # how many were visited
        self.path = [0] * POINTS
        self.marbles = 0  # those that may come to move, as bits
        self.found = 0
        self.most = 0
        self.card = 0
        self.joker = 0  # the play may not end the game (R12.2)
        self.seats = 0  # whose marbles are moved
        self.spread = 0  # how many marbles one play moves, or 0: as many as it likes


def new_spending() -> Spending:
    return Spending()


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
