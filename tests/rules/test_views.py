"""Views show no hidden card: games that differ only in hidden cards have identical views."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter

import pytest

import doghouse as dog
from doghouse.rules.knowledge import Knowledge
from tests.support.hidden_worlds import other_world
from tests.support.random_play import act_at_random
from tests.support.rules_dsl import ALL_RULES

ACTS = 3000 if dog.COMPILED else 30  # compiled, to the end of the game
SPECTATOR = None


def seen_by(game: dog.Game, viewer: str | None) -> bytes:
    return json.dumps(game.view(viewer), sort_keys=False).encode()


@pytest.mark.parametrize("name", ALL_RULES)
def test_views_do_not_depend_on_hidden_cards(name: str) -> None:
    rules = ALL_RULES[name]
    chooser = random.Random(name)
    viewers = (SPECTATOR, *rules.seats)  # one after the other
    different = 0
    game = dog.Game(rules, seed=1)
    for act in range(ACTS):
        if game.phase == "over":
            break
        hands = game.position()["hands"]
        viewer = viewers[act % len(viewers)]
        world = other_world(game, viewer, chooser)
        assert seen_by(dog.Game.from_position(world), viewer) == seen_by(game, viewer), (viewer, world)
        different += world["hands"] != hands
        act_at_random(game, chooser)
    assert different > 20, "the worlds compared were really different"


def with_other_chance(game: dog.Game, seed: str) -> dog.Game:
    position = game.position()
    return dog.Game.from_position({**position, "chance": {**position["chance"], "seed": seed}})


@pytest.mark.parametrize("players", [3, 5])
def test_which_card_a_two_takes_is_seen_by_two_seats_only(players: int) -> None:
    """The same take by another chance: whoever is not concerned sees the same, whatever was known before."""
    rules = dog.Rules(players=players)
    chooser = random.Random(players)
    differed = 0
    for seed in range(6 if dog.COMPILED else 2):
        game = dog.Game(rules, seed=seed)
        for act in range(200):
            if game.phase == "over":
                break
            for take in [play for play in itertools.islice(game.plays(), 60) if play.takes_from]:
                one, other = game.copy(), with_other_chance(game, f"{seed} {act}")
                concerned = {game.turn, take.takes_from}
                one.play(take)
                other.play(take)
                if one.round != game.round:
                    continue  # the take ended the round, and the next deal is another
                differed += one.position()["hands"] != other.position()["hands"]
                for viewer in (SPECTATOR, *(seat for seat in rules.seats if seat not in concerned)):
                    assert seen_by(one, viewer) == seen_by(other, viewer)
            act_at_random(game, chooser)
    assert differed > 5, "other cards were really taken"


@pytest.mark.parametrize("name", [name for name, rules in ALL_RULES.items() if rules.exchange != "draw"])
def test_what_others_give_each_other_is_hidden(name: str) -> None:
    """Each seat sees its own gift and what it receives: let all others give something else, and nothing changes."""
    for seed in range(5):
        game = dog.Game(ALL_RULES[name], seed=seed)
        chooser = random.Random(seed)
        gifts = {seat: game.hand(seat)[0] for seat in game.rules.seats}
        for viewer in (SPECTATOR, *game.rules.seats):
            changed = {
                seat: chooser.choice(game.hand(seat))
                if viewer is None or viewer not in (seat, game.rules.receiver(seat))
                else card
                for seat, card in gifts.items()
            }
            one, other = game.copy(), game.copy()
            for seat in game.rules.seats:
                one.give(seat, gifts[seat])
                other.give(seat, changed[seat])
                assert seen_by(one, viewer) == seen_by(other, viewer)


@pytest.mark.parametrize("name", ALL_RULES)
def test_a_seat_sees_its_own_cards(name: str) -> None:
    """The other side of it: what a seat may see does change its view, and nobody else's."""
    game = dog.Game(ALL_RULES[name], seed=3)
    seat = game.rules.seats[0]
    position = game.position()
    hand, stock = position["hands"][seat], position["stock"]
    place = next(at for at, card in enumerate(stock) if card != hand[0])
    hand[0], stock[place] = stock[place], hand[0]
    changed = dog.Game.from_position(position)
    assert seen_by(changed, seat) != seen_by(game, seat)
    assert seen_by(changed, SPECTATOR) == seen_by(game, SPECTATOR)


def test_the_card_received_is_hidden_until_all_have_given() -> None:
    game = dog.Game(dog.Rules(), seed=5)
    before = game.view("A")
    game.give("C", game.hand("C")[0])
    assert game.view("A")["received"] is None
    assert game.view("A")["has_given"] == ["C"]
    assert game.view("A")["hand"] == before["hand"]
    for seat in game.to_give():
        game.give(seat, game.hand(seat)[0])
    assert game.view("A")["received"] == game.view("C")["gave"]
    assert game.view("A")["known"] == {"C": [game.view("A")["gave"]]}


def test_a_card_taken_is_known_to_two_seats_only() -> None:
    game = dog.Game.from_position(
        {
            "rules": {"players": 3},
            "marbles": {"A": ["A0!", "A-", "A-", "A-"], "B": ["B0!", "B-", "B-", "B-"], "C": ["C0!", "C-", "C-", "C-"]},
            "hands": {"A": ["2", "5"], "B": ["9"], "C": ["10", "Q"]},
            "turn": "A",
            "phase": "play",
        },
        seed=1,
    )
    game.play("2 ?B")
    assert game.view("A")["hand"] == ["5", "9"]
    assert game.view("B")["known"] == {"A": ["9"]}
    assert game.view("C")["known"] == {}
    assert "9" not in json.dumps(game.view("C")["hand"])
    assert game.view(None)["cards"] == {"A": 2, "B": 0, "C": 2}


def test_a_known_card_is_with_one_of_two_after_a_take_that_nobody_else_saw() -> None:
    game = dog.Game.from_position(
        {
            "rules": {"players": 3},
            "marbles": {"A": ["A0!", "A-", "A-", "A-"], "B": ["B0!", "B-", "B-", "B-"], "C": ["C0!", "C-", "C-", "C-"]},
            "hands": {"A": ["2", "5"], "B": ["9", "6"], "C": ["10", "9", "Q"]},
            "turn": "A",
            "phase": "play",
            "known": {"C": {"B": ["9", "6"]}},
        },
        seed=1,
    )
    game.play("2 ?B")
    assert game.view("C")["known"] == {"BA": ["6", "9"]}
    again = dog.Game.from_position(game.position())
    assert again.view("C") == game.view("C")
    shown = game.hand("B")[0]
    game.play(next(iter(game.plays())))
    assert game.view("C")["known"] == {"BA": [card for card in ("6", "9") if card != shown]}


def test_what_is_not_in_a_hand_laid_down_is_with_the_other() -> None:
    knowledge = Knowledge()
    for card in ("6", "9"):
        knowledge.learn("C", "BA", card)
    knowledge.folded("B", ["9", "J"])
    assert knowledge.of("C") == {"A": ["6"]}


def test_a_card_that_may_be_either_of_two_known_ones_leaves_the_other_less_certain() -> None:
    knowledge = Knowledge()
    knowledge.learn("E", "BC", "6")
    knowledge.learn("E", "BD", "6")
    knowledge.played("B", "6")
    assert knowledge.of("E") == {"BCD": ["6"]}


@pytest.mark.parametrize("players", [3, 5])
def test_known_cards_are_always_true(players: int) -> None:
    chooser = random.Random(players)
    several = 0
    for seed in range(30 if dog.COMPILED else 3):
        game = dog.Game(dog.Rules(players=players), seed=seed)
        for _act in range(150):
            if game.phase == "over":
                break
            takes = [play for play in itertools.islice(game.plays(), 60) if play.takes_from]
            if takes:
                game.play(chooser.choice(takes))
            else:
                act_at_random(game, chooser)
            for viewer in game.rules.seats:
                for holders, cards in game.view(viewer)["known"].items():
                    several += len(holders) > 1
                    assert not Counter(cards) - Counter(card for seat in holders for card in game.hand(seat))
    assert several > 10


def test_views_are_plain_data_and_name_what_they_show() -> None:
    game = dog.Game(dog.Rules(players=2), seed=1)
    public = set(game.view(None))
    assert set(game.view("A")) - public == {"seat", "hand", "gave", "received", "known"}
    assert json.loads(json.dumps(game.view("A"))) == game.view("A")
    assert public == {
        "rules", "marbles", "turn", "phase", "round", "dealt", "dealer", "starter", "next_deal", "cards", "has_given",
        "laid_down", "seen", "stock", "seven", "last", "outcome",
    }  # fmt: skip
