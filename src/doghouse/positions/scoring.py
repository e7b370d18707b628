"""How well a bot decides the positions of a set: what its plays lose in winning chance against the best ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean, stdev
from time import perf_counter
from typing import Any
from zlib import crc32

from doghouse.bots.bot import Bot, View
from doghouse.bots.determinize import Determinization, legal_plays
from doghouse.bots.registry import UnknownBot, make_bot
from doghouse.positions.play_identity import Result, result_of
from doghouse.positions.position_set import Position, Valued
from doghouse.rules.core.engine import Core
from doghouse.rules.errors import InvalidPlay
from doghouse.rules.notation import Play


class BadDecision(Exception):
    """A bot that cannot decide a position."""


@dataclass(frozen=True)
class Decided:
    """What a bot decided in one position, and what that is worth."""

    position: Position
    play: str
    valued: Valued
    has_value: bool  # or it is estimated
    seconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "position": self.position.name,
            **asdict(replace(self.valued, play=self.play)),
            "has_value": self.has_value,
            "best": self.position.best.play,
            "best_value": self.position.best.value,
            "luck": self.position.luck,
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class Score:
    """The decisions of a bot in a mode, or in all, taken together."""

    positions: int
    loss: float  # of winning chance against the best play, on average
    error: float  # its standard error over positions
    luck: float  # so much of it is due to the best plays having been lucky, not better
    best: float  # how often the best play was found, or one with just as many wins
    as_good: float  # or one that the roll-outs cannot tell from it
    without_value: int
    seconds: float  # for a decision, on average


def decide_all(spec: str, positions: Iterable[Position]) -> Iterator[Decided]:
    """Let a bot decide positions. Each gets a new bot with a seed of its own, always the same."""
    modes = set()
    for position in positions:
        if position.mode not in modes:  # what it loads for a mode is not counted as thinking
            modes.add(position.mode)
            decide(spec, position)
        yield decide(spec, position)


def decide(spec: str, position: Position) -> Decided:
    """Let a bot decide a position from what its seat sees."""
    view = position.game().view(position.seat)
    try:
        bot = make_bot(spec, crc32(position.name.encode()))
        began = perf_counter()
        play = _ask(bot, view)
    except UnknownBot:
        raise
    except Exception as error:
        raise BadDecision(f"{spec} could not decide {position.name}: {error}") from error
    seconds = perf_counter() - began
    if not is_possible(view, play):
        raise BadDecision(f"{spec} answered {play!r} in {position.name}, which is not possible there")
    found = value_of(position, view, play)
    return Decided(position, play, found or estimate(position), found is not None, seconds)


def _ask(bot: Bot, view: View) -> str:
    if view["phase"] == "give":
        return f"give {bot.give(view)}"
    return str(bot.play(view))


def is_possible(view: View, play: str) -> bool:
    if view["phase"] == "give":
        return play.removeprefix("give ") in view["hand"]
    try:
        return play in legal_plays(view)
    except InvalidPlay:
        return False


def value_of(position: Position, view: View, play: str) -> Valued | None:
    """The value of a play, however it is told; nothing if it was not among those valued."""
    if view["phase"] == "give":
        return next((valued for valued in position.plays if valued.play == play), None)
    core = Determinization(view).core
    found = {result_of(core, Play.of(valued.play)): valued for valued in position.plays}
    return next((found[result] for result in results_of(core, Play.of(play), view["hand"]) if result in found), None)


def results_of(core: Core, play: Play, hand: Sequence[str]) -> Iterator[Result | None]:
    """The result of a play and, if it wastes a joker, that of the card in hand which does the same."""
    yield result_of(core, play)
    if play.card == "X":
        for card in {str(play.acts_as), "K"} & set(hand):
            yield result_of(core, replace(play, card=card, stands_for=None))


def estimate(position: Position) -> Valued:
    """What a play without a value counts as: the mean of those that stand for such plays, or else the lowest value."""
    some = [valued for valued in position.plays if valued.by_chance] or [position.plays[-1]]
    return Valued(
        play="",
        value=fmean(valued.value for valued in some),
        error=fmean(valued.error for valued in some),
        loss=fmean(valued.loss for valued in some),
        loss_error=fmean(valued.loss_error for valued in some),
        deals=0,
    )


def score(decided: Sequence[Decided]) -> Score:
    """The whole of some decisions."""
    losses = [one.valued.loss for one in decided]
    count = len(decided)
    return Score(
        positions=count,
        loss=fmean(losses),
        error=error_of(losses),
        luck=fmean(one.position.luck for one in decided),
        best=sum(one.has_value and one.valued.is_best for one in decided) / count,
        as_good=sum(one.has_value and one.valued.as_good for one in decided) / count,
        without_value=sum(not one.has_value for one in decided),
        seconds=fmean(one.seconds for one in decided),
    )


def by_mode(decided: Sequence[Decided]) -> dict[str, Score]:
    """The score in each mode, and in all of them where there are several."""
    modes = dict.fromkeys(one.position.mode for one in decided)
    found = {mode: score([one for one in decided if one.position.mode == mode]) for mode in modes}
    return {**found, "all": score(decided)} if len(found) > 1 else found


@dataclass(frozen=True)
class Difference:
    """What a first bot loses more than a second on the same positions, with its standard error."""

    loss: float
    error: float


def compare(first: Sequence[Decided], second: Sequence[Decided]) -> Difference:
    differences = [one.valued.loss - other.valued.loss for one, other in zip(first, second, strict=True)]
    return Difference(fmean(differences), error_of(differences))


def most_different(first: Sequence[Decided], second: Sequence[Decided]) -> list[tuple[Decided, Decided]]:
    """The positions that two bots decided differently, those first where it makes the most difference."""
    pairs = [(one, other) for one, other in zip(first, second, strict=True) if one.valued != other.valued]
    return sorted(pairs, key=lambda pair: -abs(pair[0].valued.loss - pair[1].valued.loss))


def error_of(numbers: Sequence[float]) -> float:
    """The standard error of a mean."""
    return stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0
