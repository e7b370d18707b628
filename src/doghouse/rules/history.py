"""The turns and rounds of a game so far: the source of its record."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Turn:
    """A play or fold.

    ``taken`` is the card a 2 took, ``sent_home`` seats and fields of marbles sent home, ``laid_down`` a folded hand.
    """

    seat: str
    play: str
    taken: str | None = None
    sent_home: tuple[tuple[str, str], ...] = ()
    laid_down: tuple[str, ...] = ()


@dataclass
class Round:
    """A round: the hands as dealt, the cards given or drawn, and the turns."""

    number: int
    cards: int
    dealer: str
    hands: dict[str, list[str]] | None
    given: dict[str, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)

    def copy(self) -> Round:
        return Round(self.number, self.cards, self.dealer, self.hands, dict(self.given), list(self.turns))
