"""The worker process: plays the games that its supervisor sends.

It stores which bot is deciding, and until when it may, in a small file for the supervisor, which kills the worker when
the bot hangs. That works whatever the bot does to the interpreter.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
from contextlib import nullcontext
from time import monotonic, sleep
from typing import Any

from doghouse.arena.game_runner import OnDecision, create_bot, play_game
from doghouse.arena.plan import GameJob
from doghouse.arena.workers.isolated import isolated_bots
from doghouse.arena.workers.spawn import serve
from doghouse.bots.registry import MissingBot

PARENT_POLL_SECONDS = 0.5
DECISION = struct.Struct("=c3xId")  # seat, ply, deadline by the monotonic clock


def main(decision_file: int) -> None:
    threading.Thread(target=_exit_with_parent, args=(os.getppid(),), daemon=True).start()

    def on_decision(seat: str, ply: int, seconds: float) -> None:
        os.pwrite(decision_file, DECISION.pack(seat.encode(), ply, monotonic() + seconds), 0)

    serve(lambda request: _respond(request, on_decision))


def _exit_with_parent(parent: int) -> None:
    """Exit when the supervisor's process is gone, also in the middle of a game."""
    while os.getppid() == parent:
        sleep(PARENT_POLL_SECONDS)
    os._exit(1)


def _respond(request: dict[str, Any], on_decision: OnDecision) -> dict[str, Any]:
    """Play a game; return its result and record, or the error if it cannot be played."""
    job = GameJob.from_json(request["job"])
    try:
        with isolated_bots() if request["isolated"] else nullcontext(create_bot) as factory:
            result, game = play_game(job, on_decision, factory)
    except MissingBot as error:
        return {"error": str(error)}
    except Exception as error:
        if not request["isolated"]:
            raise  # a bot may be the cause
        return {"error": f"{type(error).__name__}: {error}"}
    return {"result": result.to_json(), "record": game.record() if request["record"] else None}


if __name__ == "__main__":
    main(int(sys.argv[1]))
