"""R1: the board."""

from __future__ import annotations

import pytest

import doghouse as dog
from tests.support.rules_dsl import MODES, after, at, board, first_play, give_all, new_game, played, refused_by, texts

SECTIONS = {2: "ABCD", 3: "ABCD", 4: "ABCD", 5: "ABCDEF", 6: "ABCDEF"}


@pytest.mark.rule("R1.1")
@pytest.mark.parametrize(("players", "size"), [(2, 64), (3, 64), (4, 64), (5, 96), (6, 96)])
def test_ring_closes_after_all_sections(players: int, size: int) -> None:
    """One field at a time a marble comes through every section, 16 fields each, and back to where it was."""
    ring = [f"{section}{number}" for section in SECTIONS[players] for number in range(16)]
    assert len(ring) == size
    for field, following in zip(ring, ring[1:] + ring[:1], strict=True):
        assert f"A {field}>{following}" in texts(at({"A": field}, {"A": "A"}, players=players))


@pytest.mark.rule("R1.1")
def test_ring_of_four_sections_has_no_others() -> None:
    with pytest.raises(dog.InvalidPosition, match="E5 is not on the board"):
        at({"A": "E5"})


@pytest.mark.rule("R1.1")
@pytest.mark.parametrize("seat", "ABCD")
def test_first_field_of_the_section_is_the_start(seat: str) -> None:
    game = at({}, {seat: "K"}, turn=seat)
    assert played(game, f"K {seat}->{seat}0") == {seat: f"{seat}0!"}


@pytest.mark.rule("R1.1")
@pytest.mark.parametrize("seat", "ABCDEF")
def test_finish_of_four_fields_next_to_the_start(seat: str) -> None:
    """From the start 1 to 4 fields lead into the finish, and 5 no more."""
    game = at({seat: f"{seat}0"}, {seat: "A 2 3 4 5"}, turn=seat, players=6)
    inside = {text for text in texts(game) if "+" in text}
    assert inside == {f"{card} {seat}0>{seat}+{depth}" for card, depth in zip("A234", range(1, 5))}


@pytest.mark.rule("R1.1")
def test_kennel_holds_four_marbles() -> None:
    assert dog.Game(seed=1).marbles() == {seat: [f"{seat}-"] * 4 for seat in "ABCD"}
    game = at({"A": "A1 A2 A3"}, {"A": "K"})
    assert played(game, "K A->A0") == {"A": "A0! A1 A2 A3"}
    assert refused_by(at({"A": "A1 A2 A3 A4"}, {"A": "K"}), "K A->A0") == "R7.1"


@pytest.mark.rule("R1.1")
def test_five_marbles_are_too_many() -> None:
    with pytest.raises(dog.InvalidPosition, match="A has 5 marbles instead of 4"):
        at({"A": "A1 A2 A3 A4 A5"})


@pytest.mark.rule("R1.2")
@pytest.mark.parametrize("mode", MODES)
def test_turn_goes_anticlockwise(mode: str) -> None:
    """Every seat but the last is followed by the next letter that plays, whoever begins."""
    game = new_game(mode)
    seats = game.rules.seats
    give_all(game)
    for _ in seats[1:]:
        seat = game.turn
        assert seat is not None
        game.play(first_play(game))
        assert game.turn == seats[(seats.index(seat) + 1) % len(seats)]


@pytest.mark.rule("R1.2")
@pytest.mark.parametrize(("seat", "following"), ["AB", "BC", "CD", "DA"])
def test_next_start_ahead_is_the_next_players(seat: str, following: str) -> None:
    game = at({seat: f"{seat}3"}, {seat: "K"}, turn=seat)
    later = after(game, f"K {seat}3>{following}0")
    assert later.turn == following


@pytest.mark.rule("R1.2")
def test_only_a_four_goes_the_other_way() -> None:
    assert played(at({"A": "A0!"}, {"A": "5"}), "5 A0>A5") == {"A": "A5"}
    assert refused_by(at({"A": "A0!"}, {"A": "5"}), "5 A0>D11") == "R6"


@pytest.mark.rule("R1.3")
@pytest.mark.parametrize(("players", "seats"), [(4, "ABCD"), (6, "ABCDEF")])
def test_seats_have_the_letters_of_their_sections(players: int, seats: str) -> None:
    game = dog.Game(dog.Rules(players, quick_start=True), seed=1)
    assert game.rules.seats == seats
    assert board(game) == {seat: f"{seat}0!" for seat in seats}


@pytest.mark.rule("R1.4")
def test_fields_of_a_section_follow_each_other_up_to_the_next_start() -> None:
    """A queen from the start is past the slanting arms, three more are on the rim, and then comes the next start."""
    assert played(at({"A": "A0!"}, {"A": "Q"}), "Q A0>A12") == {"A": "A12"}
    assert played(at({"A": "A12"}, {"A": "3"}), "3 A12>A15") == {"A": "A15"}
    assert played(at({"A": "A12"}, {"A": "4"}), "4 A12>B0") == {"A": "B0"}


@pytest.mark.rule("R1.4")
def test_finish_lies_between_the_rim_and_the_arm() -> None:
    """Coming along the rim of the section before, a marble turns in behind its start or goes on along the arm."""
    game = at({"A": "D15"}, {"A": "2"})
    assert texts(game) == {"2 D15>A+1", "2 D15>A1"}


@pytest.mark.rule("R1.4")
def test_other_players_finishes_are_passed_by() -> None:
    assert texts(at({"A": "A15"}, {"A": "2"})) == {"2 A15>B1"}
    assert refused_by(at({"A": "A15"}, {"A": "2"}), "2 A15>B+1") == "R8.1"
