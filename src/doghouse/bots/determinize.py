"""Turn a view into a core: deal the hidden cards among those the seat has not seen."""

from __future__ import annotations

import random
from collections import Counter

from doghouse.bots.bot import View
from doghouse.rules.chance import FULL_PACK
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import EMPTY, GIVE, PLAY
from doghouse.rules.marbles import load_marbles
from doghouse.rules.notation import CARDS, KIND, SEATS
from doghouse.rules.plays import Plays
from doghouse.rules.rules import Rules


def legal_plays(view: View) -> Plays:
    """Return the legal plays of the seat to act, generated lazily from its view."""
    return Plays([Determinization(view).core])


class Determinization:
    """A game consistent with a view: the known board and hand, and possible hidden cards."""

    def __init__(self, view: View) -> None:
        self.rules = Rules.from_json(view["rules"])
        self.seat = SEATS.index(view["seat"])
        self.others = [seat for seat in self.rules.seats if seat != view["seat"]]
        self.known = {seat: [KIND[card] for card in view["known"].get(seat, [])] for seat in self.others}
        self.uncertain = [
            (seats, KIND[card]) for seats, cards in view["known"].items() if len(seats) > 1 for card in cards
        ]
        # A card already given still counts as in hand.
        self.held = {seat: view["cards"][seat] + (seat in view["has_given"]) for seat in self.others}
        self.missing = {seat: self.held[seat] - len(self.known[seat]) for seat in self.others}
        self.unseen = self._unseen(view)
        self.core = self._core(view)
        self.deal(None)

    def _unseen(self, view: View) -> list[int]:
        """Return the cards whose place the seat does not know: in other hands, given, or in the stock."""
        count = Counter(dict(zip(CARDS, FULL_PACK, strict=True)))
        count.subtract(view["hand"])
        count.subtract(view["seen"])
        if view["phase"] == "give" and view["gave"] is not None:
            count.subtract([view["gave"]])
        for cards in view["known"].values():
            count.subtract(cards)
        return [KIND[card] for card in CARDS for _copy in range(count[card])]

    def _core(self, view: View) -> Core:
        core = self.rules.core(view["starter"])
        seven = view["seven"] or {}
        load_marbles(core, view["marbles"])
        core.load_hand(self.seat, [KIND[card] for card in view["hand"]])
        core.load_seen([view["seen"].get(card, 0) for card in CARDS])
        core.load_turn(
            turn=self.seat,
            phase=GIVE if view["phase"] == "give" else PLAY,
            round=view["round"],
            starter=SEATS.index(view["starter"]),
            seven_left=seven.get("left", 0),
            seven_card=KIND[seven.get("card", "7")],
            first_done=SEATS.index(seven["first_done"]) if "first_done" in seven else EMPTY,
            folded=sum(1 << SEATS.index(seat) for seat in view["laid_down"]),
        )
        for seat in range(len(SEATS)):
            core.load_given(seat, EMPTY)
        return core

    def deal(self, chooser: random.Random | None) -> Core:
        """Deal the hidden cards again: at random, or in order without a chooser."""
        cards = list(self.unseen)
        if chooser is not None:
            chooser.shuffle(cards)
            self.core.reseed(chooser.getrandbits(64))
        placed = self._place_uncertain(chooser) if self.uncertain else {}
        for seat in self.others:
            hand = self.known[seat] + placed.get(seat, [])
            missing = self.missing[seat] - len(placed.get(seat, []))
            self.core.load_hand(SEATS.index(seat), hand + cards[:missing])
            del cards[:missing]
        self.core.load_stock(cards)
        return self.core

    def _place_uncertain(self, chooser: random.Random | None) -> dict[str, list[int]]:
        """Assign each card that one of several seats holds to one of them with room for it."""
        placed: dict[str, list[int]] = {seat: [] for seat in self.others}
        orders = [self._holder_order(seats, at, chooser) for at, (seats, _kind) in enumerate(self.uncertain)]

        def place(at: int) -> bool:
            if at == len(self.uncertain):
                return True
            for seat in orders[at]:
                if len(placed[seat]) < self.missing[seat]:
                    placed[seat].append(self.uncertain[at][1])
                    if place(at + 1):
                        return True
                    placed[seat].pop()
            return False

        place(0)
        return placed

    def _holder_order(self, seats: str, at: int, chooser: random.Random | None) -> str:
        """Return the seats in the order to try: first a random holder, as takes may have moved the card on."""
        holder = 0
        if chooser is not None and all(seats != before for before, _kind in self.uncertain[:at]):
            while holder < len(seats) - 1 and chooser.random() * (self.held[seats[holder]] + 1) < 1:
                holder += 1
        return seats[holder] + seats[:holder] + seats[holder + 1 :]
