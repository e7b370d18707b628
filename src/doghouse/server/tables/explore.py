"""How a partial play can continue, for clients that build it step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

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
    """Answer a person at a table, or raise ``Refused``."""
    seat, game = table.seat_of(guest), table.game
    if seat is None:
        raise Refused("not_seated")
    if game is None or table.status != "playing":
        raise Refused("not_playing")
    return options_message(game, message.id, message.partial, seat)


def options_message(game: Game, id: str, partial: str, seat: str | None = None) -> OptionsMessage:
    """Answer a seat, by default the one to act, or raise ``Refused``."""
    try:
        game.check_turn(seat)
        options = explore(game, partial)
    except (IllegalPlay, InvalidPlay) as error:
        raise refusal_from(error) from None
    assert game.turn is not None
    is_first = not (options.play or options.points_left)
    return OptionsMessage(
        id=id,
        play=options.play,
        complete=options.complete,
        points_left=options.points_left,
        marbles=options.marbles,
        next=_messages(options.next),
        blocked=blocked_cards(game, game.turn) if is_first else {},
        by_card=_options_by_card(game, options) if is_first else {},
    )


def _options_by_card(game: Game, first: Options) -> dict[str, tuple[OptionMessage, ...]]:
    """Return what each playable card can do; a card that is a whole play has itself as its only option."""
    cards = dict.fromkeys(option.play.partition("=")[0] for option in first.next)
    explored = {card: explore(game, card) for card in cards}
    return {
        card: _messages([Option(card, True)] if options.complete else options.next)
        for card, options in explored.items()
    }


def _messages(options: Iterable[Option]) -> tuple[OptionMessage, ...]:
    return tuple(OptionMessage(option.play, option.complete, option.sends_home) for option in options)


def explore(game: Game, partial: str) -> Options:
    """Like ``Game.options``, but a joker alone lists the plays of every card it can stand for."""
    options = game.options(partial)
    if options.play != "X":
        return options
    following: list[Option] = []
    for head in options.next:
        following += [head] if head.complete else game.options(head.play).next
    return replace(options, next=tuple(following))
