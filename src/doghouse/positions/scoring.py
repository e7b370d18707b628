"""Score a bot on positions: the winning chance that its plays lose against the best ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean, stdev
from time import perf_counter
from typing import Any
from zlib import crc32

from doghouse.bots.bot import View
from doghouse.bots.determinize import Determinization, legal_plays
from doghouse.bots.registry import UnknownBot, make_bot
from doghouse.positions.play_identity import Result, result_of
from doghouse.positions.position_set import Position, ValuedPlay
from doghouse.rules.core.engine import Core
from doghouse.rules.errors import InvalidPlay
from doghouse.rules.notation import Play


class BotError(Exception):
    """A bot failed, or answered with an impossible play."""


@dataclass(frozen=True)
class ScoredDecision:
    """A bot's decision in one position, with its value."""

    position: Position
    play: str
    valued: ValuedPlay
    has_value: bool  # or the value is an estimate
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
    """Averages over the decisions of a bot in a mode, or in all modes."""

    positions: int
    loss: float  # of winning chance against the best play
    error: float  # standard error over positions
    luck: float  # the part of the loss that is due to luck of the best plays
    best: float  # how often the best play was found, or one with as many wins
    as_good: float  # or one that the roll-outs cannot distinguish from it
    without_value: int
    seconds: float  # per decision


def decide_all(spec: str, positions: Iterable[Position]) -> Iterator[ScoredDecision]:
    """Let a bot decide positions. Each position gets a new bot with a fixed seed of its own."""
    modes = set()
    for position in positions:
        if position.mode not in modes:  # do not time what the bot loads for a mode
            modes.add(position.mode)
            decide(spec, position)
        yield decide(spec, position)


def decide(spec: str, position: Position) -> ScoredDecision:
    """Let a bot decide a position from the view of its seat."""
    view = position.game().view(position.seat)
    try:
        bot = make_bot(spec, crc32(position.name.encode()))
        began = perf_counter()
        play = f"give {bot.give(view)}" if view["phase"] == "give" else str(bot.play(view))
    except UnknownBot:
        raise
    except Exception as error:
        raise BotError(f"{spec} failed in {position.name}: {error}") from error
    seconds = perf_counter() - began
    if not is_possible(view, play):
        raise BotError(f"{spec} answered {play!r} in {position.name}, which is not legal there")
    valued = value_of(position, view, play)
    return ScoredDecision(position, play, valued or estimate(position), valued is not None, seconds)


def is_possible(view: View, play: str) -> bool:
    if view["phase"] == "give":
        return play.removeprefix("give ") in view["hand"]
    try:
        return play in legal_plays(view)
    except InvalidPlay:
        return False


def value_of(position: Position, view: View, play: str) -> ValuedPlay | None:
    """Return the value of a play, however it is written, or None if it has none."""
    if view["phase"] == "give":
        return next((valued for valued in position.plays if valued.play == play), None)
    core = Determinization(view).core
    values = {result_of(core, Play.of(valued.play)): valued for valued in position.plays}
    return next((values[result] for result in results_of(core, Play.of(play), view["hand"]) if result in values), None)


def results_of(core: Core, play: Play, hand: Sequence[str]) -> Iterator[Result | None]:
    """Return the result of a play and, if it wastes a joker, that of the same play with a card in hand."""
    yield result_of(core, play)
    if play.card == "X":
        for card in {str(play.acts_as), "K"} & set(hand):
            yield result_of(core, replace(play, card=card, stands_for=None))


def estimate(position: Position) -> ValuedPlay:
    """Estimate a play without a value: the mean of the randomly drawn plays, or else the lowest value."""
    some = [valued for valued in position.plays if valued.by_chance] or [position.plays[-1]]
    return ValuedPlay(
        play="",
        value=fmean(valued.value for valued in some),
        error=fmean(valued.error for valued in some),
        loss=fmean(valued.loss for valued in some),
        loss_error=fmean(valued.loss_error for valued in some),
        deals=0,
    )


def score(decided: Sequence[ScoredDecision]) -> Score:
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


def by_mode(decided: Sequence[ScoredDecision]) -> dict[str, Score]:
    """Return the score in each mode and, with several modes, in all."""
    modes = dict.fromkeys(one.position.mode for one in decided)
    scores = {mode: score([one for one in decided if one.position.mode == mode]) for mode in modes}
    return {**scores, "all": score(decided)} if len(scores) > 1 else scores


@dataclass(frozen=True)
class Difference:
    """How much more a first bot loses than a second on the same positions, with the standard error."""

    loss: float
    error: float


def compare(first: Sequence[ScoredDecision], second: Sequence[ScoredDecision]) -> Difference:
    differences = [one.valued.loss - other.valued.loss for one, other in zip(first, second, strict=True)]
    return Difference(fmean(differences), error_of(differences))


def most_different(
    first: Sequence[ScoredDecision], second: Sequence[ScoredDecision]
) -> list[tuple[ScoredDecision, ScoredDecision]]:
    """Return the positions that two bots decided differently, largest difference first."""
    pairs = [(one, other) for one, other in zip(first, second, strict=True) if one.valued != other.valued]
    return sorted(pairs, key=lambda pair: -abs(pair[0].valued.loss - pair[1].valued.loss))


def error_of(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0
