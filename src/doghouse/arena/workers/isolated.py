"""Bots in processes of their own, to find out which of them ends its process.

Ordinarily the bots of a game share a process: that is fast, but when it dies, nobody knows who ended it. A thread of
one bot may do so while another is deciding. So a game over which processes died is played again like this: a line of
JSON goes to the process of a bot, the answer comes back, and the bot whose process is gone is the one to blame.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import IO, Any

from doghouse.arena.game_runner import Faulty, described
from doghouse.arena.plan import GameJob
from doghouse.arena.workers.spawn import python, same_imports
from doghouse.bots.bot import Bot, View
from doghouse.bots.registry import make_bot
from doghouse.rules.notation import Play

Process = subprocess.Popen[str]


class Apart:
    """The bots of a game, each in a process of its own; they end with it."""

    def __init__(self) -> None:
        self._processes: dict[str, Process] = {}

    def make(self, job: GameJob, seat: str) -> Bot:
        self._processes[seat] = subprocess.Popen(
            python("doghouse.arena.workers.isolated", job.bots[seat], str(job.bot_seeds[seat])),
            env=same_imports(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.ask(seat, {})
        return _BotApart(self, seat)

    def ask(self, seat: str, request: dict[str, Any]) -> Any:
        """What the bot answers. Whoever's process ends meanwhile is at fault, also if another is asked."""
        process = self._processes[seat]
        answer = _sent(process, json.dumps(request) + "\n")
        for other, whose in self._processes.items():
            if whose.poll() is not None:
                raise Faulty(other, "crashed", f"it takes its process down ({_end(whose.returncode)})")
        if not answer.endswith("\n"):
            raise Faulty(seat, "crashed", "it takes its process down")
        try:
            data = json.loads(answer)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise Faulty(seat, "crashed", "what comes from its process cannot be read")
        if "error" in data:
            raise Faulty(seat, "crashed", str(data["error"]))
        return data["answer"] if "answer" in data else _Odd(str(data.get("odd")))

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what was not sent yet is not wanted any more
                    if pipe is not None:
                        pipe.close()


def _sent(process: Process, request: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(request)
        process.stdin.flush()
        answer = process.stdout.readline()
    except OSError:
        answer = ""
    if not answer:
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)  # its end is seen in the pipe a moment before it is told
    return answer


def _end(status: int) -> str:
    if status >= 0:
        return f"exit status {status}"
    with suppress(ValueError):
        return signal.Signals(-status).name
    return f"signal {-status}"


class _BotApart:
    """A bot that decides elsewhere."""

    def __init__(self, apart: Apart, seat: str) -> None:
        self._apart, self._seat = apart, seat

    def give(self, view: View) -> Any:
        return self._apart.ask(self._seat, {"give": view})

    def play(self, view: View) -> Any:
        return self._apart.ask(self._seat, {"play": view})


class _Odd:
    """An answer that is neither a card nor a play, as the bot's process saw it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def answers_of_this_process() -> IO[str]:
    """Where answers go; what bots print is theirs, and goes another way."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def _answered(ask: Callable[[], object]) -> dict[str, Any]:
    try:
        answer = ask()
        return {"answer": str(answer)} if isinstance(answer, str | Play) else {"odd": repr(answer)}
    except (Exception, SystemExit) as error:
        return {"error": described(error)}


def main(spec: str, seed: int) -> None:
    answers = answers_of_this_process()
    bot: Bot

    def asked(request: dict[str, Any]) -> object:
        nonlocal bot
        if "give" in request:
            return bot.give(request["give"])
        if "play" in request:
            return bot.play(request["play"])
        bot = make_bot(spec, seed)
        return "made"

    for line in sys.stdin:
        request = json.loads(line)
        answers.write(json.dumps(_answered(lambda: asked(request))) + "\n")  # noqa: B023 -- asked at once
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
