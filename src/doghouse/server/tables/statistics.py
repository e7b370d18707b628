"""What each player has done in a game, counted from its rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from doghouse.rules.history import Round, Turn
from doghouse.rules.notation import SEATS, Move, Play
from doghouse.rules.rules import Rules

SECTION = 16  # ring fields (R1.1)


class SeatStatistics(msgspec.Struct):
    """What a seat did with its cards, whoever's marbles it moved, and how often its own marbles were sent home."""

    turns: int = 0  # cards played and folds
    cards: dict[str, int] = msgspec.field(default_factory=dict)  # played, by rank
    folds: int = 0
    laid_down: int = 0  # cards lost to folds
    sent_home: int = 0  # marbles that it sent home, of anyone
    sent_home_own: int = 0  # of these, marbles of its own team
    was_sent_home: int = 0  # its own marbles, by anyone
    forwards: int = 0  # fields
    backwards: int = 0
    out: int = 0  # marbles taken out of a kennel
    brought_in: int = 0  # marbles brought into a finish
    swaps: int = 0
    sevens: int = 0  # also by jokers
    sevens_split: int = 0  # over several marbles
    jokers: int = 0
    took: int = 0  # cards taken with a 2
    lost: int = 0  # cards that a 2 took from it


def statistics(rules: Rules, rounds: Iterable[Round]) -> dict[str, SeatStatistics]:
    """The statistics of every seat."""
    found = {seat: SeatStatistics() for seat in rules.seats}
    cards: dict[str, Counter[str]] = {seat: Counter() for seat in rules.seats}
    for played in rounds:
        for turn in played.turns:
            play = Play.parse(turn.play)
            _count_turn(rules, found, turn, play)
            if play.card is not None:
                cards[turn.seat][play.card] += 1
    for seat, counted in cards.items():
        found[seat].cards = dict(counted)
    return found


def _count_turn(rules: Rules, found: dict[str, SeatStatistics], turn: Turn, play: Play) -> None:
    own = found[turn.seat]
    own.turns += 1
    for owner, _field in turn.sent_home:
        own.sent_home += 1
        own.sent_home_own += owner in rules.team(turn.seat)
        found[owner].was_sent_home += 1
    if play.is_fold:
        own.folds += 1
        own.laid_down += len(turn.laid_down)
        return
    own.jokers += play.card == "X"
    if play.takes_from is not None:
        own.took += 1
        found[play.takes_from].lost += 1
    if play.acts_as == "7":
        own.sevens += 1
        own.sevens_split += _marbles_moved(play) > 1
    for move in play.moves:
        _count_move(rules, own, play, move)


def _count_move(rules: Rules, own: SeatStatistics, play: Play, move: Move) -> None:
    if move.swap:
        own.swaps += 1
    elif move.source.endswith("-"):
        own.out += 1
    else:
        way = distance(rules, play.acts_as, move)
        own.forwards += max(way, 0)
        own.backwards += max(-way, 0)
        own.brought_in += "+" in move.target and "+" not in move.source


def distance(rules: Rules, card: str | None, move: Move) -> int:
    """How many fields a marble went, less than nothing if backwards; the whole of a play is known to be legal."""
    lap = SECTION * rules.sections
    if "+" in move.target:
        depth = int(move.target[2])
        if "+" in move.source:
            return depth - int(move.source[2])
        return (_number(f"{move.target[0]}0") - _number(move.source)) % lap + depth
    ahead = (_number(move.target) - _number(move.source)) % lap
    return ahead if card != "4" or ahead == 4 else ahead - lap


def _number(field: str) -> int:
    """The place of a ring field, counted from A's start."""
    return SECTION * SEATS.index(field[0]) + int(field[1:])


def _marbles_moved(play: Play) -> int:
    """Over how many marbles a 7 was spread: a move that goes on where one has ended is by the same marble."""
    ends: list[str] = []
    for move in play.moves:
        if move.source in ends:
            ends.remove(move.source)
        ends.append(move.target)
    return len(ends)
