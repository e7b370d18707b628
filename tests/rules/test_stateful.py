"""Stateful tests: play whole games with all rules, and check the invariants after every act."""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import doghouse as dog
from tests.support.random_play import MAX_PLAYS, act_at_random
from tests.support.rules_dsl import any_rules

FULL_PACK = {**dict.fromkeys(dog.CARDS, 8), "X": 6}
EXAMPLES = int(os.environ.get("DOGHOUSE_EXAMPLES", 160 if dog.COMPILED else 25))
FIELDS = [f"{section}{number}" for section in "ABCDEF" for number in range(16)]


class GameMachine(RuleBasedStateMachine):
    @initialize(rules=any_rules(), seed=st.integers(0, 1 << 32), forward=st.integers(0, 400))
    def begin(self, rules: dog.Rules, seed: int, forward: int) -> None:
        """Begin somewhere in a game, so that its middle and end are seen as well as its beginning."""
        self.game = dog.Game(rules, seed=seed)
        chooser = random.Random(seed)
        for _act in range(forward):
            if self.game.phase == "over":
                break
            act_at_random(self.game, chooser)

    @precondition(lambda self: self.game.phase == "give")
    @rule(data=st.data())
    def give(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.game.to_give()))
        card = data.draw(st.sampled_from(self.game.hand(seat)))
        before = self.game.position()
        self.game.give(seat, card)
        if self.game.phase == "give" and data.draw(st.booleans()):
            self.game.take_back(seat)
            assert self.game.position() == before
            self.game.give(seat, card)
        with pytest.raises(dog.IllegalPlay):
            self.game.give(seat, card if card in self.game.hand(seat) else "X")

    @precondition(lambda self: self.game.phase == "play")
    @rule(number=st.integers(0, MAX_PLAYS - 1), twin=st.booleans())
    def play(self, number: int, twin: bool) -> None:
        plays = list(itertools.islice(self.game.plays(), MAX_PLAYS))
        play = plays[number % len(plays)]
        assert dog.Play.parse(str(play)) == play
        assert eval(repr(play), {"Play": dog.Play}) == play
        if twin:
            before = self.game.position()
            other = self.game.copy()
            other.play(play)
            assert self.game.position() == before, "a copy is independent"
            self.game.play(str(play))
            assert other.position() == self.game.position()
        else:
            self.game.play(play)

    @precondition(lambda self: self.game.phase == "play")
    @rule(number=st.integers(0, MAX_PLAYS - 1), field=st.sampled_from(FIELDS), card=st.sampled_from(dog.CARDS))
    def refuse_neighbours(self, number: int, field: str, card: str) -> None:
        """A play changed a little is legal only if it is in the list; a refused one changes nothing."""
        listed = list(itertools.islice(self.game.plays(), MAX_PLAYS))
        complete = len(listed) < MAX_PLAYS
        before = self.game.position()
        for neighbour in neighbours(listed[number % len(listed)], field, card):
            known = neighbour in listed
            if neighbour.acts_as == "7" or (known or not complete):
                continue  # a seven can be written in many ways: its neighbours are refused below
            if not legal_twin(neighbour, listed):
                with pytest.raises(dog.IllegalPlay) as refusal:
                    self.game.play(neighbour)
                assert refusal.value.rule.startswith("R")
        for play in listed:
            if play.acts_as == "7" and len(play.moves) > 1:
                with pytest.raises(dog.IllegalPlay):  # points are left
                    self.game.play(dog.Play(play.card, play.stands_for, play.moves[:-1]))
        assert self.game.position() == before

    @precondition(lambda self: self.game.phase != "over")
    @rule()
    def stop_a_copy(self) -> None:
        twin = self.game.copy()
        outcome = twin.stop()
        assert twin.phase == "over"
        assert outcome.winners
        assert self.game.phase != "over"
        assert dog.Game.from_position(twin.position()).outcome == outcome

    @precondition(lambda self: self.game.phase == "over")
    @rule()
    def nothing_follows_the_end(self) -> None:
        before = self.game.position()
        for act in (lambda: self.game.play("fold"), lambda: self.game.give("A", "K"), self.game.stop):
            with pytest.raises(dog.IllegalPlay, match="the game is over"):
                act()
        assert self.game.position() == before

    @invariant()
    def cards_are_conserved(self) -> None:
        position = self.game.position()
        count = Counter(position["stock"]) + Counter(position["seen"])
        for hand in position["hands"].values():
            count.update(hand)
        if position["phase"] == "give":
            count.update(position["given"].values())
        assert count == FULL_PACK

    @invariant()
    def marbles_stand_where_they_may(self) -> None:
        everywhere: list[str] = []
        for seat, fields in self.game.marbles().items():
            assert len(fields) == 4
            assert all(field == f"{seat}0!" for field in fields if field.endswith("!"))
            assert all(field[0] == seat for field in fields if field[1] in "+-")
            everywhere += [field.rstrip("!") for field in fields if field[1] != "-"]
        assert len(everywhere) == len(set(everywhere)), "never two marbles on a field"

    @invariant()
    def position_gives_the_same_game(self) -> None:
        position = self.game.position()
        again = dog.Game.from_position(position)
        assert again.position() == position
        assert list(itertools.islice(again.plays(), 20)) == list(itertools.islice(self.game.plays(), 20))

    @rule()
    def record_gives_the_same_game(self) -> None:
        replayed = dog.Game.from_record(self.game.record())
        assert replayed.position() == self.game.position()
        assert replayed.record() == self.game.record()
        for seat in (None, *self.game.rules.seats):
            assert replayed.view(seat) == self.game.view(seat)

    @invariant()
    def somebody_is_to_act_until_the_end(self) -> None:
        assert bool(self.game.plays()) == (self.game.phase == "play")
        assert bool(self.game.to_give()) == (self.game.phase == "give")
        assert (self.game.outcome is None) == (self.game.phase != "over")


def neighbours(play: dog.Play, target: str, card: str) -> list[dog.Play]:
    """A play with one thing changed: the card, the target, the source, or the fold it is not."""
    stands_for = play.stands_for if play.card == "X" else None
    found = [dog.Play(None), dog.Play(card, "Q" if card == "X" else None, play.moves, play.takes_from)]
    if play.moves:
        move = play.moves[0]
        found.append(dog.Play(play.card, stands_for, (dog.Move(move.source, target, move.swap),)))
        found.append(dog.Play(play.card, stands_for, (dog.Move(target, move.target, move.swap),)))
        found.append(dog.Play(play.card, stands_for, (move, move)))
    return [neighbour for neighbour in found if neighbour != play]


def legal_twin(neighbour: dog.Play, listed: list[dog.Play]) -> bool:
    """Whether the list holds this play in other words: a swap turned round, a joker out of the kennel as a king."""
    for play in listed:
        if len(play.moves) == len(neighbour.moves) == 1 and play.card == neighbour.card:
            move, other = play.moves[0], neighbour.moves[0]
            if move.swap and other.swap and {move.source, move.target} == {other.source, other.target}:
                return play.acts_as == neighbour.acts_as
            if play.card == "X" and move == other and move.source.endswith("-"):
                return neighbour.acts_as in ("A", "K")
    return False


GameMachine.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=20)
TestGameMachine = GameMachine.TestCase
