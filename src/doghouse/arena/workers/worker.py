"""A process that plays games: a job as a line of JSON comes in, the result goes out, until the other side hangs up.

It runs on its own, so that a bot that hangs or takes its process down harms nobody else. ``faulthandler`` ends the
process when a bot does not answer; that works even while a bot holds the interpreter. Who was asked last, and until
when, stands in a small file, so that the keeper knows whose fault it was.
"""

from __future__ import annotations

import faulthandler
import json
import os
import struct
import sys
import threading
from time import monotonic, sleep
from typing import IO, Any

from doghouse.arena.game_runner import play_game
from doghouse.arena.plan import GameJob
from doghouse.arena.workers.isolated import Apart, answers_of_this_process
from doghouse.bots.registry import MissingBot

SLACK = 1.0  # seconds after which the process is ended: a bot that is late but answers loses without such drama
REARM = 0.5  # setting the alarm anew costs as much as a small decision, so it may be this old
ALONE = 0.5  # seconds between looks whether there is still somebody to play for
ASKED = struct.Struct("=c3xId")  # the seat asked, the ply, and until when it may answer


class Watchdog:
    """Ends this process when a bot does not answer."""

    def __init__(self, asked: IO[bytes]) -> None:
        self._asked = asked
        self._alarm = 0.0
        self._armed = 0.0

    def watch(self, seat: str, ply: int, seconds: float) -> None:
        now = monotonic()
        self._asked.seek(0)
        self._asked.write(ASKED.pack(seat.encode(), ply, now + seconds))
        alarm = seconds + SLACK
        if alarm != self._alarm or now - self._armed > REARM:
            faulthandler.dump_traceback_later(alarm, exit=True)
            self._alarm, self._armed = alarm, now

    def rest(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._alarm = 0.0


def end_with(keeper: int) -> None:
    """End this process when its keeper is gone, whatever a bot is thinking about."""
    while os.getppid() == keeper:
        sleep(ALONE)
    os._exit(1)


def main(asked_file: str) -> None:
    faulthandler.enable()
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    usual = threading.active_count()
    answers = answers_of_this_process()
    with open(asked_file, "r+b", buffering=0) as asked:
        watchdog = Watchdog(asked)
        answers.write("ready\n")
        answers.flush()
        for line in sys.stdin:
            request = json.loads(line)
            answer = _played(request, watchdog)
            answer["tired"] = threading.active_count() > usual  # a bot left something running
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


def _played(request: dict[str, Any], watchdog: Watchdog) -> dict[str, Any]:
    """The result of a game, and its record; or which bot is not here."""
    job = GameJob.from_json(request["job"])
    try:
        if request.get("apart"):
            with Apart() as apart:
                result, game = play_game(job, watchdog.watch, apart.make)
        else:
            result, game = play_game(job, watchdog.watch)
    except MissingBot as error:
        return {"missing": str(error)}
    watchdog.rest()
    return {"result": result.to_json(), "record": game.record() if request["record"] else None}


if __name__ == "__main__":
    main(sys.argv[1])
