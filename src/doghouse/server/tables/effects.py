"""What an event did: everything that a viewer may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from doghouse.rules.game import Game
from doghouse.server.protocol.events import Entry, Gave, Played


@dataclass(frozen=True)
class Effects:
    entry: Entry
    sent_home: tuple[tuple[str, str], ...] = ()  # owners and fields of marbles sent home
    laid_down: tuple[str, ...] = ()  # the cards of a fold, visible to all
    taken: str | None = None  # the card a 2 took, visible to two seats
    taken_from: str | None = None
    dealt: int | None = None  # cards per seat, if a round was dealt
    received: dict[str, str] = field(default_factory=dict)  # by seat, once the exchange is done


def effects_of(entry: Entry, round_before: int, game: Game | None) -> Effects:
    """The effects of an event that was just applied to ``game``."""
    if game is None:
        return Effects(entry)
    dealt = game.dealt if game.round != round_before else None
    event = entry.event
    if isinstance(event, Gave) and game.phase == "play":
        return Effects(entry, received={seat: game.view(seat)["received"] for seat in game.rules.seats})
    if not isinstance(event, Played):
        return Effects(entry, dealt=dealt)
    turn = game.last
    assert turn is not None
    taken_from = event.parsed.takes_from if turn.taken else None
    return Effects(entry, turn.sent_home, turn.laid_down, turn.taken, taken_from, dealt)
