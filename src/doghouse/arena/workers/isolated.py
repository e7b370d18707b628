"""Bots in processes of their own, to find the one that crashes its process.

Normally the bots of a game share a process, which is fast. When that process dies, the bot whose turn it was need not
be the culprit, since threads of other bots run too. So the game is played again with one process per bot.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from doghouse.arena.game_runner import BotFactory, BotFault, ask_bot, call_bot
from doghouse.arena.plan import GameJob
from doghouse.arena.workers.spawn import Process, exchange, reap, serve, start
from doghouse.bots.bot import Bot, View
from doghouse.bots.registry import make_bot


@contextmanager
def isolated_bots() -> Iterator[BotFactory]:
    """Yield a function that creates bots, each in its own process; the processes are killed at the end."""
    processes: list[Process] = []

    def create(job: GameJob, seat: str) -> Bot:
        processes.append(start("doghouse.arena.workers.isolated", job.bots[seat], str(job.bot_seeds[seat]), seat))
        bot = _IsolatedBot(processes[-1], seat)
        bot.ask({})
        return bot

    try:
        yield create
    finally:
        for process in processes:
            process.kill()
            reap(process)


class _IsolatedBot:
    def __init__(self, process: Process, seat: str) -> None:
        self._process, self._seat = process, seat

    def give(self, view: View) -> Any:
        return self.ask({"give": view})

    def play(self, view: View) -> Any:
        return self.ask({"play": view})

    def ask(self, request: dict[str, View]) -> Any:
        response = exchange(self._process, request)
        if "fault" in response:
            raise BotFault(self._seat, *response["fault"])
        if "answer" in response:
            return response["answer"]
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)  # the pipe closes a moment before the process ends
        status = self._process.returncode
        detail = "wrote into its response" if status is None else f"ended its process (exit status {status})"
        raise BotFault(self._seat, "crashed", detail)


def main(spec: str, seed: int, seat: str) -> None:
    bots: list[Bot] = []

    def answer(request: dict[str, View]) -> str:
        if "give" in request:
            return str(ask_bot(seat, lambda: bots[0].give(request["give"])))
        if "play" in request:
            return str(ask_bot(seat, lambda: bots[0].play(request["play"])))
        bots.append(call_bot(seat, lambda: make_bot(spec, seed)))
        return "created"

    def respond(request: dict[str, View]) -> dict[str, Any]:
        try:
            return {"answer": answer(request)}
        except BotFault as fault:
            return {"fault": [fault.kind, fault.detail]}

    serve(respond)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
