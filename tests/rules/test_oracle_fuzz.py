"""The rules against the naive reference: the same results, board by board, in many positions."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import doghouse as dog
from tests.support import oracle
from tests.support.rules_dsl import MODES, give_all

RULES: dict[str, dict[str, Any]] = {
    **MODES,
    "4 Canadian": {"players": 4, "canadian_seven": True},
    "4 no joker last": {"players": 4, "joker_may_finish": False},
    "6 trios, all variants": {"players": 6, "teams": "trios", "canadian_seven": True, "joker_may_finish": False},
    "2 no joker last": {"players": 2, "joker_may_finish": False},
    "3 no joker last": {"players": 3, "joker_may_finish": False},
}
MADE_UP = 80 if dog.COMPILED else 50  # made-up positions for each kind of game
GAMES = 3 if dog.COMPILED else 2  # games played for each kind of game
SHARES = 800 if dog.COMPILED else 250  # ways to share the points of a seven, up to which the reference is quick
LIKELY_CARDS = (*dog.CARDS, "7", "7", "X", "X", "J", "4", "A", "2")


def results(game: dog.Game) -> dict[str, set[oracle.Result]]:
    """What each card of the seat to act can lead to, told as the reference tells it."""
    found: dict[str, list[oracle.Result]] = {}
    for play in game.plays():
        if play.card is not None:
            found.setdefault(play.card, []).append(_result(game, play))
    for card, plays in found.items():
        assert len(plays) == len(set(plays)), f"two plays of {card} have the same result"
    return {card: set(plays) for card, plays in found.items()}


def _result(game: dog.Game, play: dog.Play) -> oracle.Result:
    if play.takes_from is not None:
        return ("take", play.takes_from)
    after = game.copy()
    after.play(play)
    board = oracle.board(after.marbles())
    winners = after.outcome.winners if after.outcome else ""
    if game.rules.alone and winners and winners != game.turn:
        return board | {(oracle.FIRST, winners)}  # R13.4: who was completed first is part of the result
    return board


def expected(position: dict[str, Any]) -> dict[str, set[oracle.Result]]:
    """The results of the reference, which cannot know who was completed before a seven under way was looked at."""
    found = oracle.results(position)
    first = position.get("seven", {}).get("first_done")
    return {card: {_marked(result, first) for result in plays} for card, plays in found.items()} if first else found


def _marked(result: oracle.Result, first: str) -> oracle.Result:
    if not isinstance(result, frozenset):
        return result
    marks = {marble for marble in result if marble[0] == oracle.FIRST}
    return result - marks | {(oracle.FIRST, first)} if marks else result


def check(position: dict[str, Any]) -> None:
    game = dog.Game.from_position(position, seed="fuzz")
    assert results(game) == expected(position), position


def _is_quick(position: dict[str, Any]) -> bool:
    """Whether a seven, if there is one, has not too many results for the reference."""
    seven = position.get("seven")
    if not seven and not {"7", "X"} & set(position["hands"][position["turn"]]):
        return True
    rules = dog.Rules(**position["rules"])
    points = seven["left"] if seven else 7
    marbles = position["marbles"]
    movers = rules.seats if rules.alone else rules.team(position["turn"])
    count = sum(field[1] != "-" for seat in movers for field in marbles[seat])
    return math.comb(max(0, count + points - 1), points) <= SHARES


# Positions of games.


def _bring_home(game: dog.Game, chance: random.Random) -> dog.Play:
    """A play that leaves the most marbles in their finishes, so that games get near their end."""
    plays = list(islice(game.plays(), 30))
    chance.shuffle(plays)
    return max(plays, key=lambda play: sum("+" in move.target for move in play.moves))


def _course(rules: dog.Rules, seed: int) -> Iterator[dog.Game]:
    """A game, at every turn."""
    chance = random.Random(seed)
    game = dog.Game(rules, seed)
    while game.phase != "over":
        give_all(game)
        yield game
        game.play(_bring_home(game, chance))


def _near_the_end(game: dog.Game) -> bool:
    return max(standing.finished for standing in game.standings()) >= 2


def _positions_of_games(rules: dog.Rules) -> Iterator[dict[str, Any]]:
    for seed in range(GAMES):
        for number, game in enumerate(_course(rules, seed)):
            if number % (5 if _near_the_end(game) else 20) == 0:
                yield game.position()


@pytest.mark.parametrize("name", RULES)
def test_positions_of_games(name: str) -> None:
    checked = 0
    for position in islice(_positions_of_games(dog.Rules(**RULES[name])), 100 if dog.COMPILED else 40):
        if _is_quick(position):
            check(position)
            checked += 1
    assert checked > 5


# Positions made up.


def _fields(seat: str, chance: random.Random, taken: set[str], sections: str) -> list[str]:
    """Four marbles of a seat: often a fresh one, often many in the finish, and near starts on the ring."""
    found = [f"{seat}+{depth}" for depth in chance.sample(range(1, 5), chance.choice((0, 0, 1, 2, 3, 3, 4)))]
    if len(found) < 4 and chance.random() < 0.4 and f"{seat}0" not in taken:
        found.append(f"{seat}0!")
        taken.add(f"{seat}0")
    while len(found) < 4:
        number = chance.choice((*range(16), 0, 1, 2, 3, 12, 13, 14, 15))
        field = f"{chance.choice((*sections, seat))}{number}"
        found.append(f"{seat}-" if chance.random() < 0.35 or field in taken else field)
        taken.add(field)
    return found


def _made_up(rules: dog.Rules, chance: random.Random) -> dict[str, Any]:
    sections = "ABCDEF"[: rules.sections]
    taken: set[str] = set()
    seats = chance.sample(rules.seats, len(rules.seats))
    marbles = {seat: _fields(seat, chance, taken, sections) for seat in seats}
    turn = chance.choice(rules.seats)
    hands = {seat: chance.sample(dog.CARDS, chance.randint(0, 2)) for seat in rules.seats}
    hands[turn] = [chance.choice(LIKELY_CARDS) for _ in range(chance.randint(1, 4))]
    return {"rules": rules.to_json(), "marbles": marbles, "hands": hands, "turn": turn, "phase": "play"}


def _is_possible(position: dict[str, Any]) -> bool:
    try:
        dog.Game.from_position(position)
    except dog.InvalidPosition:
        return False
    return True


@pytest.mark.parametrize("name", RULES)
def test_random_positions(name: str) -> None:
    chance = random.Random(name)
    rules = dog.Rules(**RULES[name])
    made = (_made_up(rules, chance) for _ in range(50 * MADE_UP))
    good = list(islice((place for place in made if _is_quick(place) and _is_possible(place)), MADE_UP))
    assert len(good) == MADE_UP
    for position in good:
        check(position)


def _seven_under_way(rules: dog.Rules, chance: random.Random) -> dict[str, Any]:
    """In the middle of a seven; without teams somebody may have been completed by its first points (R13.4)."""
    position = _made_up(rules, chance)
    position["hands"][position["turn"]] = ["7"]
    position["seven"] = {"card": chance.choice("7X"), "left": chance.randint(1, 6)}
    complete = [seat for seat, fields in position["marbles"].items() if all("+" in field for field in fields)]
    if rules.alone and complete:
        position["seven"]["first_done"] = complete[0]
        position["marbles"] |= {seat: [f"{seat}-"] * 4 for seat in complete[1:]}
    return position


@pytest.mark.parametrize("name", RULES)
def test_sevens_under_way(name: str) -> None:
    chance = random.Random(name)
    rules = dog.Rules(**RULES[name])
    made = (_seven_under_way(rules, chance) for _ in range(50 * MADE_UP))
    good = list(islice((place for place in made if _is_quick(place) and _is_possible(place)), MADE_UP))
    assert len(good) == MADE_UP
    for position in good:
        check(position)


def test_the_comparison_notices_a_difference() -> None:
    """A board that the reference does not know would be seen."""
    place = {
        "rules": {"players": 4},
        "marbles": {seat: [f"{seat}-"] * 4 for seat in "BCD"} | {"A": ["D12", "A-", "A-", "A-"]},
        "hands": {"A": ["8"]},
        "turn": "A",
        "phase": "play",
    }
    found = results(dog.Game.from_position(place))
    assert found == {"8": {frozenset({("A", "A4")}), frozenset({("A", "A+4")})}}
    assert found == oracle.results(place)
