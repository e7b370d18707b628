"""One game, from its seed and its bots to its result.

The deals follow from the seed alone, so the same seed with other bots on the seats is a duplicate. A bot gets the view
of its seat and the legal plays that follow from it; never the game.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from doghouse.arena.plan import GameJob
from doghouse.arena.results.game_result import Fault, FaultKind, GameResult
from doghouse.bots.bot import Bot
from doghouse.bots.registry import MissingBot, make_bot
from doghouse.rules.errors import DogError
from doghouse.rules.game import Game
from doghouse.rules.notation import Play

GRACE = 0.25  # seconds on top of the time limit: a busy machine is not the bot's fault
MAKING = 300.0  # seconds in which a bot must be made; models take their time to load
PATIENCE = 300.0  # seconds for a decision where there is no limit; after that a bot is taken to hang

Answer = TypeVar("Answer")
Make = Callable[[GameJob, str], Bot]  # the bot of a seat
Watch = Callable[[str, int, float], None]  # which seat is asked now, at which ply, and how long it may take at most


def nobody_watches(seat: str, ply: int, seconds: float) -> None:
    """For a game whose bots are trusted to answer."""


def made_here(job: GameJob, seat: str) -> Bot:
    """The bot of a seat, in this process."""
    return make_bot(job.bots[seat], job.bot_seeds[seat])


def play_game(job: GameJob, watch: Watch = nobody_watches, make: Make = made_here) -> tuple[GameResult, Game]:
    """Play a game to its end, to its limit of plies, or to the first fault of a bot."""
    return _Table(job, watch, make).play()


def lost_by(job: GameJob, fault: Fault, plies: int) -> GameResult:
    """A game that ended by a fault: the teams without the faulty bot share the win, or all others if it is on each."""
    teams = [team for team in job.rules.all_teams() if fault.seat not in team]
    without = [team for team in teams if all(job.bots[seat] != fault.bot for seat in team)]
    return GameResult("".join(sorted("".join(without or teams))), "fault", plies, fault=fault)


class Faulty(Exception):
    """What the bot of a seat did ends the game."""

    def __init__(self, seat: str, kind: FaultKind, detail: str) -> None:
        self.seat, self.kind, self.detail = seat, kind, detail


class _Table:
    def __init__(self, job: GameJob, watch: Watch, make: Make) -> None:
        self.job = job
        self.watch = watch
        self.make = make
        self.game = Game(job.rules, job.seed)
        self.game.headers = {f"Player {seat}": bot for seat, bot in job.bots.items()}
        self.limit = job.limits.time_limit
        self.plies = 0
        self.decisions = dict.fromkeys(job.bots, 0)
        self.seconds = dict.fromkeys(job.bots, 0.0)

    def play(self) -> tuple[GameResult, Game]:
        try:
            bots = {seat: self._made(seat) for seat in self.job.bots}
            while self.game.phase != "over" and self.plies < self.job.limits.most_plies:
                self._give(bots) if self.game.phase == "give" else self._play(bots)
        except Faulty as faulty:
            fault = Fault(faulty.seat, self.job.bots[faulty.seat], faulty.kind, self.plies, faulty.detail)
            lost = lost_by(self.job, fault, self.plies)
            # The board does not say who has won, so the record has no result but this.
            self.game.headers["Fault"] = f"{'+'.join(lost.winners)} won: {' '.join(str(fault).split())}"
            return self._with_clock(lost), self.game
        outcome = self.game.outcome or self.game.stop()
        return self._with_clock(GameResult(outcome.winners, outcome.reason, self.plies)), self.game

    def _with_clock(self, result: GameResult) -> GameResult:
        return GameResult(result.winners, result.reason, result.plies, self.decisions, self.seconds, result.fault)

    def _made(self, seat: str) -> Bot:
        self.watch(seat, 0, MAKING)
        return self._guarded(seat, lambda: self.make(self.job, seat), but=MissingBot)

    def _give(self, bots: dict[str, Bot]) -> None:
        for seat in self.game.to_give():
            view = self.game.view(seat)
            card = self._asked(seat, lambda: bots[seat].give(view))  # noqa: B023 -- asked at once
            if not isinstance(card, str):
                raise Faulty(seat, "illegal", f"a card to give is text, not {_short(card)}")
            try:
                self.game.give(seat, card)
            except DogError as error:
                raise Faulty(seat, "illegal", f"give {_short(card)}: {error}") from None

    def _play(self, bots: dict[str, Bot]) -> None:
        seat = str(self.game.turn)
        view = self.game.view(seat)
        play = self._asked(seat, lambda: bots[seat].play(view))
        if not isinstance(play, str | Play):
            raise Faulty(seat, "illegal", f"a play is a Play, not {_short(play)}")
        try:
            self.game.play(play)
        except DogError as error:
            raise Faulty(seat, "illegal", f"{_short(play)}: {error}") from None
        self.plies += 1

    def _asked(self, seat: str, ask: Callable[[], Answer]) -> Answer:
        self.watch(seat, self.plies, (self.limit or PATIENCE) + GRACE)
        begun = perf_counter()
        try:
            answer = self._guarded(seat, ask)
        finally:
            took = perf_counter() - begun
            self.decisions[seat] += 1
            self.seconds[seat] += took
        if self.limit is not None and took > self.limit + GRACE:
            raise Faulty(seat, "time", f"{took:.2f} s instead of {self.limit:g} s")
        return answer

    def _guarded(self, seat: str, ask: Callable[[], Answer], but: type[Exception] = Faulty) -> Answer:
        try:
            return ask()
        except (Faulty, but):
            raise  # of a bot apart, which knows better; or what is no fault of a bot
        except (Exception, SystemExit) as error:
            raise Faulty(seat, "crashed", described(error)) from None


def described(error: BaseException) -> str:
    """An error of a bot, and where it came from."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    try:
        words = f"{type(error).__name__}: {error}".rstrip(": ")
    except Exception:  # it cannot be told in words
        words = type(error).__name__
    place = where.filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{words[:300]} ({place}, line {where.lineno})"


def _short(answer: object) -> str:
    text = str(answer) if isinstance(answer, str | Play) else repr(answer)
    return text if len(text) <= 80 else text[:77] + "..."
