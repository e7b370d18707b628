"""Split a record into moments: each deal, exchange and play, with the game at that point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.terminal.play_stages import Stage, stages
from doghouse.terminal.scene import Scene, scene_from_game


@dataclass(frozen=True)
class Moment:
    """``game`` and ``scene`` show the state afterwards."""

    kind: Literal["deal", "exchange", "play", "stop"]
    game: Game
    scene: Scene
    seat: str = ""
    play: Play | None = None
    stages: tuple[Stage, ...] = ()
    taken: str | None = None
    laid_down: tuple[str, ...] = ()
    given: dict[str, str] = field(default_factory=dict)


def read_moments(text: str) -> list[Moment]:
    """Return all moments of a record. Raise InvalidRecord if it does not replay."""
    moments = list(_moments(text))
    if moments:
        return moments
    game = Game.from_record(text)  # only headers: they determine the first deal
    return [Moment("deal", game, scene_from_game(game))]


def _moments(text: str) -> Iterator[Moment]:
    latest: dict[str, str] = {}  # last card of each seat in this round
    given: dict[str, str] = {}
    for event, game in Game.replay(text):
        if event.kind == "deal" or (event.kind == "begin" and (game.turn or game.to_give())):
            latest, given = {}, {}
            moment = Moment("deal", game, scene_from_game(game))
        elif event.kind == "begin":
            continue
        elif event.kind == "give":
            if event.seat is not None and event.card is not None:
                given[event.seat] = event.card
            if game.to_give() or not game.hands_known:
                continue
            moment = Moment("exchange", game, scene_from_game(game), given=given)
        elif event.kind == "stop" or event.play is None:
            moment = Moment("stop", game, replace(moment.scene, turn=None))
        else:
            moment = _play(moment, event.seat or "", event.play, event.taken, game, latest)
        yield moment


def _play(before: Moment, seat: str, play: Play, taken: str | None, game: Game, latest: dict[str, str]) -> Moment:
    laid_down = tuple(before.game.hand(seat)) if play.is_fold else ()
    if not play.is_fold:
        latest[seat] = play.head
    scene = scene_from_game(game, latest)
    if game.turn is None and game.phase != "over":
        # Keep showing the old round after its last play, although the game has a new dealer.
        scene = replace(
            before.scene,
            marbles=scene.marbles,
            turn=None,
            cards_left=dict.fromkeys(before.scene.cards_left, 0),
            laid_down=before.scene.laid_down | set(seat if play.is_fold else ""),
            last=scene.last,
            latest=scene.latest,
        )
    return Moment("play", game, scene, seat, play, stages(before.game, play), taken, laid_down)
