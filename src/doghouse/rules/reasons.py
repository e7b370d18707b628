"""Reason codes for illegal acts, each with its rule number and English text.

A reason is data, a code and its facts, so that it can be shown in any language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

# ``{form}`` in a number is the form of the exchange: teams of two, teams of three, or alone.
REASONS: Mapping[str, tuple[str, str]] = {
    # The turn and the exchange.
    "game_over": ("R2.4", "the game is over"),
    "game_stopped": ("R2.5", "the game is over: it was stopped early"),
    "not_your_turn": ("R5.1", "it is {turn}'s turn, not {seat}'s"),
    "exchange_first": ("R4.{form}", "the exchange comes first: {seats} still to give a card"),
    "not_giving": ("R4.{form}", "no card is to be given now"),
    "drawn_by_chance": ("R4.3", "in this edition nobody gives: each draws a hidden card"),
    "gave_already": ("R4.{form}", "{seat} has given a card already"),
    "exchange_done": ("R4.{form}", "the cards have changed hands already"),
    "gave_nothing": ("R4.{form}", "{seat} has given no card to take back"),
    "not_playing": ("R2.3", "nobody sits at {seat}"),
    "gift_not_held": ("R4.{form}", "{seat} holds no {kind} to give"),
    "card_not_held": ("R5.1", "{seat} holds no {kind}"),
    "must_play": ("R5.1", "{seat} cannot fold while a play is possible, such as {play}"),
    # What a card does.
    "move_missing": ("R5.1", "{card} needs a move: say which marble goes where"),
    "one_move": ("R10.1", "only a 7 can be split over several moves"),
    "jack_swaps": ("R9.1", "a jack swaps two marbles and moves none"),
    "only_jack_swaps": ("R9.1", "only a jack swaps marbles, {card} does not"),
    "only_two_takes": ("R13.3", "only a 2 takes a card, {card} does not"),
    "only_alone_takes": ("R13.3", "a 2 takes a card only when everyone plays for themselves"),
    "take_from_self": ("R13.3", "a 2 takes the card from an opponent"),
    "nothing_to_take": ("R13.3", "{other} has no card to take"),
    "cannot_leave": ("R6", "only an ace, a king or a joker takes a marble out of the kennel"),
    "wrong_distance": ("R7.5", "{card} moves {values}, and {source}>{target} is {distance}"),
    "no_such_move": ("R7.5", "{source}>{target} is a move that no card makes"),
    "wrong_way": ("R6", "only a 4 goes backwards"),
    # The marble.
    "no_marble": ("R5.1", "there is no marble on {source}"),
    "not_yours": ("R5.1", "the marble on {source} belongs to {owner}"),
    "kennel_empty": ("R7.1", "no marble is left in the kennel of {owner}"),
    "nothing_on_board": ("R7.1", "no marble to move: it takes an ace, a king or a joker to leave the kennel"),
    # The way.
    "start_taken": ("R7.1", "a fresh marble still stands on {field}"),
    "blocked": ("R7.1", "the way is blocked at {field} by a fresh marble"),
    "fresh_turning_in": ("R8.1", "a fresh marble may not turn into the finish"),
    "backwards_in": ("R8.1", "the finish is entered forwards only"),
    "other_finish": ("R8.1", "a marble enters only its own finish"),
    "finish_taken": ("R8.3", "{field} is occupied, and no marble is passed in the finish"),
    "no_way_out": ("R8.3", "a marble in the finish only moves forwards inside it"),
    "too_deep": ("R8.4", "the finish has no field {distance} away from {source}"),
    # Jack.
    "swap_own": ("R9.1", "a jack swaps marbles of two different players, one of them yours"),
    "swap_fresh": ("R9.2", "the marble on {field} is fresh and cannot be swapped"),
    "swap_off_ring": ("R9.2", "only marbles on the ring are swapped, not {field}"),
    "nothing_to_swap": ("R9.2", "it takes a marble of yours and one of another player, both on the ring and not fresh"),
    "jack_has_effect": ("R9.3", "a jack is played without effect only when there is no other play, such as {play}"),
    "others_under_way": ("R9.3", "a jack is played without effect only if marbles of yours alone are under way"),
    # Seven.
    "points_unused": ("R10.3", "all seven points must be used, and {left} would be left"),
    "too_many_points": ("R10.3", "a 7 has seven points and no more"),
    "cannot_use_up": ("R10.3", "after {move} the rest of the 7 could not be used up"),
    "seven_impossible": ("R10.3", "the seven points cannot be used up"),
    "seven_under_way": ("R10.3", "a 7 is under way and has to be finished first"),
    "seven_forwards": ("R10.1", "a 7 goes forwards only"),
    # Variants.
    "joker_last": ("R12.2", "a joker may not make the play that ends the game"),
}


Fact = str | int | tuple[int, ...]

_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "X": "joker"}


@dataclass(frozen=True)
class Reason:
    """Why something is not allowed.

    ``card`` and ``kind`` are cards (shown with and without an article), ``values`` the distances of a card, ``seats``
    letters; the other facts are fields, seats, numbers and plays in notation.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The number of the rule, as in docs/rules.md."""
        return REASONS[self.code][0].format_map(self.facts)

    @property
    def text(self) -> str:
        """The reason in English."""
        return REASONS[self.code][1].format_map({name: _english(name, fact) for name, fact in self.facts.items()})

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"

    def __hash__(self) -> int:
        return hash((self.code, *sorted(map(str, self.facts.items()))))


def because(code: str, **facts: Fact) -> Reason:
    return Reason(code, facts)


def _english(name: str, fact: Fact) -> str:
    if name == "card":
        return f"{'an' if fact in ('A', '8') else 'a'} {_NAMES.get(str(fact), fact)}"
    if name == "kind":
        return _NAMES.get(str(fact), str(fact))
    if name == "seats":
        return " and ".join(str(fact))
    if isinstance(fact, tuple):
        return " or ".join(map(str, fact)) if len(fact) < 3 else f"{fact[0]} to {fact[-1]}"
    return str(fact)
