"""Server processes under test: start them on loopback with temporary data, and read their CPU time and memory."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType


class ServerProcess:
    """A running ``doghouse serve``."""

    def __init__(self, data: Path, database: str | None, *options: str) -> None:
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(data), "--no-qr"]
        arguments += ["--thinkers", "1", "--per-address", "100000", "--fold-pause", "0", "--log-level", "warning"]
        arguments += options
        if database is not None:
            arguments += ["--database", database]
        self._process = subprocess.Popen([sys.executable, "-m", "doghouse", *arguments], stdout=subprocess.DEVNULL)

    def wait(self) -> None:
        """Wait until it answers."""
        for _try in range(600):
            if self._process.poll() is not None:
                raise RuntimeError("the server exited at startup")
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise RuntimeError(f"no answer from {self.address}")

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident memory in bytes."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()


class ServerProcesses:
    """Processes that serve the same tables."""

    def __init__(self, processes: int, database: str | None, *options: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="doghouse-bench-")
        self.all = [ServerProcess(Path(self._folder.name), database, *options) for _process in range(processes)]
        for server in self.all:
            server.wait()

    def cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self.all)

    def memory(self) -> int:
        return sum(server.memory() for server in self.all)

    def __enter__(self) -> ServerProcesses:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for server in self.all:
            server.stop()
        self._folder.cleanup()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
