"""What each seat is certain of in another hand: cards it gave, lost or took, until they are played (R4, R13.3)."""

from __future__ import annotations

from collections import Counter

Cards = Counter[str]


class Knowledge:
    """For every seat, the cards it knows to be in every other hand."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Cards] = {}

    def copy(self) -> Knowledge:
        twin = Knowledge()
        twin._known = {pair: Counter(cards) for pair, cards in self._known.items()}
        return twin

    def clear(self) -> None:
        self._known.clear()

    def learn(self, observer: str, holder: str, card: str) -> None:
        self._known.setdefault((observer, holder), Counter())[card] += 1

    def played(self, holder: str, card: str) -> None:
        """A card was played openly; it may have been the known one."""
        for (_observer, other), cards in self._known.items():
            if other == holder and cards[card] > 0:
                cards[card] -= 1

    def folded(self, holder: str) -> None:
        for pair in [pair for pair in self._known if pair[1] == holder]:
            del self._known[pair]

    def taken(self, taker: str, holder: str, card: str) -> None:
        """A hidden card went from one hand to another: those two saw which, the others can be sure of less."""
        for (observer, other), cards in self._known.items():
            if other != holder:
                continue
            for kind in [card] if observer == taker else list(cards):
                if cards[kind] > 0:
                    cards[kind] -= 1
        self.learn(holder, taker, card)

    def of(self, observer: str) -> dict[str, list[str]]:
        """What one seat knows, as plain data."""
        found = {
            holder: sorted(cards.elements())
            for (knower, holder), cards in sorted(self._known.items())
            if knower == observer
        }
        return {holder: cards for holder, cards in found.items() if cards}
