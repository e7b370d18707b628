"""R3: cards, deals and rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

import doghouse as dog
from tests.support.rules_dsl import MODES, after, at, first_play, give_all, new_game, next_round, other_play, position

PACK = Counter({card: 6 if card == "X" else 8 for card in dog.CARDS})
ROUNDS = 8  # enough for a second six and a new shuffle with every number of players


def _all_cards(game: dog.Game) -> Counter[str]:
    place = game.position()
    hands = [card for hand in place["hands"].values() for card in hand]
    laid_out = place["given"].values() if game.phase == "give" else ()
    return Counter([*hands, *laid_out, *place["stock"]]) + Counter(place["seen"])


def _rounds(mode: str, seed: int = 1, **changes: str) -> list[dog.Game]:
    """Copies of a game at the beginning of its first rounds."""
    game = new_game(mode, seed, **changes)
    found: list[dog.Game] = []
    while len(found) < ROUNDS:
        found.append(game.copy())
        next_round(game)
        assert game.phase != "over"
    return found


def _deals(game: dog.Game) -> list[str]:
    return [line for line in game.record().splitlines() if line.startswith(("Round", "deal"))]


@pytest.mark.rule("R3.1")
def test_two_packs_of_55() -> None:
    cards = _all_cards(dog.Game(seed=1))
    assert cards.total() == 110
    assert cards == PACK


@pytest.mark.rule("R3.1")
def test_cards_of_the_pack() -> None:
    assert dog.CARDS == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize("mode", MODES)
def test_no_card_is_lost_or_doubled(mode: str) -> None:
    game = new_game(mode)
    for _ in range(40):
        assert _all_cards(game) == PACK
        if game.phase == "give":
            game.give(game.to_give()[0], game.hand(game.to_give()[0])[0])
        else:
            game.play(first_play(game))


@pytest.mark.rule("R3.1")
@pytest.mark.parametrize(("card", "most"), [("K", 8), ("X", 6)])
def test_position_has_no_more_cards_of_a_kind_than_the_pack(card: str, most: int) -> None:
    half = " ".join([card] * (most // 2))
    at({}, {"A": half, "B": half})
    with pytest.raises(dog.InvalidPosition, match=f"there are {most + 1} cards {card}, but the packs have {most}"):
        at({}, {"A": half, "B": half, "C": card})


@pytest.mark.rule("R3.2")
@pytest.mark.parametrize("mode", MODES)
def test_six_to_two_cards_and_again(mode: str) -> None:
    sizes = [{len(game.hand(seat)) for seat in game.rules.seats} for game in _rounds(mode)]
    assert sizes == [{6}, {5}, {4}, {3}, {2}, {6}, {5}, {4}]


@pytest.mark.rule("R3.2")
@pytest.mark.parametrize("mode", ["2 pass", "3 pass", "4 pairs", "5 pass", "6 pairs", "6 trios"])
def test_cards_are_dealt_one_at_a_time_from_the_starter_on(mode: str) -> None:
    before, later = _rounds(mode)[:2]
    stock, seats, starter = before.position()["stock"], later.rules.seats, later.position()["starter"]
    first = seats.index(starter)
    for place, seat in enumerate(seats[first:] + seats[:first]):
        assert sorted(later.hand(seat)) == sorted(stock[place : 5 * len(seats) : len(seats)])


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("dealer", ["moves", "fixed"])
@pytest.mark.parametrize("mode", MODES)
def test_the_beginning_moves_on_by_one_seat(mode: str, dealer: str) -> None:
    games = _rounds(mode, dealer=dealer)
    seats, first_dealer = games[0].rules.seats, games[0].dealer
    for number, game in enumerate(games, 1):
        give_all(game)
        assert game.turn == seats[(seats.index(first_dealer) + number) % len(seats)]


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("mode", MODES)
def test_a_moving_dealer_sits_before_the_beginner(mode: str) -> None:
    for game in _rounds(mode):
        seats = game.rules.seats
        starter = game.view(None)["starter"]
        assert game.dealer == game.view(None)["dealer"] == seats[seats.index(starter) - 1]


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("mode", MODES)
def test_a_fixed_dealer_deals_throughout(mode: str) -> None:
    games = _rounds(mode, dealer="fixed")
    assert {game.dealer for game in games} == {games[0].dealer}
    assert len({game.view(None)["starter"] for game in games}) == games[0].rules.players


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("mode", MODES)
def test_who_deals_first_is_decided_by_lot(mode: str) -> None:
    dealers = Counter(new_game(mode, seed).dealer for seed in range(240))
    seats = dog.Rules(**MODES[mode]).seats
    assert set(dealers) == set(seats)
    assert min(dealers.values()) > 240 / len(seats) / 2


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("mode", MODES)
def test_a_fixed_and_a_moving_dealer_see_the_same_deals(mode: str) -> None:
    moving, fixed = _rounds(mode, dealer="moves"), _rounds(mode, dealer="fixed")
    for one, other in zip(moving, fixed, strict=True):
        assert one.position()["hands"] == other.position()["hands"]


def _last_card(stock: int) -> dog.Game:
    """Four players before the last card of the first round: the next deal takes 20 cards."""
    place = position({"A": "A1"}, {"A": "5", "B": "", "C": "", "D": ""})
    return dog.Game.from_position(
        {**place, "round": 1, "stock": ["9", "10", "J", "Q"] * (stock // 4)}, seed="last card"
    )


@pytest.mark.rule("R3.4")
def test_no_new_shuffle_while_the_stock_is_enough() -> None:
    game = after(_last_card(stock=20), "5 A1>A6")
    dealt = Counter(card for hand in game.position()["hands"].values() for card in hand)
    assert dealt == Counter({"9": 5, "10": 5, "J": 5, "Q": 5})
    assert game.position()["stock"] == []


@pytest.mark.rule("R3.4")
def test_all_cards_are_shuffled_when_the_stock_is_too_small() -> None:
    game = after(_last_card(stock=16), "5 A1>A6")
    assert len(game.position()["stock"]) == 110 - 20
    assert game.position()["seen"] == {}
    assert _all_cards(game).total() == 110


@pytest.mark.rule("R3.4")
@pytest.mark.parametrize("mode", MODES)
def test_stock_from_round_to_round(mode: str) -> None:
    """Counted along: shuffle exactly when fewer cards are left than the deal needs."""
    players, stock, shuffles = dog.Rules(**MODES[mode]).players, 0, 0
    for size, game in zip([6, 5, 4, 3, 2, 6, 5, 4], _rounds(mode), strict=True):
        if stock < size * players:
            stock, shuffles = 110, shuffles + 1
        stock -= size * players
        assert len(game.position()["stock"]) == stock
        assert game.position()["chance"]["shuffles"] == shuffles


@pytest.mark.rule("R3.4")
def test_four_players_reshuffle_after_six_rounds() -> None:
    """Four players: 104 cards in six rounds, then a new shuffle."""
    stocks = [len(game.position()["stock"]) for game in _rounds("4 pairs")]
    assert stocks == [86, 66, 50, 38, 30, 6, 90, 74]


@pytest.mark.rule("R3.4")
@pytest.mark.parametrize("mode", ["2 pass", "3 pass", "4 pairs", "5 pass", "6 pairs", "6 trios"])
def test_no_play_changes_the_deals(mode: str) -> None:
    """The same seed, different cards given and different plays: the same deals up to and after a new shuffle."""
    one = _play_on(new_game(mode, 5), first_play, give=0)
    other = _play_on(new_game(mode, 5), other_play, give=-1)
    assert one.marbles() != other.marbles()
    assert _deals(one) == _deals(other)


def _play_on(game: dog.Game, choose: Callable[[dog.Game], str], give: int) -> dog.Game:
    """Play until the seventh round is dealt."""
    while game.round < 7:
        for seat in game.to_give():
            game.give(seat, game.hand(seat)[give])
        game.play(choose(game))
        assert game.phase != "over"
    return game


@pytest.mark.rule("R3.4")
def test_other_seeds_give_other_deals() -> None:
    deals = {tuple(_deals(new_game("4 pairs", seed))) for seed in range(20)}
    assert len(deals) == 20


@pytest.mark.rule("R3.5")
@pytest.mark.parametrize("mode", MODES)
def test_the_die_shows_the_next_deal(mode: str) -> None:
    games = _rounds(mode)
    assert [game.next_deal for game in games] == [5, 4, 3, 2, 6, 5, 4, 3]
    for game, following in pairwise(games):
        assert game.next_deal == len(following.hand("A"))


@pytest.mark.rule("R3.5")
def test_the_die_is_shown_to_everyone() -> None:
    game = dog.Game(seed=1)
    assert [game.view(seat)["next_deal"] for seat in (None, *"ABCD")] == [5] * 5


@pytest.mark.rule("R3.5")
def test_the_die_is_never_rolled() -> None:
    assert {new_game("4 pairs", seed).next_deal for seed in range(50)} == {5}
