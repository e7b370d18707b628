"""The summary of a match, as data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from doghouse.arena.plan import Plan
from doghouse.arena.results.game_result import Fault, GameResult, Results
from doghouse.arena.seating import FIRST, SECOND, Seating, lone_role, seatings, share_won, teams_of
from doghouse.arena.stats.intervals import Interval, interval, mean
from doghouse.arena.stats.ratings import Rating, ratings
from doghouse.arena.stats.running_totals import RunningTotals, pair_score
from doghouse.arena.stats.sprt import SprtDecision

Games = list[tuple[Seating, GameResult]]  # of a pairing


@dataclass(frozen=True)
class BotLine:
    name: str
    pairs: int
    games: int
    win_rate: float | None
    interval: Interval | None
    rating: Rating | None
    plies: float | None
    decisions: int
    seconds: float  # of all decisions
    faults: int

    @property
    def seconds_per_decision(self) -> float | None:
        return self.seconds / self.decisions if self.decisions else None


@dataclass(frozen=True)
class PairingLine:
    """The results of a pairing, from the first bot's side."""

    first: str
    second: str
    pairs: int
    points: float  # up to 2 per pair
    win_rate: float | None
    interval: Interval | None
    won_everything: str | None  # the bot that won every game
    alone: tuple[float, float] | None  # win rates with one team against the rest, if more than two teams play
    alone_intervals: tuple[Interval, Interval] | None


@dataclass(frozen=True)
class FaultLine:
    task: int
    game: int
    fault: Fault


@dataclass(frozen=True)
class Summary:
    bots: list[BotLine]
    pairings: list[PairingLine]
    faults: list[FaultLine]
    tasks: int  # finished
    planned: int
    games: int
    stopped: int  # games stopped and scored by R2.5
    plies: float | None
    settlement: SprtDecision | None

    def to_json(self) -> dict[str, Any]:
        data = asdict(self)
        for line, bot in zip(data["bots"], self.bots, strict=True):
            line["seconds_per_decision"] = bot.seconds_per_decision
        return data


def summarise(plan: Plan, results: Results) -> Summary:
    """Summarise the results; those after the verdict of a sequential test do not count."""
    decision = RunningTotals(plan, dict(results)).decision
    if decision is not None and decision.verdict != "open":
        results = {number: games for number, games in results.items() if number < decision.pairs}
    results = dict(sorted(results.items()))
    names = plan.names()
    scores: dict[tuple[int, int], list[float]] = {pairing: [] for pairing in plan.pairings}
    played: list[Games] = [[] for _pairing in plan.pairings]
    for number, games in results.items():
        pair, pairing = divmod(number, len(plan.pairings))
        scores[plan.pairings[pairing]].append(pair_score(plan, number, results))
        played[pairing] += zip(seatings(plan.rules, pair, plan.stranger is not None), games, strict=True)
    rated: list[Rating] | list[None] = [None] * len(names)
    if results:
        rated = ratings(len(names), scores, plan.seed)
    plies = [game.plies for games in results.values() for game in games]
    return Summary(
        bots=[_bot_line(plan, played, scores, bot, rated[bot]) for bot in range(len(names))],
        pairings=[_pairing_line(plan, played[index], index, scores[pair]) for index, pair in enumerate(plan.pairings)],
        faults=[
            FaultLine(number, index, game.fault)
            for number, games in results.items()
            for index, game in enumerate(games)
            if game.fault is not None
        ],
        tasks=len(results),
        planned=len(plan),
        games=len(plies),
        stopped=sum(game.reason == "stopped" for games in results.values() for game in games),
        plies=mean(plies) if plies else None,
        settlement=decision,
    )


def _bot_line(
    plan: Plan, played: list[Games], scores: dict[tuple[int, int], list[float]], bot: int, rating: Rating | None
) -> BotLine:
    own_scores: list[float] = []
    for (first, second), values in scores.items():
        if bot == first:
            own_scores += values
        elif bot == second:
            own_scores += [1 - score for score in values]
    plies: list[int] = []
    decisions = faults = 0
    seconds = 0.0
    for pairing, games in zip(plan.pairings, played, strict=True):
        if bot not in pairing:
            continue
        role = pairing.index(bot)
        for seating, game in games:
            plies.append(game.plies)
            for seat in (seat for seat, seat_role in seating.items() if seat_role == role):
                decisions += game.decisions.get(seat, 0)
                seconds += game.seconds.get(seat, 0.0)
                faults += game.fault is not None and game.fault.seat == seat
    return BotLine(
        name=plan.names()[bot],
        pairs=len(own_scores),
        games=len(plies),
        win_rate=mean(own_scores) if own_scores else None,
        interval=interval(own_scores) if own_scores else None,
        rating=rating if own_scores else None,
        plies=mean(plies) if plies else None,
        decisions=decisions,
        seconds=seconds,
        faults=faults,
    )


def _pairing_line(plan: Plan, games: Games, index: int, scores: Sequence[float]) -> PairingLine:
    first, second = plan.pairings[index]
    names = plan.names()[first], plan.names()[second]
    rate = mean(scores) if scores else None
    alone = _alone(plan, games)
    return PairingLine(
        first=names[0],
        second=names[1],
        pairs=len(scores),
        points=2 * math.fsum(scores),
        win_rate=rate,
        interval=interval(scores) if scores else None,
        won_everything=names[0] if rate == 1 else names[1] if rate == 0 else None,
        alone=(mean(alone[FIRST]), mean(alone[SECOND])) if alone else None,
        alone_intervals=(interval(alone[FIRST]), interval(alone[SECOND])) if alone else None,
    )


def _alone(plan: Plan, games: Games) -> dict[int, list[float]]:
    """Return the win rates of each bot with one team against the rest, one per set; empty for two teams."""
    teams = len(teams_of(plan.rules))
    won: dict[int, list[float]] = {FIRST: [], SECOND: []}
    for seating, game in games:
        role = lone_role(plan.rules, seating)
        if role is not None:
            share = share_won(plan.rules, seating, game.winners)
            won[role].append(share if role == FIRST else 1 - share)
    if not won[FIRST]:
        return {}
    sets = range(0, len(won[FIRST]), teams)
    return {role: [mean(shares[start : start + teams]) for start in sets] for role, shares in won.items()}
