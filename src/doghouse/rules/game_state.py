"""The mutable state of a game, and how chance and acts change it.

Nothing is validated here: ``game`` checks first that an act is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from doghouse.rules.chance import FULL_PACK, Chance
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import (
    ACE,
    ARGUMENT_SHIFT,
    DEAL,
    DRAW,
    EMPTY,
    GIVE,
    OVER,
    PLAY,
    STEP_KIND_BITS,
    TAKE,
    TAKEN_SHIFT,
)
from doghouse.rules.history import Round, Turn
from doghouse.rules.knowledge import Knowledge
from doghouse.rules.marbles import sent_home
from doghouse.rules.notation import CARDS, KIND, SEATS, Play
from doghouse.rules.outcome import Outcome, finished, stopped
from doghouse.rules.rules import Rules

Phase = Literal["give", "play", "over"]


@dataclass
class GameState:
    rules: Rules
    chance: Chance
    core: Core
    first_dealer: str
    hands_known: bool = True
    stopped: bool = False
    shuffles: int = 0
    takes: int = 0
    knowledge: Knowledge = field(default_factory=Knowledge)
    laid_down: dict[str, list[str]] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    last: Turn | None = None
    deals_follow: bool = True  # False if a record gave some of the deals
    began_at: Mapping[str, Any] | None = None  # the initial position, unless it began with the first deal

    @classmethod
    def begin(cls, rules: Rules, seed: str, first_dealer: str | None = None, hands_known: bool = True) -> GameState:
        """Return the state before the first deal."""
        if not hands_known:
            seed = ""  # no chance is involved
            first_dealer = first_dealer or rules.seats[-1]
        chance = Chance(seed)
        dealer = first_dealer or chance.first_dealer(rules.seats)
        return cls(rules, chance, rules.core(rules.after(dealer)), dealer, hands_known)

    def copy(self) -> GameState:
        return replace(
            self,
            core=self.core.copy(),
            knowledge=self.knowledge.copy(),
            laid_down=dict(self.laid_down),
            rounds=[*self.rounds[:-1], *(last.copy() for last in self.rounds[-1:])],  # past rounds never change
        )

    @property
    def phase(self) -> Phase:
        if self.stopped or self.core.phase == OVER:
            return "over"
        return "give" if self.core.phase == GIVE else "play"

    @property
    def turn(self) -> str | None:
        """The seat to play; None in the exchange and when the game is over."""
        return SEATS[self.core.turn] if self.phase == "play" and self.core.phase == PLAY else None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on."""
        if self.stopped:
            return stopped(self.rules, self.core)
        return finished(self.rules, self.core) if self.core.phase == OVER else None

    @property
    def dealt(self) -> int:
        """How many cards each player was dealt in this round (R3.2)."""
        return 6 - (self.core.round - 1) % 5

    @property
    def dealer(self) -> str:
        """The dealer of this round (R3.3)."""
        if self.rules.dealer == "fixed":
            return self.first_dealer
        return self.rules.after(SEATS[self.core.starter], -1)

    def hand(self, seat: str) -> list[str]:
        """Return the cards of a seat without the one it has given; ``?`` for each if hands are not known."""
        cards = self.core.hand(SEATS.index(seat))
        if self.core.phase == GIVE and self.core.given(SEATS.index(seat)) != EMPTY:
            cards.remove(self.core.given(SEATS.index(seat)))
        return [CARDS[kind] for kind in cards] if self.hands_known else ["?"] * len(cards)

    def given(self, seat: str) -> str | None:
        """Return the card a seat gave or lost in this round's exchange."""
        kind = self.core.given(SEATS.index(seat))
        return None if kind == EMPTY else CARDS[kind]

    # Chance.

    def deal(self, hands: Mapping[str, Sequence[str]] | None = None) -> None:
        """Deal the next round: from the stock, or the given hands."""
        core = self.core
        size = core.deal_size()
        if core.needs_shuffle():
            self.shuffles += 1
            core.load_stock(self.chance.shuffle(self.shuffles))
            core.load_seen([0] * len(CARDS))
        if hands is not None:
            self._stack(hands)
            self.deals_follow = False
        core.deal()
        self.knowledge.clear()
        self.laid_down.clear()
        dealt = {seat: self.hand(seat) for seat in self.rules.seats} if self.hands_known else None
        self.rounds.append(Round(core.round, size, self.dealer, dealt))
        if not self.hands_known:
            for seat in map(SEATS.index, self.rules.seats):
                core.load_hand(seat, [ACE] * size)
            core.skip_exchange()

    def _stack(self, hands: Mapping[str, Sequence[str]]) -> None:
        """Move the cards of these hands to the top of the stock, in dealing order."""
        rest = self.core.stock()[::-1]
        first = self.rules.seats.index(SEATS[self.core.starter])
        order = self.rules.seats[first:] + self.rules.seats[:first]
        top = [KIND[hands[seat][place]] for place in range(self.core.deal_size()) for seat in order]
        for kind in top:
            if kind not in rest:
                raise ValueError(f"the stock has too few cards {CARDS[kind]} since the last shuffle")
            rest.remove(kind)
        self.core.load_stock(top + rest[::-1])

    def draw(self, drawn: Mapping[str, str] | None = None) -> None:
        """Let each seat draw a hidden card from its right-hand neighbour: by chance, or the given ones."""
        for seat in self.rules.seats:
            other = self.rules.after(seat)
            hand = self.hand(other)
            if drawn is None:
                card = hand[self.chance.draw(self.core.round, seat, len(hand))]
            else:
                card = drawn[seat]
                if card not in hand:
                    raise ValueError(f"{other} holds no {card} for {seat} to draw")
            self.core.load_given(SEATS.index(other), KIND[card])
        self.core.exchange()
        self._record_exchange()

    def settle_chance(self) -> None:
        """Deal and draw until a seat is to act or the game is over."""
        if self.core.phase == DEAL:
            self.deal()
        if self.core.phase == DRAW:
            self.draw()

    # Acts of players.

    def stop(self) -> None:
        """Stop the game early (R2.5): return cards of an unfinished exchange, break off a 7."""
        if self.core.phase == GIVE:
            for seat in map(SEATS.index, self.rules.seats):
                self.core.load_given(seat, EMPTY)
        self.core.break_off()
        self.stopped = True

    def give(self, seat: str, card: str) -> None:
        self.core.give(SEATS.index(seat), KIND[card])
        self.rounds[-1].given[seat] = card
        if self.core.phase != GIVE:
            self._record_exchange()

    def take_back(self, seat: str) -> None:
        """Return a given card to the hand."""
        self.core.load_given(SEATS.index(seat), EMPTY)
        self.rounds[-1].given.pop(seat, None)  # absent if the game began from a position

    def _record_exchange(self) -> None:
        for seat in self.rules.seats:
            card = self.given(seat)
            assert card is not None
            if self.rules.exchange == "draw":  # given cards are recorded by ``give``
                self.rounds[-1].given[seat] = card
            self.knowledge.learn(seat, self.rules.receiver(seat), card)

    def with_card(self, play: Play) -> Core:
        """Return the core to check a play with; if hands are not known, a copy where the seat to act holds the card."""
        if self.hands_known:
            return self.core
        core = self.core.copy()
        if not core.seven_left:
            kind = EMPTY if play.card is None else KIND[play.card]
            cards = core.cards(core.turn) if kind != EMPTY and core.seen()[kind] < FULL_PACK[kind] else 0
            core.load_hand(core.turn, [kind] * cards)
        return core

    def act(self, play: Play, steps: Sequence[int], taken: str | None = None) -> None:
        """Apply the steps of a legal play; ``taken`` is the card a 2 takes, if a record says so."""
        core = self.with_card(play)
        seat = SEATS[core.turn]
        if steps[0] & STEP_KIND_BITS == TAKE:
            steps, taken = self._take(steps[0], taken)
        if play.card is None:
            self.laid_down[seat] = self.hand(seat)
            self.knowledge.folded(seat, self.laid_down[seat])
        elif not core.seven_left:
            self.knowledge.played(seat, play.card)
        before = core.marbles()
        for step in steps:
            core.apply(step)
        home = sent_home(before, core.marbles())
        core.sort_marbles()
        if not self.hands_known:
            core.load_hand(SEATS.index(seat), [ACE] * core.cards(SEATS.index(seat)))
        self.core = core
        self.last = Turn(seat, str(play), taken, home, tuple(self.laid_down[seat]) if play.card is None else ())
        self.rounds[-1].turns.append(self.last)

    def _take(self, step: int, taken: str | None) -> tuple[list[int], str | None]:
        """Choose the hidden card that a 2 takes (R13.3)."""
        other = SEATS[(step >> ARGUMENT_SHIFT) & 31]
        hand = self.hand(other)
        self.takes += 1
        if not self.hands_known:
            return [step | (ACE + 1) << TAKEN_SHIFT], taken
        card = taken or hand[self.chance.take(self.takes, len(hand))]
        self.knowledge.taken(SEATS[self.core.turn], other, card)
        return [step | (KIND[card] + 1) << TAKEN_SHIFT], card
