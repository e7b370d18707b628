"""Rules, positions and plays in one line each, and what the tests of the rules ask of them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

import doghouse as dog

IN = {seat: " ".join(f"{seat}+{depth}" for depth in range(1, 5)) for seat in "ABCDEF"}  # all four in the finish
SOME_CARD = "5"  # in every hand that a test says nothing about

# Every kind of game there is: the fields of its rules.
MODES: Mapping[str, dict[str, Any]] = {
    "2 draw": {"players": 2},
    "2 pass": {"players": 2, "exchange": "pass"},
    "3 draw": {"players": 3},
    "3 pass": {"players": 3, "exchange": "pass"},
    "4 pairs": {"players": 4},
    "5 draw": {"players": 5},
    "5 pass": {"players": 5, "exchange": "pass"},
    "6 pairs": {"players": 6, "teams": "pairs"},
    "6 trios": {"players": 6, "teams": "trios"},
}

# The same with variants and editions.
ALL_RULES: dict[str, dog.Rules] = {
    "2-draw": dog.Rules(players=2),
    "2-pass": dog.Rules(players=2, exchange="pass"),
    "3-draw": dog.Rules(players=3),
    "3-pass-no-joker": dog.Rules(players=3, exchange="pass", joker_may_finish=False),
    "4-pairs": dog.Rules(),
    "4-canadian": dog.Rules(canadian_seven=True),
    "4-no-joker": dog.Rules(joker_may_finish=False),
    "4-quick-start": dog.Rules(quick_start=True),
    "4-kings": dog.Rules.edition("kings"),
    "5-draw": dog.Rules(players=5),
    "5-pass": dog.Rules.edition("dog", players=5),
    "6-pairs": dog.Rules(players=6),
    "6-pairs-canadian": dog.Rules(players=6, canadian_seven=True),
    "6-trios": dog.Rules(players=6, teams="trios"),
    "6-trios-all-variants": dog.Rules(
        players=6, teams="trios", canadian_seven=True, joker_may_finish=False, quick_start=True, dealer="fixed"
    ),
}
POSITIONS = Path(__file__).parent.parent / "positions"
NOT_OF_THE_POSITION = ("plays", "gives", "stops", "then", "shows", "rule", "why")


def position(
    marbles: Mapping[str, str] | None = None, hands: Mapping[str, str] | None = None, turn: str = "A", **rules: Any
) -> dict[str, Any]:
    """A position in which ``turn`` is to play.

    Fields and cards are separated by spaces. Marbles that are not named are in their kennels; a seat whose hand is not
    named holds a single 5.
    """
    seats = dog.Rules(**rules).seats
    return {
        "rules": rules,
        "marbles": {seat: _four(seat, (marbles or {}).get(seat, "")) for seat in seats},
        "hands": {seat: (hands or {}).get(seat, SOME_CARD).split() for seat in seats},
        "turn": turn,
        "phase": "play",
    }


def _four(seat: str, fields: str) -> list[str]:
    named = fields.split()
    return named + [f"{seat}-"] * (4 - len(named))


def at(
    marbles: Mapping[str, str] | None = None, hands: Mapping[str, str] | None = None, turn: str = "A", **rules: Any
) -> dog.Game:
    """A game at such a position."""
    return dog.Game.from_position(position(marbles, hands, turn, **rules), seed="table")


def new_game(mode: str, seed: int = 1, **changes: Any) -> dog.Game:
    return dog.Game(dog.Rules(**{**MODES[mode], **changes}), seed)


def texts(game: dog.Game, card: str | None = None) -> set[str]:
    """The plays of the seat to act as texts; all of them, or those of one card."""
    return {str(play) for play in game.plays() if card in (None, play.card)}


def board(game: dog.Game) -> dict[str, str]:
    """The marbles out of the kennels, in the order finish, ring; seats that have none are left out."""
    found = {seat: " ".join(field for field in fields if field[1] != "-") for seat, fields in game.marbles().items()}
    return {seat: fields for seat, fields in found.items() if fields}


def after(game: dog.Game, *plays: str) -> dog.Game:
    """A copy of the game in which these plays have been made."""
    later = game.copy()
    for play in plays:
        later.play(play)
    return later


def played(game: dog.Game, *plays: str) -> dict[str, str]:
    """The board after these plays; the game itself stays as it is."""
    return board(after(game, *plays))


def refusal(game: dog.Game, play: str, seat: str | None = None) -> dog.Reason:
    """The reason why a play is refused; the refusal changes nothing."""
    before = game.position()
    with pytest.raises(dog.IllegalPlay) as caught:
        game.play(play, seat)
    assert game.position() == before
    return caught.value.reason


def refused_by(game: dog.Game, play: str) -> str:
    """The number of the rule by which a play is refused."""
    return refusal(game, play).rule


def give_all(game: dog.Game) -> None:
    """Everyone still to give gives the first card in hand."""
    for seat in game.to_give():
        game.give(seat, game.hand(seat)[0])


def first_play(game: dog.Game) -> str:
    return str(next(iter(game.plays())))


def other_play(game: dog.Game) -> str:
    """Not the first play, where there is a choice; a 7 may have too many plays to go through them all."""
    return str(list(islice(game.plays(), 40))[-1])


def next_round(game: dog.Game) -> None:
    """Play the first play there is until the next round is dealt."""
    number = game.round
    give_all(game)
    while game.round == number and game.phase == "play":
        game.play(first_play(game))


@st.composite
def any_rules(draw: st.DrawFn) -> dog.Rules:
    """Rules of any kind."""
    players = draw(st.integers(2, 6))
    alone = players in (2, 3, 5)
    return dog.Rules(
        players=players,
        teams=draw(st.sampled_from(["pairs", "trios"])) if players == 6 else None,
        canadian_seven=False if alone else draw(st.booleans()),
        joker_may_finish=draw(st.booleans()),
        quick_start=None if alone else draw(st.booleans()),
        exchange=draw(st.sampled_from(["draw", "pass"])) if alone else None,
        dealer=draw(st.sampled_from(["moves", "fixed"])),
    )


# Partial plays.


def following(game: dog.Game, partial: str = "") -> set[str]:
    return {option.play for option in game.options(partial).next}


def refused_option(game: dog.Game, partial: str) -> dog.Reason:
    before = game.position()
    with pytest.raises(dog.IllegalPlay) as caught:
        game.options(partial)
    assert game.position() == before
    return caught.value.reason


def walk(game: dog.Game, chance: random.Random) -> Iterator[dog.Options]:
    """From the empty text along any options until the play is complete."""
    found = game.options()
    yield found
    while not found.complete:
        option = chance.choice(found.next)
        after = game.options(option.play)
        assert after.play == option.play
        assert after.complete is option.complete
        assert _sent_home(found, after) == sorted(option.sends_home)
        yield after
        found = after


def _sent_home(before: dog.Options, after: dog.Options) -> list[str]:
    """The occupied fields that the last move comes to: where it ends, or with a seven all on its way (R7.3, R10.2)."""
    play = dog.Play.parse(after.play)
    if not play.moves or play.moves[-1].swap:
        return []
    move = play.moves[-1]
    sections = "ABCDEF" if "E" in before.marbles else "ABCD"
    occupied = {field.rstrip("!") for fields in before.marbles.values() for field in fields if field[1] not in "+-"}
    return sorted(occupied & ({move.target} if play.acts_as != "7" else _way(move, sections)))


def _way(move: dog.Move, sections: str) -> set[str]:
    """The ring fields that a marble steps on."""
    ring = [f"{section}{number}" for section in sections for number in range(16)]
    if "+" in move.source:
        return set()
    at_field = ring.index(move.source)
    end = f"{move.target[0]}0" if "+" in move.target else move.target
    return {ring[(at_field + step) % len(ring)] for step in range(1, (ring.index(end) - at_field) % len(ring) + 1)}


# Cases in tests/positions: how many plays each card has.


def load_cases(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def game_of_case(case: dict[str, Any]) -> dog.Game:
    position = {part: value for part, value in case.items() if part not in NOT_OF_THE_POSITION}
    return dog.Game.from_position(position, seed="counting")


def counts(game: dog.Game) -> dict[str, int]:
    """The number of distinct results of playing each kind of card."""
    return dict(Counter(play.card for play in game.plays() if play.card is not None))


def explain_counts(game: dog.Game, expected: dict[str, int]) -> str:
    """The plays behind every count that differs."""
    found = counts(game)
    lines = [f"{game.turn} to play on {game.marbles()}"]
    for card in sorted({*found, *expected}):
        if found.get(card, 0) != expected.get(card, 0):
            lines.append(f"{card}: expected {expected.get(card, 0)}, found {found.get(card, 0)}:")
            lines += [f"    {play}" for play in game.plays() if play.card == card]
    return "\n".join(lines)
