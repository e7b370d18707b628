"""R2: players, teams and winning."""

from __future__ import annotations

import pytest

import doghouse as dog
from tests.support.rules_dsl import IN, MODES, after, at, board, new_game, played, refused_by, texts


@pytest.mark.rule("R2.1")
def test_four_players_form_two_teams() -> None:
    rules = dog.Rules(4)
    assert rules.all_teams() == ("AC", "BD")
    assert [rules.team(seat) for seat in "ABCD"] == ["AC", "BD", "AC", "BD"]


@pytest.mark.rule("R2.1")
def test_four_players_always_play_in_pairs() -> None:
    for teams in ("none", "trios"):
        with pytest.raises(dog.InvalidRules, match="4 players form teams 'pairs'"):
            dog.Rules(4, teams=teams)


@pytest.mark.rule("R2.2")
def test_six_players_in_two_teams_of_three() -> None:
    rules = dog.Rules(6, teams="trios")
    assert rules.all_teams() == ("ACE", "BDF")
    assert rules.sections == 6


@pytest.mark.rule("R2.2")
def test_six_players_in_three_teams_of_two() -> None:
    rules = dog.Rules(6, teams="pairs")
    assert rules.all_teams() == ("AD", "BE", "CF")
    assert rules == dog.Rules(6)


@pytest.mark.rule("R2.2")
def test_six_players_cannot_do_without_teams() -> None:
    with pytest.raises(dog.InvalidRules, match="6 players form teams 'pairs' or 'trios'"):
        dog.Rules(6, teams="none")


@pytest.mark.rule("R2.3")
@pytest.mark.parametrize(("players", "seats", "sections"), [(2, "AC", 4), (3, "ABC", 4), (5, "ABCDE", 6)])
def test_seats_without_teams(players: int, seats: str, sections: int) -> None:
    rules = dog.Rules(players)
    assert (rules.seats, rules.sections) == (seats, sections)
    assert rules.all_teams() == tuple(seats)


@pytest.mark.rule("R2.3")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_teams_can_be_chosen(players: int) -> None:
    with pytest.raises(dog.InvalidRules, match=f"{players} players form teams 'none'"):
        dog.Rules(players, teams="pairs")


@pytest.mark.rule("R2.3")
def test_an_empty_section_is_part_of_the_ring() -> None:
    """Two players: A passes through B's section, in which nobody sits, field by field."""
    assert played(at({"A": "A12"}, {"A": "8"}, players=2), "8 A12>B4") == {"A": "B4"}
    assert played(at({"A": "B12"}, {"A": "8"}, players=2), "8 B12>C4") == {"A": "C4"}


@pytest.mark.rule("R2.3")
@pytest.mark.parametrize(("players", "order"), [(2, "ACA"), (3, "ABCA"), (5, "ABCDEA")])
def test_an_empty_section_gets_no_turn(players: int, order: str) -> None:
    game = at({seat: f"{seat}1" for seat in order}, dict.fromkeys(order, "5 9"), players=players)
    turns = [game.turn]
    while len(turns) < len(order):
        game.play(f"5 {game.turn}1>{game.turn}6")
        turns.append(game.turn)
    assert turns == list(order)


@pytest.mark.rule("R2.3")
@pytest.mark.parametrize(("players", "empty"), [(2, "B"), (3, "D"), (5, "F")])
def test_nobody_sits_at_an_empty_section(players: int, empty: str) -> None:
    game = dog.Game(dog.Rules(players), seed=1)
    assert empty not in game.marbles()
    with pytest.raises(dog.IllegalPlay, match=f"nobody sits at {empty}") as caught:
        game.hand(empty)
    assert caught.value.rule == "R2.3"


@pytest.mark.rule("R2.4")
@pytest.mark.parametrize(
    ("mates", "rules"),
    [("AC", {"players": 4}), ("AD", {"players": 6}), ("ACE", {"players": 6, "teams": "trios"})],
)
def test_a_team_wins_when_every_marble_is_in(mates: str, rules: dict[str, str]) -> None:
    game = at({seat: IN[seat] for seat in mates} | {"A": "A+4 A+3 A+2 A0"}, {"A": "A"}, **rules)
    assert game.outcome is None
    game.play("A A0>A+1")
    assert (game.phase, game.turn) == ("over", None)
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == (mates, "finished")


@pytest.mark.rule("R2.4")
def test_nobody_wins_without_the_team_mates() -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": "C+4 C+3 C+2 C5"}, {"A": "A"})
    game.play("A A0>A+1")
    assert (game.phase, game.outcome, game.turn) == ("play", None, "B")


@pytest.mark.rule("R2.4")
def test_a_team_of_three_needs_all_three() -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"], "E": "E+4 E+3 E+2"}, {"A": "A"}, players=6, teams="trios")
    game.play("A A0>A+1")
    assert game.outcome is None


@pytest.mark.rule("R2.4")
def test_the_helper_wins_with_the_team() -> None:
    game = at({"A": IN["A"], "C": "C+4 C+3 C+2 C0"}, {"A": "A"})
    game.play("A C0>C+1")
    assert game.outcome is not None
    assert game.outcome.winners == "AC"


@pytest.mark.rule("R2.4")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_alone_the_own_four_win(players: int) -> None:
    game = at({"C": "C+4 C+3 C+2 C0"}, {"C": "A"}, turn="C", players=players)
    game.play("A C0>C+1")
    assert game.outcome is not None
    assert (game.outcome.winners, game.phase) == ("C", "over")


@pytest.mark.rule("R2.4")
def test_nothing_is_played_after_the_end() -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A 5"})
    game.play("A A0>A+1")
    assert texts(game) == set()
    assert not game.plays()
    assert refused_by(game, "fold") == "R2.4"


@pytest.mark.rule("R2.4")
def test_a_seven_is_carried_out_in_full_although_someone_is_completed() -> None:
    """Alone: three points bring A's last marble in, four are still to be used."""
    game = at({"A": "A+4 A+3 A+2 D14", "C": "C5"}, {"A": "7"}, players=2)
    assert refused_by(game, "7 D14>A+1") == "R10.3"
    later = after(game, "7 D14>A+1 C5>C9")
    assert board(later)["C"] == "C9"
    assert later.outcome is not None
    assert later.outcome.winners == "A"


@pytest.mark.rule("R2.4")
def test_a_seven_that_cannot_be_used_up_does_not_win() -> None:
    """Three points would bring in the last marble of A and C; the other four have no marble to move."""
    game = at({"A": "A+4 A+3 A+2 D14", "C": IN["C"]}, {"A": "7"})
    assert refused_by(game, "7 D14>A+1") == "R10.3"
    assert texts(game) == {"7 D14>A5"}


def _standings(game: dog.Game) -> list[tuple[str, int, int]]:
    return [(standing.team, standing.finished, standing.to_go) for standing in game.standings()]


@pytest.mark.rule("R2.5")
def test_standing_of_two_marbles_in_and_one_underway() -> None:
    game = at({"A": "A+4 A+3 D12"}, players=2)
    assert ("A", 2, 72) in _standings(game)


@pytest.mark.rule("R2.5")
@pytest.mark.parametrize(
    ("fields", "finished", "to_go"),
    [
        ("", 0, 4 * 65 + 10),  # four in the kennel
        ("A0!", 0, 64 + 3 * 65 + 10),  # a fresh marble has a full lap to go
        ("A0", 0, 0 + 3 * 65 + 10),  # an ordinary one on its start has arrived
        ("A1", 0, 63 + 3 * 65 + 10),
        ("D15", 0, 1 + 3 * 65 + 10),
        ("B0", 0, 48 + 3 * 65 + 10),
        ("A+1", 1, 3 * 65 + 9),
        ("A+4", 1, 3 * 65 + 6),
        ("A+1 A+2", 2, 2 * 65 + 7),
        ("A+1 A+2 A+4", 3, 65 + 3),
    ],
)
def test_fields_still_to_go(fields: str, finished: int, to_go: int) -> None:
    """Counted on the small board for C, who plays against A."""
    turned = fields.translate(str.maketrans("ABCD", "CDAB"))
    assert ("C", finished, to_go) in _standings(at({"C": turned}, players=2))


@pytest.mark.rule("R2.5")
def test_nothing_to_go_when_all_are_in() -> None:
    game = after(at({"A": "A+4 A+3 A+2 A0"}, {"A": "A"}, players=2), "A A0>A+1")
    assert _standings(game) == [("A", 4, 0), ("C", 0, 270)]


@pytest.mark.rule("R2.5")
def test_a_lap_of_the_large_board_is_longer() -> None:
    game = at({"A": "A0! F15"}, players=5)
    assert ("A", 0, 96 + 1 + 2 * 97 + 10) in _standings(game)
    assert ("B", 0, 4 * 97 + 10) in _standings(game)


@pytest.mark.rule("R2.5")
def test_a_team_adds_up_its_members() -> None:
    game = at({"A": "A+4 A+3 D12", "C": "C+1 C0! B10", "B": "B+2"})
    assert _standings(game) == [
        ("AC", 3, (4 + 65 + 3) + (64 + 6 + 65 + 9)),
        ("BD", 1, (3 * 65 + 8) + (4 * 65 + 10)),
    ]


@pytest.mark.rule("R2.5")
def test_more_marbles_in_the_finish_come_first() -> None:
    """C has far more fields to go, but one marble more in."""
    game = at({"A": "A+4 A0 D15 D14", "C": "C+1 C+2 C0!"}, players=2)
    assert _standings(game) == [("C", 2, 64 + 65 + 7), ("A", 1, 0 + 1 + 2 + 6)]
    assert game.stop().winners == "C"


@pytest.mark.rule("R2.5")
def test_fewer_fields_to_go_come_next() -> None:
    game = at({"A": "A+3 D14", "C": "C+3 B15"}, players=2)
    assert _standings(game) == [("C", 1, 1 + 130 + 7), ("A", 1, 2 + 130 + 7)]
    assert game.stop().winners == "C"


@pytest.mark.rule("R2.5")
def test_deeper_marbles_have_fewer_fields_to_go() -> None:
    assert at({"A": "A+3", "C": "C+4"}, players=2).stop().winners == "C"


@pytest.mark.rule("R2.5")
def test_equal_in_both_is_a_tie() -> None:
    outcome = at({"A": "A+3 D14", "C": "C+3 B14", "B": "B+1"}, players=3).stop()
    assert (outcome.winners, outcome.reason) == ("AC", "stopped")
    assert [standing.team for standing in outcome.standings] == ["A", "C", "B"]


@pytest.mark.rule("R2.5")
@pytest.mark.parametrize("mode", MODES)
def test_at_the_beginning_all_are_equal(mode: str) -> None:
    game = new_game(mode)
    assert game.stop().winners == game.rules.seats


@pytest.mark.rule("R2.5")
def test_order_of_three_teams() -> None:
    game = at({"A": "A5", "B": "B+1", "F": "F+1 F+2"}, players=6)
    assert [standing.team for standing in game.standings()] == ["CF", "BE", "AD"]
    assert game.stop().winners == "CF"


@pytest.mark.rule("R2.5")
def test_a_game_broken_off_is_over() -> None:
    game = at({"A": "A+1"}, {"A": "5"})
    outcome = game.stop()
    assert (game.phase, game.turn, game.outcome) == ("over", None, outcome)
    assert outcome.winners == "AC"
    assert refused_by(game, "fold") == "R2.5"
    with pytest.raises(dog.IllegalPlay, match="the game is over"):
        game.stop()


@pytest.mark.rule("R2.5")
def test_a_game_can_be_broken_off_during_the_exchange() -> None:
    game = dog.Game(seed=1)
    assert game.phase == "give"
    game.stop()
    assert (game.phase, game.to_give()) == ("over", "")
