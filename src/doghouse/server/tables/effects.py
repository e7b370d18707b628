"""What is to be seen of an event: the same for everyone but for a card that only some may know."""

from __future__ import annotations

from dataclasses import dataclass, field

from doghouse.rules.game import Game
from doghouse.server.protocol.events import Entry, Gave, Played


@dataclass(frozen=True)
class Happening:
    """An event, and what followed from it by chance."""

    entry: Entry
    sent_home: tuple[tuple[str, str], ...] = ()  # whose marbles went home, and from which fields
    laid_down: tuple[str, ...] = ()  # the cards of a fold, which all may see
    taken: str | None = None  # the card that a 2 took, which two may see
    taken_from: str | None = None
    dealt: int | None = None  # a round was dealt, with so many cards
    received: dict[str, str] = field(default_factory=dict)  # the exchange was done: what each seat got


def told(entry: Entry, round_before: int, game: Game | None) -> Happening:
    """What is to be seen of an event that has just happened."""
    if game is None:
        return Happening(entry)
    dealt = game.dealt if game.round != round_before else None
    event = entry.event
    if isinstance(event, Gave) and game.phase == "play":
        return Happening(entry, received={seat: game.view(seat)["received"] for seat in game.rules.seats})
    if not isinstance(event, Played):
        return Happening(entry, dealt=dealt)
    turn = game.last
    assert turn is not None
    taken_from = turn.play.split("?")[1] if turn.taken else None
    return Happening(entry, turn.sent_home, turn.laid_down, turn.taken, taken_from, dealt)
