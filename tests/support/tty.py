"""A real terminal for a real process."""

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path

PATIENCE = 20.0
# The process takes the terminal as its own, so that Ctrl-C reaches it.
START = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from doghouse.cli import main; main()"


class Terminal:
    def __init__(self, *arguments: str, cwd: Path, environment: Mapping[str, str] | None = None) -> None:
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *arguments],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd, start_new_session=True, close_fds=True,
            env={**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **(environment or {})},
        )  # fmt: skip
        os.close(slave)
        self.raw = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """All output so far, without colours."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.raw).replace("\r", "")

    def wait_for(self, expected: str, after: int = 0) -> int:
        """Read until the text appears; where it ends, to wait for what follows."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.text.find(expected, after)) < 0:
            if not self._read(deadline):
                raise AssertionError(f"{expected!r} did not appear after {after} in:\n{self.text}")
        return found + len(expected)

    def type(self, line: str) -> int:
        """Type a line; where the output was then."""
        before = len(self.text)
        os.write(self._master, f"{line}\n".encode())
        return before

    def interrupt(self) -> int:
        """Ctrl-C, not quite as soon as the prompt appears: readline loses a signal that comes before it waits."""
        before = len(self.text)
        time.sleep(0.2)
        os.write(self._master, b"\x03")
        return before

    def end_of_input(self) -> None:
        os.write(self._master, b"\x04")

    def exit_code(self) -> int:
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(PATIENCE)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the process has closed the terminal
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)
