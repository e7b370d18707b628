"""Cards that a seat knows in other hands: cards it gave, lost or took, until they are played (R4, R13.3).

Holders are a string of seats: with ``BC`` the card is with B or C, because C has taken a hidden card from B.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Cards = Counter[str]


class Knowledge:
    """The cards that each seat knows in other hands."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Cards] = {}

    def copy(self) -> Knowledge:
        twin = Knowledge()
        twin._known = {pair: Counter(cards) for pair, cards in self._known.items()}
        return twin

    def clear(self) -> None:
        self._known.clear()

    def learn(self, observer: str, holders: str, card: str) -> None:
        self._known.setdefault((observer, holders), Counter())[card] += 1

    def played(self, holder: str, card: str) -> None:
        """Forget a card that was played."""
        for observer in sorted({observer for observer, _holders in self._known}):
            self._shown(observer, holder, card)

    def folded(self, holder: str, cards: Iterable[str]) -> None:
        """Forget the cards of a fold; known cards not among them are with the other possible holders."""
        for card in cards:
            self.played(holder, card)
        for observer, holders in self._places(holder):
            self._move(observer, holders, holders.replace(holder, ""))

    def taken(self, taker: str, holder: str, card: str) -> None:
        """Note a hidden card taken: taker and holder know which, for others it may be any."""
        for observer, holders in self._places(holder):
            if observer != taker and taker not in holders:
                self._move(observer, holders, holders + taker)
        self._shown(taker, holder, card)
        self.learn(holder, taker, card)

    def of(self, observer: str) -> dict[str, list[str]]:
        """Return what a seat knows, as plain data."""
        return {
            holders: sorted(cards.elements())
            for (knower, holders), cards in sorted(self._known.items())
            if knower == observer and any(cards.elements())
        }

    def _places(self, holder: str) -> list[tuple[str, str]]:
        return [(observer, holders) for observer, holders in self._known if holder in holders]

    def _move(self, observer: str, holders: str, now: str) -> None:
        cards = self._known.pop((observer, holders))
        if now:
            self._known[observer, now] = self._known.get((observer, now), Counter()) + cards

    def _shown(self, observer: str, holder: str, card: str) -> None:
        """Remove a card seen with this holder; if several known cards may be meant, keep the others as uncertain."""
        places = [
            holders
            for (knower, holders), cards in self._known.items()
            if knower == observer and holder in holders and cards[card]
        ]
        if not places:
            return
        for holders in places:
            self._known[observer, holders][card] -= 1
        anywhere = "".join(dict.fromkeys("".join(places)))
        for _other in places[1:]:
            self.learn(observer, anywhere, card)
