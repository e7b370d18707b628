"""Verifiable chance: every shuffle and every hidden draw follows from the seed alone.

Each random decision has a name, such as ``shuffle/2``. Its random bytes are HMAC-SHA256 with the seed as the key and
``name/0``, ``name/1`` ... as messages; numbers are read from them four bytes at a time, the first byte the most
significant, and those that would bias the result are skipped (rejection sampling). The seed reproduces all of it in any
language, and only the card taken by a 2 depends on how the game is played.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator

from doghouse.rules.core.layout import COPIES, JOKERS
from doghouse.rules.errors import InvalidRules
from doghouse.rules.notation import CARDS

FULL_PACK = [JOKERS if card == "X" else COPIES for card in CARDS]  # how many there are of each kind (R3.1)
_DECK = [kind for kind, copies in enumerate(FULL_PACK) for _copy in range(copies)]
_WORD = 1 << 32


class Chance:
    """The random decisions of one game."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        try:
            self._key = seed.encode()
        except UnicodeEncodeError:
            raise InvalidRules(f"seed {seed!a} cannot be encoded as UTF-8") from None

    def first_dealer(self, seats: str) -> str:
        """Draw the first dealer (R3.3)."""
        return seats[next(self._numbers("dealer", [len(seats)]))]

    def shuffle(self, number: int, deck: list[int] = _DECK) -> list[int]:
        """Return the cards in the order of a shuffle, numbered from 1 (R3.4)."""
        cards = list(deck)
        places = range(len(cards) - 1, 0, -1)
        for place, other in zip(
            places, self._numbers(f"shuffle/{number}", [place + 1 for place in places]), strict=True
        ):
            cards[place], cards[other] = cards[other], cards[place]
        return cards

    def draw(self, round: int, seat: str, cards: int) -> int:
        """Return the index in the neighbour's sorted hand of the card a seat draws (R4.3)."""
        return next(self._numbers(f"draw/{round}/{seat}", [cards]))

    def take(self, number: int, cards: int) -> int:
        """Return the index in the sorted hand of the card that the game's n-th 2 takes (R13.3)."""
        return next(self._numbers(f"take/{number}", [cards]))

    def _numbers(self, name: str, bounds: list[int]) -> Iterator[int]:
        """Yield a number below each bound."""
        words = self._words(name)
        for bound in bounds:
            limit = _WORD - _WORD % bound
            yield next(word for word in words if word < limit) % bound

    def _words(self, name: str) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(self._key, f"{name}/{block}".encode(), "sha256")
            for at in range(0, len(digest), 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            block += 1
