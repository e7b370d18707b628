"""Games played in lockstep go as each would alone."""

from __future__ import annotations

import numpy as np
import pytest

import doghouse as dog
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.determinize import Determinization
from doghouse.bots.modes import Mode, mode_of
from doghouse.bots.registry import make_bot
from doghouse.bots.weights import weights_for
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import EMPTY, FOUR, JACK, KING, OVER, PLAY, SEVEN, STEP_KIND_BITS, TAKE, TWO
from tests.support.rules_dsl import ALL_RULES

GAMES = 12 if dog.COMPILED else 2
STEPS = 400 if dog.COMPILED else 25
FIRST_HANDS = [[1, 2, 9, 11, 12, 12], [0, 4, 8, 10, 11, 12], [0, 3, 4, 6, 8, 11]]  # of A, from seed 1


def seated(mode: Mode, games: int, greedy_seats: int = 0) -> Lockstep:
    lockstep = Lockstep(games, games * 40 + MAX_PLAYS)
    lockstep.weigh(weights_for(mode.rules))
    for game in range(games):
        lockstep.put(game, mode.rules.core(mode.rules.seats[game % mode.rules.players], seed=game), greedy_seats)
    return lockstep


def run(lockstep: Lockstep, mode: Mode, games: int, turns: int) -> list[bytes]:
    """Play on, the most fields gone being the best; what was decided."""
    rows = np.zeros((games * 40 + MAX_PLAYS, mode.features), np.uint8)
    chosen, movers = np.zeros(games, np.int32), np.zeros(games, np.int32)
    decided = []
    for _turn in range(turns):
        used = lockstep.fill(rows)
        if not used:
            break
        values = np.ascontiguousarray(rows[:used, mode.ring_size + 19 :][:, :1].astype(np.float32))
        lockstep.decide(values, 0.0, chosen, movers)
        decided.append(chosen.tobytes() + movers.tobytes())
    return decided


def ends(lockstep: Lockstep, mode: Mode, games: int) -> tuple[list[int], list[int]]:
    endings, winners = np.zeros(games, np.int32), np.full(games, -9, np.int32)
    margins = np.zeros((games, len(mode.teams)), np.float32)
    lockstep.outcomes(np.array(mode.teams, np.int32), endings, winners, margins)
    assert (np.abs(margins) <= 1).all()
    return endings.tolist(), winners.tolist()


@pytest.mark.parametrize("name", ALL_RULES)
def test_games_play_on_to_their_end(name: str) -> None:
    mode = mode_of(ALL_RULES[name])
    lockstep = seated(mode, GAMES)
    lockstep.limit(STEPS, False)
    first = run(lockstep, mode, GAMES, 3000)
    endings, winners = ends(lockstep, mode, GAMES)
    assert set(endings) <= {1, 2}
    for game in range(GAMES):
        core = lockstep.take(game)
        assert (core.phase == OVER) == (endings[game] == 1)
        if endings[game] == 1:
            assert mode.teams[winners[game]] == core.winners
    again = seated(mode, GAMES)
    again.limit(STEPS, False)
    assert run(again, mode, GAMES, 3000) == first


def test_a_round_is_left_where_it_ends() -> None:
    mode = mode_of(dog.Rules())
    lockstep = seated(mode, 3)
    lockstep.limit(1 << 30, True)
    for game in range(3):
        core = lockstep.take(game)
        core.settle()
        lockstep.put(game, core)
    run(lockstep, mode, 3, 100)
    assert ends(lockstep, mode, 3)[0] == [3, 3, 3]
    assert all(lockstep.take(game).round == 1 for game in range(3))


def test_by_hand_it_plays_like_greedy() -> None:
    rules = dog.Rules()
    mode = mode_of(rules)
    lockstep = seated(mode, 1, greedy_seats=0b1111)
    game = dog.Game(rules, seed=4)
    greedy = make_bot("greedy")
    moved = 0
    for _act in range(12):
        while game.turn is None:
            seat = game.to_give()[0]
            game.give(seat, greedy.give(game.view(seat)))
        play = greedy.play(game.view(game.turn))
        core = Determinization(game.view(game.turn)).core
        before = core.steps_made
        lockstep.put(0, core, greedy_seats=0b1111)
        lockstep.limit(before + 1, False)
        lockstep.fill(np.zeros((MAX_PLAYS, mode.features), np.uint8))
        game.play(play)
        moved += 1
        if game.phase != "play" or game.last is None:
            continue
        twin = lockstep.take(0)
        assert sorted(twin.marbles()[:16]) == sorted(Determinization(game.view(game.turn)).core.marbles()[:16])
    assert moved == 12


def begun(mode: Mode, games: int, part: float | None = None) -> Lockstep:
    """New games, of which a part is played by hand for all teams but one; the same seat begins all."""
    lockstep = Lockstep(games, games * 40 + MAX_PLAYS)
    lockstep.weigh(weights_for(mode.rules))
    if part is not None:
        lockstep.set_sparring(part)
    lockstep.add_variant(mode.rules.core(mode.rules.seats[0]))
    lockstep.seed(1)
    lockstep.restart_ended()
    return lockstep


def teams_alone(mode: Mode, games: int, part: float) -> list[int]:
    """The teams that alone decide in a game, one for each such game."""
    lockstep = begun(mode, games, part)
    rows = np.zeros((games * 40 + MAX_PLAYS, mode.features), np.uint8)
    chosen, movers = np.zeros(games, np.int32), np.zeros(games, np.int32)
    deciding: list[set[int]] = [set() for _game in range(games)]
    for _turn in range(30):
        used = lockstep.fill(rows)
        lockstep.decide(np.zeros((used, 1), np.float32), 0.0, chosen, movers)
        for game in np.flatnonzero(chosen >= 0):
            deciding[game] |= {team for team in mode.teams if team >> int(movers[game]) & 1}
    return [team for teams in deciding if len(teams) == 1 for team in teams]


@pytest.mark.parametrize("name", ["2-draw", "3-draw", "4-pairs", "5-draw", "6-pairs", "6-trios"])
def test_in_a_part_of_the_games_all_teams_but_one_play_by_hand(name: str) -> None:
    mode = mode_of(ALL_RULES[name])
    games = 240 if dog.COMPILED else 4
    assert len(teams_alone(mode, games, 1.0)) == games
    assert teams_alone(mode, games, 0.0) == []
    if dog.COMPILED:
        share = games / len(mode.teams)
        counts = [teams_alone(mode, games, 1.0).count(team) for team in mode.teams]
        assert all(abs(count - share) < 4.5 * share**0.5 for count in counts), "each team as often as any"
        assert len(teams_alone(mode, games, 0.5)) == pytest.approx(games / 2, abs=35)


def test_without_sparring_new_games_are_those_they_always_were() -> None:
    mode = mode_of(dog.Rules())

    def hands(part: float | None) -> list[list[int]]:
        lockstep, found = begun(mode, 3, part), []
        for game in range(3):
            core = lockstep.take(game)
            core.settle()
            found.append(sorted(core.hand(0)))
        return found

    assert hands(None) == hands(0.0) == FIRST_HANDS
    assert hands(1.0)[1:] != FIRST_HANDS[1:]


def test_stirred_games_keep_their_deals_and_hidden_takes_bring_other_cards() -> None:
    rules = dog.Rules(players=2)
    core = rules.core("A")
    core.load_hand(0, [TWO])
    core.load_hand(2, [FOUR, SEVEN, JACK, KING])
    core.load_turn(turn=0, phase=PLAY, round=1, starter=0, seven_left=0, seven_card=0, first_done=EMPTY, folded=0)
    take = next(step for step in core.steps() if step & STEP_KIND_BITS == TAKE)
    lockstep = Lockstep(60, MAX_PLAYS)
    lockstep.seed(1)
    for game in range(60):
        lockstep.put(game, core)
    assert len({taken_by(lockstep.take(game), take) for game in range(60)}) == 1
    lockstep.reseed_takes()
    assert {taken_by(lockstep.take(game), take) for game in range(60)} == {FOUR, SEVEN, JACK, KING}
    assert lockstep.take(0).stock() == core.stock()


def taken_by(core: Core, step: int) -> int:
    """The card that a hidden take brings."""
    core.step(step)
    return core.hand(0)[0]


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        Lockstep(1, 10)
    lockstep = Lockstep(2, MAX_PLAYS)
    with pytest.raises(IndexError):
        lockstep.put(2, dog.Rules().core("A"))
    with pytest.raises(IndexError):
        lockstep.take(-1)
    with pytest.raises(IndexError):
        lockstep.apply_choice_to_game(2, 0, b"")
    lockstep.put(0, dog.Rules().core("A"))
    with pytest.raises(ValueError, match="seven points"):
        lockstep.apply_choice_to_game(0, 0, bytes(8))
