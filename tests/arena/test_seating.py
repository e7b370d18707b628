"""Duplicate deals: who sits where."""

from __future__ import annotations

from collections import Counter

import pytest

from doghouse.arena.game_runner import play_game
from doghouse.arena.seating import FIRST, SECOND, STRANGER, lone_role, seatings, share_won
from doghouse.rules.rules import Rules
from tests.support.matches import plan

TWO_TEAMS = [Rules(players=2), Rules(players=4), Rules(players=6, teams="trios")]
MORE_TEAMS = [Rules(players=3), Rules(players=5), Rules(players=6, teams="pairs")]


def test_pair_swaps_the_teams() -> None:
    there, back = seatings(Rules(players=4))
    assert there == {"A": FIRST, "C": FIRST, "B": SECOND, "D": SECOND}
    assert back == {seat: 1 - role for seat, role in there.items()}


@pytest.mark.parametrize("rules", TWO_TEAMS)
def test_two_teams_play_two_games(rules: Rules) -> None:
    assert len(seatings(rules)) == 2
    assert all(lone_role(rules, seating) is None for seating in seatings(rules))


@pytest.mark.parametrize("rules", MORE_TEAMS)
def test_more_teams_play_all_rotations(rules: Rules) -> None:
    games = seatings(rules)
    assert len(games) == 2 * len(rules.all_teams())
    for seat in rules.seats:
        assert Counter(game[seat] for game in games)[FIRST] == len(games) / 2
    assert Counter(lone_role(rules, game) for game in games) == {FIRST: len(games) / 2, SECOND: len(games) / 2}


@pytest.mark.parametrize("rules", [*TWO_TEAMS, *MORE_TEAMS])
def test_bots_are_equal_if_the_cards_decide_everything(rules: Rules) -> None:
    for team in rules.all_teams():
        shares = [share_won(rules, seating, team) for seating in seatings(rules)]
        assert sum(shares) == len(shares) / 2


def test_tie_is_shared() -> None:
    pairs = seatings(Rules(players=4))[0]
    assert share_won(Rules(players=4), pairs, "ABCD") == 0.5
    alone = seatings(Rules(players=3))[0]
    assert alone == {"A": FIRST, "B": SECOND, "C": SECOND}
    assert share_won(Rules(players=3), alone, "BC") == 0
    assert share_won(Rules(players=3), alone, "ABC") == pytest.approx(1 / 3)


def test_stranger_sits_in_every_team_in_alternating_seats() -> None:
    rules = Rules(players=4)
    assert seatings(rules, 0, stranger=True)[0] == {"A": FIRST, "C": STRANGER, "B": SECOND, "D": STRANGER}
    assert seatings(rules, 1, stranger=True)[1] == {"A": STRANGER, "C": SECOND, "B": STRANGER, "D": FIRST}
    assert share_won(rules, seatings(rules, 1, stranger=True)[1], "BD") == 1


def test_games_of_a_pair_have_the_same_deals_and_dealer() -> None:
    records = []
    for job in plan("random", "quick").task(0).games:
        _result, game = play_game(job)
        lines = game.record().splitlines()
        records.append((game.seed, [line for line in lines if line.startswith(("deal", "First dealer", "Round"))]))
    (seed, there), (other_seed, back) = records
    assert seed == other_seed
    assert len(there) > 10
    assert there[:10] == back[:10]  # how many rounds there are depends on the plays


def test_deterministic_bot_shares_a_pair_with_itself() -> None:
    """The same bot on all seats plays the same game twice, so the exchange of teams gives each one win."""
    wanted = plan("quick", "quick", pairs=1)
    there, back = (play_game(job)[0] for job in wanted.task(0).games)
    assert there.without_clock() == back.without_clock()


def test_bot_seeds_are_reproducible_and_distinct() -> None:
    wanted = plan("random", "quick", pairs=5)
    jobs = [job for number in range(len(wanted)) for job in wanted.task(number).games]
    assert len({seed for job in jobs for seed in job.bot_seeds.values()}) == 4 * len(jobs)
    assert wanted.task(0).games[0].bot_seeds["A"] == plan("random", "quick", pairs=9).task(0).games[0].bot_seeds["A"]
    assert jobs[0].bot_seeds["A"] == 14064771237718  # on every machine
