"""What has happened in a game, round by round: the source of its record."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Turn:
    """A play or fold; ``taken`` is the card that a 2 took, ``sent_home`` whose marbles went home from which fields, and
    ``laid_down`` the cards of a fold."""

    seat: str
    play: str
    taken: str | None = None
    sent_home: tuple[tuple[str, str], ...] = ()
    laid_down: tuple[str, ...] = ()


@dataclass
class Round:
    """A round: the hands as dealt, what was given or drawn, and the turns."""

    number: int
    cards: int
    dealer: str
    hands: dict[str, list[str]] | None
    given: dict[str, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)

    def copy(self) -> Round:
        return Round(self.number, self.cards, self.dealer, self.hands, dict(self.given), list(self.turns))


class History:
    """The rounds of a game. Past rounds never change, so copies share them."""

    def __init__(self, rounds: list[Round] | None = None) -> None:
        self.rounds: list[Round] = rounds or []

    def copy(self) -> History:
        if not self.rounds:
            return History()
        return History([*self.rounds[:-1], self.rounds[-1].copy()])
