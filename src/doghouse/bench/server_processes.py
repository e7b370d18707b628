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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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


@contextmanager
def serve(processes: int, database: str | None, *options: str) -> Iterator[list[ServerProcess]]:
    """Run processes that serve the same tables."""
    with tempfile.TemporaryDirectory(prefix="doghouse-bench-") as folder:
        servers = [ServerProcess(Path(folder), database, *options) for _process in range(processes)]
        try:
            for server in servers:
                server.wait()
            yield servers
        finally:
            for server in servers:
                server.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
