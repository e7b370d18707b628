"""A record as a row of moments: each deal, exchange and play, with the game as it stood then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.rules.record_reader import Event
from doghouse.terminal.play_stages import Stage, stages
from doghouse.terminal.scene import Scene, scene_of


@dataclass(frozen=True)
class Moment:
    """``game`` and ``scene`` are as they stood afterwards."""

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
    """All moments of a record; InvalidRecord if it does not replay."""
    moments = list(_Follower().moments(text))
    if moments:
        return moments
    game = Game.from_record(text)  # headers alone: the first deal follows from them
    return [Moment("deal", game, scene_of(game))]


class _Follower:
    """Makes moments of the events of a record."""

    def __init__(self) -> None:
        self.latest: dict[str, str] = {}
        self.given: dict[str, str] = {}

    def moments(self, text: str) -> Iterator[Moment]:
        before: Moment | None = None
        for event, game in Game.replay(text):
            if event.kind == "deal" or (event.kind == "begin" and (game.turn or game.to_give())):
                self.latest, self.given = {}, {}
                before = Moment("deal", game, scene_of(game))
            elif event.kind == "begin":
                continue
            elif event.kind == "give":
                if not self._has_exchanged(event, game):
                    continue
                before = Moment("exchange", game, scene_of(game), given=dict(self.given))
            else:
                assert before is not None
                before = self._act(before, event, game)
            yield before

    def _has_exchanged(self, event: Event, game: Game) -> bool:
        """Whether this was the last card to be given; never in a game without hands, where none is."""
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
        scene = scene_of(game, self.latest)
        if game.turn is None and game.phase != "over":
            scene = self._end_of_round(before, scene, seat if play.is_fold else "")
        return Moment("play", game, scene, seat, play, stages(before.game, play), event.taken, laid_down)

    def _end_of_round(self, before: Moment, after: Scene, folded: str) -> Scene:
        """After its last play the next dealer is due, but the moment still belongs to the round that ends."""
        return replace(
            before.scene,
            marbles=after.marbles,
            turn=None,
            cards_left=dict.fromkeys(before.scene.cards_left, 0),
            laid_down=before.scene.laid_down | set(folded),
            last=after.last,
            latest=after.latest,
        )
