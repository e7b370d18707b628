"""Faulty bots, and some that show what happens inside; worker processes load them by entry points."""

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

SOON = 3  # number of the play with which the trouble begins


class Calm(RandomBot):
    """Random, until its trouble begins."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._made = 0

    def play(self, view: View) -> Play:
        self._made += 1
        if self._made == SOON:
            self.trouble()
        return super().play(view)

    def trouble(self) -> None:
        pass


class Crashing(Calm):
    def trouble(self) -> None:
        raise ValueError("oh no")


class Wordless(Calm):
    """The text of its error raises."""

    def trouble(self) -> None:
        class Untold(Exception):
            def __str__(self) -> str:
                raise ValueError

        raise Untold


class Leaving(Calm):
    def trouble(self) -> None:
        raise SystemExit("enough")


class Unmakeable:
    def __init__(self, seed: int = 0) -> None:  # noqa: ARG002
        raise RuntimeError("no model")


class Choosy:
    def __init__(self, seed: int = 0) -> None:
        raise InvalidOption(f"not {seed}")


class Illegal(Calm):
    def play(self, view: View) -> Play:
        super().play(view)
        return Play.parse("5 A3>A8") if self._made == SOON else super().play(view)


class Speechless(Calm):
    def play(self, view: View) -> Play:  # noqa: ARG002
        return None  # type: ignore[return-value]


class Stingy(Calm):
    def give(self, view: View) -> str:  # noqa: ARG002
        return "fold"


class Slow(Calm):
    def trouble(self) -> None:
        time.sleep(0.6)


class Sleeping(Calm):
    def trouble(self) -> None:
        while True:
            time.sleep(1)


class Halting(Calm):
    def trouble(self) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)


class Scribbling(Calm):
    """Writes to all open files, also to the pipe for responses."""

    def trouble(self) -> None:
        for place in range(3, 20):
            with suppress(OSError):
                os.write(place, b"scribble\n")


class Brooding(Calm):
    """Hangs and holds the GIL, so that no other thread of its process runs."""

    def trouble(self) -> None:
        re.match("(a+)+$", "a" * 64 + "b")


class Dying(Calm):
    def trouble(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Unlucky(Calm):
    """Its process dies, but only once."""

    def trouble(self) -> None:
        once = Path(os.environ["STRANGE_FOLDER"], "died")
        if not once.exists():
            once.touch()
            os.kill(os.getpid(), signal.SIGKILL)


class Poisonous(Calm):
    """Its thread ends the process a little later, most likely while another bot decides."""

    def trouble(self) -> None:
        threading.Timer(0.1, os._exit, (3,)).start()


class Dawdling(Calm):
    """Decides slowly, so that it is nearly always its turn."""

    def play(self, view: View) -> Play:
        time.sleep(0.03)
        return super().play(view)


class Crowded(Calm):
    """Ends its process if that has another bot of the same class."""

    here = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        Crowded.here += 1

    def trouble(self) -> None:
        if Crowded.here > 1:
            os._exit(1)


class Telling(Calm):
    """Writes the id of its parent process to a file."""

    def trouble(self) -> None:
        with Path(os.environ["STRANGE_FOLDER"], "parents").open("a") as file:
            file.write(f"{os.getppid()}\n")
        time.sleep(0.05)


class Unspeakable(Calm):
    """The text of its error is neither valid UTF-8 nor a single line."""

    def trouble(self) -> None:
        raise ValueError("oh \udcff and \u2028 and \x85 no")


class Forking(Calm):
    """Hangs, and has a child process that keeps its pipes open."""

    def trouble(self) -> None:
        os.fork()
        while True:
            time.sleep(1)


class Pondering(Calm):
    """Leaves a thread running."""

    def trouble(self) -> None:
        with Path(os.environ["STRANGE_FOLDER"], "ponders").open("a") as file:
            file.write(f"{os.getpid()}\n")
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()


class Chatty(Calm):
    def trouble(self) -> None:
        print("thinking aloud", flush=True)


class Quick(Calm):
    """Always makes the first legal play."""

    def play(self, view: View) -> Play:
        return next(iter(legal_plays(view)))
