"""Split a record into moments: each deal, exchange and play, with the game at that point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.rules.record_reader import Event
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
    moments = list(_MomentReader().moments(text))
    if moments:
        return moments
    game = Game.from_record(text)  # only headers: they determine the first deal
    return [Moment("deal", game, scene_from_game(game))]


class _MomentReader:
    """Turns the events of a record into moments."""

    def __init__(self) -> None:
        self.latest: dict[str, str] = {}
        self.given: dict[str, str] = {}

    def moments(self, text: str) -> Iterator[Moment]:
        before: Moment | None = None
        for event, game in Game.replay(text):
            if event.kind == "deal" or (event.kind == "begin" and (game.turn or game.to_give())):
                self.latest, self.given = {}, {}
                before = Moment("deal", game, scene_from_game(game))
            elif event.kind == "begin":
                continue
            elif event.kind == "give":
                if not self._has_exchanged(event, game):
                    continue
                before = Moment("exchange", game, scene_from_game(game), given=dict(self.given))
            else:
                assert before is not None
                before = self._act(before, event, game)
            yield before

    def _has_exchanged(self, event: Event, game: Game) -> bool:
        """Whether this was the last card to be given; never in a record without hands."""
        if event.seat is not None and event.card is not None:
            self.given[event.seat] = event.card
        return game.hands_known and not game.to_give()

    def _act(self, before: Moment, event: Event, game: Game) -> Moment:
        if event.kind == "stop" or event.play is None:
            return Moment("stop", game, replace(before.scene, turn=None))
        seat, play = event.seat or "", event.play
        laid_down = tuple(before.game.hand(seat)) if play.is_fold else ()
        if not play.is_fold:
            self.latest[seat] = play.head
        scene = scene_from_game(game, self.latest)
        if game.turn is None and game.phase != "over":
            scene = self._end_of_round(before, scene, seat if play.is_fold else "")
        return Moment("play", game, scene, seat, play, stages(before.game, play), event.taken, laid_down)

    def _end_of_round(self, before: Moment, after: Scene, folded: str) -> Scene:
        """Keep showing the old round after its last play, although the game has a new dealer."""
        return replace(
            before.scene,
            marbles=after.marbles,
            turn=None,
            cards_left=dict.fromkeys(before.scene.cards_left, 0),
            laid_down=before.scene.laid_down | set(folded),
            last=after.last,
            latest=after.latest,
        )
