"""Statistics of each seat, counted from the rounds of a game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import msgspec

from doghouse.rules.core.layout import SECTION
from doghouse.rules.history import Round, Turn
from doghouse.rules.notation import Move, Play, field_code
from doghouse.rules.rules import Rules


class SeatStatistics(msgspec.Struct):
    """What a seat did with its cards, whosever marbles it moved, and what happened to its own marbles."""

    turns: int = 0  # plays and folds
    cards: dict[str, int] = msgspec.field(default_factory=dict)  # played, by rank
    folds: int = 0
    laid_down: int = 0  # cards lost to folds
    sent_home: int = 0  # marbles of any seat
    sent_home_own: int = 0  # of these, of its own team
    was_sent_home: int = 0  # own marbles
    forwards: int = 0  # fields
    backwards: int = 0
    out: int = 0  # marbles taken out of a kennel
    brought_in: int = 0  # marbles brought into a finish
    swaps: int = 0
    sevens: int = 0  # including jokers
    sevens_split: int = 0  # over several marbles
    jokers: int = 0
    took: int = 0  # cards taken with a 2
    lost: int = 0  # cards taken from it with a 2


def statistics(rules: Rules, rounds: Iterable[Round]) -> dict[str, SeatStatistics]:
    by_seat = {seat: SeatStatistics() for seat in rules.seats}
    for turn in chain.from_iterable(played.turns for played in rounds):
        _count_turn(rules, by_seat, turn, Play.parse(turn.play))
    return by_seat


def _count_turn(rules: Rules, by_seat: dict[str, SeatStatistics], turn: Turn, play: Play) -> None:
    own = by_seat[turn.seat]
    own.turns += 1
    for owner, _field in turn.sent_home:
        own.sent_home += 1
        own.sent_home_own += owner in rules.team(turn.seat)
        by_seat[owner].was_sent_home += 1
    if play.card is None:
        own.folds += 1
        own.laid_down += len(turn.laid_down)
        return
    own.cards[play.card] = own.cards.get(play.card, 0) + 1
    own.jokers += play.card == "X"
    if play.takes_from is not None:
        own.took += 1
        by_seat[play.takes_from].lost += 1
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
        fields = distance(rules, play.acts_as, move)
        own.forwards += max(fields, 0)
        own.backwards += max(-fields, 0)
        own.brought_in += "+" in move.target and "+" not in move.source


def distance(rules: Rules, card: str | None, move: Move) -> int:
    """Return how many fields a legal move goes, negative if backwards."""
    lap = SECTION * rules.sections
    if "+" in move.target:
        depth = int(move.target[2])
        if "+" in move.source:
            return depth - int(move.source[2])
        return (field_code(f"{move.target[0]}0") - field_code(move.source)) % lap + depth
    ahead = (field_code(move.target) - field_code(move.source)) % lap
    return ahead if card != "4" or ahead == 4 else ahead - lap


def _marbles_moved(play: Play) -> int:
    """Count the marbles a 7 moves: a move from where another ended is by the same marble."""
    ends: list[str] = []
    for move in play.moves:
        if move.source in ends:
            ends.remove(move.source)
        ends.append(move.target)
    return len(ends)
