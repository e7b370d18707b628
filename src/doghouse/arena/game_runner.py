"""Play one game between bots.

The deals follow from the seed alone, so the same seed with other bots in the seats is a duplicate. A bot gets the view
of its seat, never the game.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TypeVar

from doghouse.arena.plan import GameJob
from doghouse.arena.results.game_result import Fault, FaultKind, GameResult
from doghouse.bots.bot import Bot
from doghouse.bots.registry import MissingBot, make_bot
from doghouse.rules.errors import DogError
from doghouse.rules.game import Game
from doghouse.rules.notation import Play

GRACE_SECONDS = 0.25  # on top of the time limit: a busy machine is not the bot's fault
CREATE_TIMEOUT = 300.0  # seconds to create a bot; models take long to load
DECISION_TIMEOUT = 300.0  # seconds for a decision in a match without a time limit

T = TypeVar("T")
BotFactory = Callable[[GameJob, str], Bot]  # creates the bot of a seat
OnDecision = Callable[[str, int, float], None]  # called before a decision: seat, ply, seconds allowed


def create_bot(job: GameJob, seat: str) -> Bot:
    return make_bot(job.bots[seat], job.bot_seeds[seat])


def play_game(
    job: GameJob, on_decision: OnDecision = lambda *_decision: None, factory: BotFactory = create_bot
) -> tuple[GameResult, Game]:
    """Play a game until it is over, reaches the maximum number of plies, or a bot commits a fault."""
    return _GameRunner(job, on_decision, factory).play()


def lost_by_fault(job: GameJob, fault: Fault, plies: int) -> GameResult:
    """Return the result of a game lost by a fault.

    The teams without the faulty bot share the win; if it plays in every team, all teams but that of the seat.
    """
    teams = [team for team in job.rules.all_teams() if fault.seat not in team]
    without = [team for team in teams if all(job.bots[seat] != fault.bot for seat in team)]
    return GameResult("".join(sorted("".join(without or teams))), "fault", plies, fault=fault)


class BotFault(Exception):
    """A fault of the bot in a seat; it ends the game."""

    def __init__(self, seat: str, kind: FaultKind, detail: str) -> None:
        self.seat, self.kind, self.detail = seat, kind, detail


def call_bot(seat: str, call: Callable[[], T]) -> T:
    """Return what the call returns; raise BotFault if the bot raises an exception."""
    try:
        return call()
    except (BotFault, MissingBot):
        raise
    except (Exception, SystemExit) as error:
        raise BotFault(seat, "crashed", _describe(error)) from None


def ask_bot(seat: str, ask: Callable[[], object]) -> str | Play:
    """Return the card or play the bot chooses; raise BotFault if it returns anything else."""
    answer = call_bot(seat, ask)
    if not isinstance(answer, str | Play):
        raise BotFault(seat, "illegal", f"expected a card or a play, not {_shorten(repr(answer))}")
    return answer


class _GameRunner:
    def __init__(self, job: GameJob, on_decision: OnDecision, factory: BotFactory) -> None:
        self.job = job
        self.on_decision = on_decision
        self.factory = factory
        self.game = Game(job.rules, job.seed)
        self.game.headers = {f"Player {seat}": bot for seat, bot in job.bots.items()}
        self.bots: dict[str, Bot] = {}
        self.plies = 0
        self.decisions = dict.fromkeys(job.bots, 0)
        self.seconds = dict.fromkeys(job.bots, 0.0)

    def play(self) -> tuple[GameResult, Game]:
        try:
            for seat in self.job.bots:
                self.on_decision(seat, 0, CREATE_TIMEOUT)
                self.bots[seat] = call_bot(seat, lambda: self.factory(self.job, seat))  # noqa: B023 -- called at once
            while self.game.phase != "over" and self.plies < self.job.limits.most_plies:
                self._give() if self.game.phase == "give" else self._play()
            outcome = self.game.outcome or self.game.stop()
            result = GameResult(outcome.winners, outcome.reason, self.plies)
        except BotFault as error:
            fault = Fault(error.seat, self.job.bots[error.seat], error.kind, self.plies, error.detail)
            result = lost_by_fault(self.job, fault, self.plies)
            # The board does not show who won, so this header is the record's only result.
            self.game.headers["Fault"] = f"{'+'.join(result.winners)} won: {' '.join(str(fault).split())}"
        return replace(result, decisions=self.decisions, seconds=self.seconds), self.game

    def _give(self) -> None:
        for seat in self.game.to_give():
            view = self.game.view(seat)
            card = str(self._decide(seat, lambda: self.bots[seat].give(view)))  # noqa: B023 -- called at once
            try:
                self.game.give(seat, card)
            except DogError as error:
                raise BotFault(seat, "illegal", f"give {_shorten(card)}: {error}") from None

    def _play(self) -> None:
        seat = str(self.game.turn)
        view = self.game.view(seat)
        play = self._decide(seat, lambda: self.bots[seat].play(view))
        try:
            self.game.play(play)
        except DogError as error:
            raise BotFault(seat, "illegal", f"{_shorten(str(play))}: {error}") from None
        self.plies += 1

    def _decide(self, seat: str, ask: Callable[[], object]) -> str | Play:
        limit = self.job.limits.time_limit
        self.on_decision(seat, self.plies, (limit or DECISION_TIMEOUT) + GRACE_SECONDS)
        start = perf_counter()
        try:
            answer = ask_bot(seat, ask)
        finally:
            seconds = perf_counter() - start
            self.decisions[seat] += 1
            self.seconds[seat] += seconds
        if limit is not None and seconds > limit + GRACE_SECONDS:
            raise BotFault(seat, "time", f"{seconds:.2f} s instead of {limit:g} s")
        return answer


def _describe(error: BaseException) -> str:
    """Return the type and text of a bot's exception, and where it was raised."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    try:
        text = f"{type(error).__name__}: {error}".rstrip(": ")
    except Exception:  # its own __str__ fails
        text = type(error).__name__
    file = frame.filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{text[:300]} ({file}, line {frame.lineno})"


def _shorten(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
