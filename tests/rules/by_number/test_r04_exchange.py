"""R4: the exchange."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import doghouse as dog
from tests.support.rules_dsl import MODES, first_play, give_all, new_game, next_round, refused_by

GIVING = [mode for mode in MODES if "draw" not in mode]
DRAWING = [mode for mode in MODES if "draw" in mode]


def _exchanged(hands: dict[str, list[str]], given: dict[str, str], receiver: dict[str, str]) -> dict[str, list[str]]:
    """The hands after an exchange, card by card."""
    counts = {seat: Counter(hand) for seat, hand in hands.items()}
    for seat, card in given.items():
        counts[seat][card] -= 1
        counts[receiver[seat]][card] += 1
    return {seat: sorted(count.elements()) for seat, count in counts.items()}


def _hands(game: dog.Game) -> dict[str, list[str]]:
    return {seat: sorted(game.hand(seat)) for seat in game.rules.seats}


def _give_last(game: dog.Game) -> dict[str, str]:
    """Everyone gives the last card in hand; what each gave."""
    given = {seat: game.hand(seat)[-1] for seat in game.to_give()}
    for seat, card in given.items():
        game.give(seat, card)
    return given


RECEIVERS = {
    "4 pairs": {"A": "C", "B": "D", "C": "A", "D": "B"},
    "6 pairs": {"A": "D", "B": "E", "C": "F", "D": "A", "E": "B", "F": "C"},
    "6 trios": {"A": "C", "C": "E", "E": "A", "B": "D", "D": "F", "F": "B"},
    "2 pass": {"A": "C", "C": "A"},
    "3 pass": {"A": "B", "B": "C", "C": "A"},
    "5 pass": {"A": "B", "B": "C", "C": "D", "D": "E", "E": "A"},
}


def _check_exchange(mode: str, seed: int) -> None:
    game = new_game(mode, seed)
    before = _hands(game)
    given = _give_last(game)
    assert game.phase == "play"
    assert _hands(game) == _exchanged(before, given, RECEIVERS[mode])
    for seat in game.rules.seats:
        (giver,) = [other for other, receiver in RECEIVERS[mode].items() if receiver == seat]
        assert game.view(seat)["received"] == given[giver]


@pytest.mark.rule("R4.1")
@pytest.mark.parametrize("mode", ["4 pairs", "6 pairs"])
def test_partners_give_each_other_a_card(mode: str) -> None:
    for seed in range(10):
        _check_exchange(mode, seed)


@pytest.mark.rule("R4.1")
@pytest.mark.parametrize("mode", GIVING)
def test_the_exchange_comes_before_the_first_card_of_every_round(mode: str) -> None:
    game = new_game(mode)
    for _ in range(6):
        assert (game.phase, game.turn, game.to_give()) == ("give", None, game.rules.seats)
        assert refused_by(game, "fold") == f"R4.{game.rules.exchange_form}"
        next_round(game)


@pytest.mark.rule("R4.1")
def test_seats_give_in_any_order() -> None:
    game = dog.Game(seed=3)
    for seat, left in [("C", "ABD"), ("B", "AD"), ("D", "A"), ("A", "")]:
        game.give(seat, game.hand(seat)[0])
        assert game.to_give() == left
    assert game.turn == game.view(None)["starter"]


@pytest.mark.rule("R4.1")
def test_the_card_received_is_seen_only_after_all_have_given() -> None:
    """C has given to A; A's hand and view show nothing of it, before and after A has given, until the exchange."""
    game = dog.Game(seed=3)
    dealt = game.hand("A")
    game.give("C", game.hand("C")[0])
    assert game.hand("A") == dealt
    assert game.view("A")["received"] is None
    game.give("A", dealt[0])
    assert game.hand("A") == dealt[1:]
    assert game.view("A")["received"] is None


@pytest.mark.rule("R4.1")
def test_the_card_is_given_face_down() -> None:
    """Whatever C gives, the views of all others are the same."""
    game = dog.Game(seed=3)
    kinds = sorted(set(game.hand("C")))
    assert len(kinds) > 2
    for viewer in (None, "A", "B", "D"):
        views = []
        for card in kinds:
            chosen = game.copy()
            chosen.give("C", card)
            views.append(chosen.view(viewer))
        assert all(view == views[0] for view in views)


@pytest.mark.rule("R4.1")
def test_everyone_gives_exactly_one_card() -> None:
    game = dog.Game(seed=3)
    game.give("A", game.hand("A")[0])
    with pytest.raises(dog.IllegalGive, match="A has given a card already") as caught:
        game.give("A", game.hand("A")[0])
    assert caught.value.rule == "R4.1"
    give_all(game)
    assert [len(game.hand(seat)) for seat in "ABCD"] == [6, 6, 6, 6]


@pytest.mark.rule("R4.1")
def test_nothing_is_given_once_play_has_begun() -> None:
    game = dog.Game(seed=3)
    give_all(game)
    with pytest.raises(dog.IllegalGive, match="no card is to be given now"):
        game.give("A", game.hand("A")[0])


@pytest.mark.rule("R4.2")
def test_a_team_of_three_gives_round_the_table() -> None:
    for seed in range(10):
        _check_exchange("6 trios", seed)


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize("mode", ["2 pass", "3 pass", "5 pass"])
def test_pass_gives_a_chosen_card_to_the_right_hand_neighbour(mode: str) -> None:
    for seed in range(10):
        _check_exchange(mode, seed)


def _noted(game: dog.Game, kind: str) -> dict[str, str]:
    """The hands dealt, or the cards drawn, as the record notes them."""
    lines = [line.removeprefix(f"{kind} ") for line in game.record().splitlines() if line.startswith(kind)]
    return {line[0]: line[3:] for line in lines}


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize("mode", DRAWING)
def test_draw_takes_a_card_from_the_right_hand_neighbour(mode: str) -> None:
    """Everyone draws from the hand that was dealt, so a card just drawn cannot be lost again."""
    for seed in range(10):
        game = new_game(mode, seed)
        seats = game.rules.seats
        dealt = {seat: hand.split() for seat, hand in _noted(game, "deal").items()}
        drawn = _noted(game, "draw")
        neighbour = {seat: seats[(at + 1) % len(seats)] for at, seat in enumerate(seats)}
        assert all(drawn[seat] in dealt[neighbour[seat]] for seat in seats)
        lost = {neighbour[seat]: card for seat, card in drawn.items()}
        receiver = {other: seat for seat, other in neighbour.items()}
        assert _hands(game) == _exchanged(dealt, lost, receiver)


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize("mode", DRAWING)
def test_nobody_chooses_in_a_draw(mode: str) -> None:
    game = new_game(mode)
    assert (game.phase, game.to_give()) == ("play", "")
    with pytest.raises(dog.IllegalGive, match="nobody gives: each draws a hidden card") as caught:
        game.give("A", game.hand("A")[0])
    assert caught.value.rule == "R4.3"


@pytest.mark.rule("R4.3")
def test_chance_picks_the_card_drawn() -> None:
    """Over many games each place of the sorted hand is drawn from about equally often."""
    places: Counter[int] = Counter()
    for seed in range(300):
        game = new_game("2 draw", seed)
        hand = _noted(game, "deal")["C"].split()
        if len(set(hand)) == 6:
            places[hand.index(_noted(game, "draw")["A"])] += 1
    assert set(places) == set(range(6))
    assert min(places.values()) > places.total() / 6 / 2


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize(("edition", "exchange"), [("xl", "draw"), ("xs", "draw"), ("dog", "pass"), ("kings", "pass")])
def test_form_of_each_edition(edition: str, exchange: str) -> None:
    assert [dog.Rules.edition(edition, players).exchange for players in (2, 3)] == [exchange, exchange]


@pytest.mark.rule("R4.3")
def test_there_is_no_partner_to_give_to() -> None:
    with pytest.raises(dog.InvalidRules, match="3 players exchange by 'draw' or 'pass'"):
        dog.Rules(3, exchange="partner")
    with pytest.raises(dog.InvalidRules, match="4 players exchange by 'partner'"):
        dog.Rules(4, exchange="pass")


# R4.4: everything that a game says about itself is said in these words.
FIELD = r"[A-F](?:-|\+[1-4]|0!|1[0-5]|[0-9])"
CARD = r"(?:[2-9AJQKX]|10)"
MOVE = rf"{FIELD}(?:>|<>){FIELD}"
PLAY = rf"(?:fold|{CARD}(?:={CARD})?(?: \?[A-F]|(?: {MOVE})*))"
WORDS = (
    "rules players teams canadian_seven joker_may_finish quick_start exchange dealer pairs trios none partner draw pass"
    " moves fixed marbles hands hand turn phase give play over round starter first_dealer stock seen given gave"
    " has_given laid_down known received chance seed shuffles takes next_deal cards last seat outcome winners"
    " reason finished stopped standings team to_go dealt seven card left"
)
READY_MADE = re.compile("|".join([FIELD, CARD, PLAY, "[A-F]", *WORDS.split()]))
RECORD_LINE = re.compile(
    rf"|Round \d+, \d cards, [A-F] deals|(?:deal|give|draw) [A-F]: {CARD}(?: {CARD})*"
    rf"|[A-F]: {PLAY}(?: \({CARD}\))?|stop"
)
SEED = "table 4, Monday"


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from _strings(value)
    else:
        assert data is None or isinstance(data, int)


def _moments(mode: str) -> Iterator[dog.Game]:
    """A game with a header, at some of its moments."""
    game = dog.Game(dog.Rules(**MODES[mode]), SEED)
    game.headers["Player A"] = "Anna says: I hold two kings"
    for _ in range(40):
        yield game
        give_all(game)
        game.play(first_play(game))
    game.stop()
    yield game


@pytest.mark.rule("R4.4")
@pytest.mark.parametrize("mode", MODES)
def test_views_say_everything_in_ready_made_words(mode: str) -> None:
    for game in _moments(mode):
        for viewer in (None, *game.rules.seats):
            assert all(READY_MADE.fullmatch(text) for text in _strings(game.view(viewer)))


@pytest.mark.rule("R4.4")
@pytest.mark.parametrize("mode", MODES)
def test_positions_say_everything_in_ready_made_words(mode: str) -> None:
    """But for the seed, which is there before the first card is dealt."""
    for game in _moments(mode):
        place = game.position()
        assert place["chance"].pop("seed") == SEED
        assert all(READY_MADE.fullmatch(text) for text in _strings(place))


@pytest.mark.rule("R4.4")
@pytest.mark.parametrize("mode", MODES)
def test_records_say_everything_in_ready_made_words(mode: str) -> None:
    """The headers, above the first empty line, are the only place for other texts."""
    for game in _moments(mode):
        headers, body = game.record().split("\n\n", 1)
        assert "Anna says" in headers
        assert all(RECORD_LINE.fullmatch(line) for line in body.splitlines())


@pytest.mark.rule("R4.4")
@pytest.mark.parametrize("text", ["5 A3>A8 # I have a king", "fold, sorry", "give me a king", "J hello", "5 (please)"])
def test_no_words_pass_with_a_play(text: str) -> None:
    game = dog.Game(seed=1)
    give_all(game)
    with pytest.raises(dog.InvalidPlay):
        game.play(text)


@pytest.mark.parametrize("mode", GIVING)
def test_a_card_can_be_taken_back_until_all_have_given(mode: str) -> None:
    """R4.1-R4.3"""
    game = new_game(mode, 5)
    before = game.position()
    seat = game.to_give()[0]
    game.give(seat, game.hand(seat)[-1])
    game.take_back(seat)
    assert game.position() == before
    assert game.record() == new_game(mode, 5).record()
    twin = new_game(mode, 5)
    _give_last(game)
    _give_last(twin)
    assert game.position() == twin.position()
    with pytest.raises(dog.IllegalPlay, match="changed hands"):
        game.take_back(seat)


def test_a_card_laid_out_in_a_position_can_be_taken_back() -> None:
    """R4.1"""
    game = new_game("4 pairs", 5)
    before = game.hand("A")
    game.give("A", before[-1])
    other = dog.Game.from_position(game.position())
    other.take_back("A")
    assert other.hand("A") == before
    assert other.to_give() == "ABCD"
