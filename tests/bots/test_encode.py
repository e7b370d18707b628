"""The input of a net: the board from its own seat, its own cards, and nothing hidden."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import pytest
from numpy.typing import NDArray

import doghouse as dog
from doghouse.bots.core import features
from doghouse.bots.core.encode import VERSION, feature_count, scales
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import mode_of
from doghouse.bots.net_evaluation import Decision
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import COPIES, EMPTY, FINISH, JOKER, JOKERS, KENNEL, KINDS, OVER, PLAY, SECTION, SEVEN
from doghouse.rules.notation import SEATS
from tests.support.hidden_worlds import other_world
from tests.support.random_play import act_at_random
from tests.support.rules_dsl import ALL_RULES

ACTS = 200 if dog.COMPILED else 15
# Of the rows of a game of each kind; whoever changes them on purpose raises VERSION, and trains anew.
DIGESTS = {
    "2-draw": "8d2acb87e4621420",
    "4-pairs": "7501daf562a0f00b",
    "5-pass": "ba6000e5da18384a",
    "6-trios-all-variants": "d3df9d4509a55699",
}


def row_of(core: Core, rules: dog.Rules, seat: int) -> NDArray[np.uint8]:
    lockstep = Lockstep(1, 512)
    lockstep.put(0, core)
    found = np.zeros(mode_of(rules).features, np.uint8)
    lockstep.read(0, seat, found)
    return found


@pytest.mark.parametrize("name", ALL_RULES)
def test_a_row_shows_the_board_and_ones_own_cards(name: str) -> None:
    rules = ALL_RULES[name]
    size, chooser = mode_of(rules).ring_size, random.Random(name)
    core = rules.core(rules.seats[0], seed=3)
    for _act in range(ACTS):
        if core.phase == OVER:
            break
        core.settle()
        me = core.turn
        found = row_of(core, rules, me)
        order = [SEATS.index(rules.after(SEATS[me], place)) for place in range(rules.players)]
        at = core.marbles()
        for player, block in zip(
            order, found[: rules.players * (size + features.PLAYER_BLOCK_SIZE)].reshape(rules.players, -1)
        ):
            mine = at[4 * player : 4 * player + 4]
            assert set(np.flatnonzero(block[:size])) == {
                (field - me * SECTION) % size for field in mine if field < FINISH
            }
            assert block[size + features.IN_KENNEL :][:4].sum() == mine.count(KENNEL)
            assert set(np.flatnonzero(block[size + features.INSIDE :][:4])) == {
                field & 3 for field in mine if FINISH <= field < KENNEL
            }
            assert block[size + features.HELD :][:6].sum() == core.cards(player)
        own, hand = found[rules.players * (size + features.PLAYER_BLOCK_SIZE) :], core.hand(me)
        for kind in range(KINDS):
            copies = JOKERS if kind == JOKER else COPIES
            assert own[features.HAND + 3 * kind :][:3].sum() == min(3, hand.count(kind))
            assert own[features.UNSEEN + kind] == copies - core.seen()[kind] - hand.count(kind)
        if core.phase == PLAY and not core.seven_left:
            playable = {step >> 4 & 15 for step in core.steps()}
            for kind in set(hand) - {SEVEN, 10}:  # of which it is said roughly only
                assert own[features.DEAD + kind] == (kind not in playable)
        core.step(chooser.choice(core.steps()))


@pytest.mark.parametrize("players", [3, 5])
def test_a_row_shows_how_far_others_have_to_go_where_a_section_is_empty(players: int) -> None:
    """From the ring fields alone, counted from one's own start, nobody could tell: it depends on the seat."""
    rules = dog.Rules(players)
    size, chooser = mode_of(rules).ring_size, random.Random(players)
    each, sections = features.EIGHTS + size // 8, size // SECTION
    core = rules.core(rules.seats[0], seed=5)
    for _act in range(ACTS):
        if core.phase == OVER:
            break
        core.settle()
        for seat in rules.seats:
            me = SEATS.index(seat)
            tail = row_of(core, rules, me)[
                players * (size + features.PLAYER_BLOCK_SIZE) + features.CAPTURES + players :
            ]
            blocks, empty = tail[: players * each].reshape(players, each), tail[players * each :]
            at = core.marbles()
            for place, block in enumerate(blocks):
                player = SEATS.index(rules.after(seat, place))
                start = player * SECTION
                to_go = [
                    (start - field) % size
                    for field in at[4 * player : 4 * player + 4]
                    if field < FINISH and not (field == start and core.fresh() >> player & 1)
                ]
                assert set(np.flatnonzero(block[features.NEARING :][:13])) == {far for far in to_go if far < 13}
                assert list(block[features.EIGHTS :]) == [
                    sum(far // 8 == eight for far in to_go) for eight in range(size // 8)
                ]
            assert list(np.flatnonzero(empty)) == [(players - me) % sections]
        core.step(chooser.choice(core.steps()))


@pytest.mark.parametrize("name", ALL_RULES)
def test_hidden_cards_make_no_difference(name: str) -> None:
    chooser = random.Random(name)
    game = dog.Game(ALL_RULES[name], seed=8)
    for _act in range(ACTS // 4):
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[0]
        world = dog.Game.from_position(other_world(game, seat, chooser))
        ours, theirs = Decision(game.view(seat)), Decision(world.view(seat))
        assert ours.known == theirs.known
        assert (
            row_of(ours.core, game.rules, ours.determinized.seat)
            == row_of(theirs.core, game.rules, ours.determinized.seat)
        ).all()
        act_at_random(game, chooser)


def test_the_gift_is_known_until_its_receiver_plays_such_a_card() -> None:
    """A lockstep keeps track of it in the same way as the views do."""
    rules = dog.Rules()
    chooser = random.Random(1)
    compared = 0
    for seed in range(6):
        game = dog.Game(rules, seed=seed)
        for _act in range(60):
            if game.phase == "over":
                break
            if game.turn is not None:
                decision = Decision(game.view(game.turn))
                known = game.view(game.turn)["known"].get(rules.receiver(game.turn), [])
                assert (decision.known != EMPTY) == bool(known)
                compared += bool(known)
            act_at_random(game, chooser)
    assert compared > 20


@pytest.mark.parametrize("name", DIGESTS)
def test_encoded_rows_match_stored_hashes(name: str) -> None:
    rules = ALL_RULES[name]
    chooser = random.Random(1)
    core = rules.core(rules.seats[0], seed=1)
    digest = hashlib.sha256()
    for _act in range(60):
        core.settle()
        digest.update(row_of(core, rules, core.turn).tobytes())
        core.step(chooser.choice(core.steps()))
    assert (VERSION, digest.hexdigest()[:16]) == (2, DIGESTS[name])


def test_scales_fit() -> None:
    for rules in ALL_RULES.values():
        size = mode_of(rules).ring_size
        assert len(scales(rules.players, size)) == feature_count(rules.players, size)
        assert all(0 < scale <= 1 for scale in scales(rules.players, size))
