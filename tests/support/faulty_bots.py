"""Faulty bots, and some that record what happens in a worker process; workers load them by entry points."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

from doghouse.bots.bot import InvalidOption, View
from doghouse.bots.determinize import legal_plays
from doghouse.bots.random_bot import RandomBot
from doghouse.rules.notation import Play

FAULTY_PLAY = 3  # number of the play in which a bot misbehaves


class Harmless(RandomBot):
    """Plays at random; subclasses misbehave in one play."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._plays = 0

    def play(self, view: View) -> Play:
        self._plays += 1
        if self._plays == FAULTY_PLAY:
            self.misbehave()
        return super().play(view)

    def misbehave(self) -> None:
        pass


class Crashing(Harmless):
    def misbehave(self) -> None:
        raise ValueError("oh no")


class RaisesUnprintable(Harmless):
    """Raises an error whose ``str`` raises."""

    def misbehave(self) -> None:
        class Unprintable(Exception):
            def __str__(self) -> str:
                raise ValueError

        raise Unprintable


class RaisesSystemExit(Harmless):
    def misbehave(self) -> None:
        raise SystemExit("enough")


class FailsToConstruct:
    def __init__(self, seed: int = 0) -> None:  # noqa: ARG002
        raise RuntimeError("no model")


class RejectsSeed:
    def __init__(self, seed: int = 0) -> None:
        raise InvalidOption(f"not {seed}")


class PlaysIllegally(Harmless):
    def play(self, view: View) -> Play:
        super().play(view)
        return Play.parse("5 A3>A8") if self._plays == FAULTY_PLAY else super().play(view)


class ReturnsNone(Harmless):
    def play(self, view: View) -> Play:  # noqa: ARG002
        return None  # type: ignore[return-value]


class GivesIllegally(Harmless):
    def give(self, view: View) -> str:  # noqa: ARG002
        return "fold"


class Slow(Harmless):
    def misbehave(self) -> None:
        time.sleep(0.6)


class HangsInSleep(Harmless):
    def misbehave(self) -> None:
        while True:
            time.sleep(1)


class SuspendsProcess(Harmless):
    def misbehave(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class WritesToPipes(Harmless):
    """Writes to all open files, also to the pipe for responses."""

    def misbehave(self) -> None:
        for descriptor in range(3, 20):
            with suppress(OSError):
                os.write(descriptor, b"scribble\n")


class HangsInC(Harmless):
    """Hangs and holds the GIL, so that no other thread of its process runs."""

    def misbehave(self) -> None:
        re.match("(a+)+$", "a" * 64 + "b")


class KillsProcess(Harmless):
    def misbehave(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class KillsProcessOnce(Harmless):
    """Kills its process, but only the first time."""

    def misbehave(self) -> None:
        once = Path(os.environ["FAULTY_BOTS_FOLDER"], "died")
        if not once.exists():
            once.touch()
            os.kill(os.getpid(), signal.SIGKILL)


class ExitsLater(Harmless):
    """Starts a thread that exits the process a little later, most likely while another bot decides."""

    def misbehave(self) -> None:
        threading.Timer(0.1, os._exit, (3,)).start()


class DecidesSlowly(Harmless):
    """Decides slowly, so that it is nearly always its turn."""

    def play(self, view: View) -> Play:
        time.sleep(0.03)
        return super().play(view)


class ExitsIfShared(Harmless):
    """Exits its process if that has another bot of the same class."""

    instances = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        ExitsIfShared.instances += 1

    def misbehave(self) -> None:
        if ExitsIfShared.instances > 1:
            os._exit(1)


class RecordsParent(Harmless):
    """Writes the id of its parent process to a file."""

    def misbehave(self) -> None:
        with Path(os.environ["FAULTY_BOTS_FOLDER"], "parents").open("a") as file:
            file.write(f"{os.getppid()}\n")
        time.sleep(0.05)


class RaisesInvalidText(Harmless):
    """Raises an error whose text is neither valid UTF-8 nor a single line."""

    def misbehave(self) -> None:
        raise ValueError("oh \udcff and \u2028 and \x85 no")


class HangsWithChild(Harmless):
    """Hangs, and has a child process that keeps its pipes open."""

    def misbehave(self) -> None:
        os.fork()
        while True:
            time.sleep(1)


class LeavesThread(Harmless):
    """Leaves a thread running."""

    def misbehave(self) -> None:
        with Path(os.environ["FAULTY_BOTS_FOLDER"], "threads").open("a") as file:
            file.write(f"{os.getpid()}\n")
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


class Prints(Harmless):
    def misbehave(self) -> None:
        print("thinking aloud", flush=True)


class Quick(Harmless):
    """Always makes the first legal play."""

    def play(self, view: View) -> Play:
        return next(iter(legal_plays(view)))
