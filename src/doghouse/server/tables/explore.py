"""How a partial play can go on, for people who put it together piece by piece."""

from __future__ import annotations

from collections.abc import Iterable

from doghouse.rules.errors import IllegalPlay, InvalidPlay
from doghouse.rules.game import Game
from doghouse.rules.options import Option, Options
from doghouse.server.protocol.incoming import Explore
from doghouse.server.protocol.outgoing import OptionMessage, OptionsMessage
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.acts import refusal_from
from doghouse.server.tables.table import Table
from doghouse.server.tables.visibility import blocked_cards


def table_options(table: Table, guest: str, message: Explore) -> OptionsMessage:
    """The answer to a person at a table."""
    seat, game = table.seat_of(guest), table.game
    if seat is None:
        raise Refused("not_seated")
    if game is None or table.status != "playing":
        raise Refused("not_playing")
    return options_message(game, message.id, message.partial, seat)


def options_message(game: Game, id: str, partial: str, seat: str | None = None) -> OptionsMessage:
    """The answer to a seat, or to whichever is to act."""
    try:
        game.check_turn(seat)
        found = explored(game, partial)
    except (IllegalPlay, InvalidPlay) as error:
        raise refusal_from(error) from None
    assert game.turn is not None
    is_first = not (found.play or found.points_left)
    return OptionsMessage(
        id=id,
        play=found.play,
        complete=found.complete,
        points_left=found.points_left,
        marbles=found.marbles,
        next=_messages(found.next),
        blocked=blocked_cards(game, game.turn) if is_first else {},
        by_card=_options_by_card(game, found) if is_first else {},
    )


def _options_by_card(game: Game, first: Options) -> dict[str, tuple[OptionMessage, ...]]:
    """Return what each playable card can do; a card that is a whole play has itself as its only option."""
    cards = dict.fromkeys(option.play.partition("=")[0] for option in first.next)
    explored_cards = {card: explored(game, card) for card in cards}
    return {
        card: _messages([Option(card, True)] if options.complete else options.next)
        for card, options in explored_cards.items()
    }


def _messages(options: Iterable[Option]) -> tuple[OptionMessage, ...]:
    return tuple(OptionMessage(option.play, option.complete, option.sends_home) for option in options)


def explored(game: Game, partial: str) -> Options:
    """As ``Game.options``; but a joker alone shows all it can do, so that its meaning follows from the target."""
    found = game.options(partial)
    if found.play != "X":
        return found
    following: list[Option] = []
    for head in found.next:
        following += [head] if head.complete else game.options(head.play).next
    return Options(found.play, found.complete, found.points_left, found.marbles, tuple(following))
