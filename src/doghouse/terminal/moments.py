"""A record as a row of moments: each deal, exchange and play, with the game as it stood then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.terminal.scene import Scene, scene_of
from doghouse.terminal.stages import Stage, stages

_ACT = re.compile(r"(?:give )?([A-F]):\s*([^()]*?)(?:\s*\((\w+)\))?|stop")


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
    Game.from_record(text)
    return list(_Follower(text).moments())


class _Follower:
    """Follows a record act by act.

    Acts are played on from the moment before. What chance decided, a deal or the card that a 2 takes, follows from the
    seed; in a record without one it has to be read from the record itself, up to that line.
    """

    def __init__(self, text: str) -> None:
        # A part of a record has not the result of the whole.
        lines = text.lstrip("\ufeff").splitlines()
        self.lines = ["" if _bare(line).startswith("Result:") else line for line in lines]
        self.seeded = any(_bare(line).startswith("Seed:") for line in lines)
        self.latest: dict[str, str] = {}

    def moments(self) -> Iterator[Moment]:
        moment: Moment | None = None
        dealt: Game | None = None  # the game before a round, which the end of the round before has dealt already
        for at, line in enumerate(self.lines):
            text = _bare(line)
            if text.startswith("Round"):
                dealt = moment.game if moment is not None and self.seeded else None
                moment = None
            elif _ACT.fullmatch(text):
                if moment is None:
                    moment = self._deal(dealt or self._read_to(at))
                    yield moment
                following = self._act(moment, at)
                if following is not None:
                    moment = following
                    if moment.kind != "exchange" or not moment.game.to_give():
                        yield moment
        if moment is None:
            yield self._deal(dealt or self._read_to(len(self.lines)))

    def _deal(self, game: Game) -> Moment:
        """The beginning of a round."""
        self.latest = {}
        return Moment("deal", game, scene_of(game))

    def _read_to(self, end: int) -> Game:
        return Game.from_record("\n".join(self.lines[:end]))

    def _act(self, before: Moment, at: int) -> Moment | None:
        """The moment after an act; nothing for a card given in a game without hands."""
        text = _bare(self.lines[at])
        match = _ACT.fullmatch(text)
        assert match is not None
        if text == "stop":
            game = before.game.copy()
            game.stop()
            return Moment("stop", game, replace(before.scene, turn=None))
        seat, what, taken = match[1], match[2], match[3]
        if text.startswith("give"):
            return self._give(before, seat, what)
        return self._play(before, seat, Play.parse(what), taken, at)

    def _give(self, before: Moment, seat: str, card: str) -> Moment | None:
        if before.game.phase != "give":
            return None
        game = before.game.copy()
        game.give(seat, card)
        given = {**before.given, seat: card.upper()}
        return Moment("exchange", game, scene_of(game), given=given)

    def _play(self, before: Moment, seat: str, play: Play, taken: str | None, at: int) -> Moment:
        laid_down = tuple(before.game.hand(seat)) if play.is_fold else ()
        done = stages(before.game, play)
        if taken is None or self.seeded:
            game = before.game.copy()
            game.play(play)
        else:
            game = self._read_to(at + 1)
        if not play.is_fold:
            self.latest[seat] = play.head
        scene = scene_of(game, self.latest)
        if game.round != before.game.round:
            scene = self._end_of_round(before, scene, seat if play.is_fold else "")
        return Moment("play", game, scene, seat, play, done, taken, laid_down)

    def _end_of_round(self, before: Moment, after: Scene, folded: str) -> Scene:
        """The last play of a round deals the next, but its moment still belongs to the round that ends."""
        return replace(
            before.scene,
            marbles=after.marbles,
            turn=None,
            cards_left=dict.fromkeys(before.scene.cards_left, 0),
            laid_down=before.scene.laid_down | set(folded),
            last=after.last,
            latest=after.latest,
        )


def _bare(line: str) -> str:
    """A line without its comment."""
    return line.split("#", 1)[0].strip()
