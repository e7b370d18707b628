"""Real server processes, and a real PostgreSQL, for the tests."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_PORTS = itertools.count(20_000 + 2_000 * _WORKER)


def free_port() -> int:
    """A port that nobody else gets, also while its house is closed: below those that the system hands out."""
    while True:
        port = next(_PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def children_of(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


class HouseProcess:
    """A ``doghouse serve`` that can be killed and started again on the same port and data."""

    def __init__(self, data: Path, *options: str, port: int | None = None, database: str | None = None) -> None:
        self.data = data
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = data.with_suffix(f".{self.port}.log")
        self._options = ["--bot-pause", "0", "--fold-pause", "0", "--thinkers", "1", "--no-qr", *options]
        if database is not None:
            self._options += ["--database", database]
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start it; with ``DOGHOUSE_CRASH_AT`` it kills itself at that point."""
        module = "tests.support.crashing_server" if "DOGHOUSE_CRASH_AT" in environment else "doghouse"
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data), *self._options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                stdout=log,
                stderr=log,
                env={**os.environ, **environment},
                cwd=ROOT,
                start_new_session=True,
            )
        return self.process

    def start(self, **environment: str) -> HouseProcess:
        """Start it and wait until it is open."""
        process = self.begin(**environment)
        for _try in range(600):
            if process.poll() is not None:
                raise AssertionError(f"the house did not open: {self.log.read_text()[-2000:]}")
            if self.is_open():
                return self
            time.sleep(0.05)
        raise AssertionError("the house did not open in time")

    def is_open(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    @property
    def has_died(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def kill(self) -> None:
        """The whole process group dies at once, thinkers included."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Stop it as a service manager does; its exit status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)


class Postgres:
    """A PostgreSQL of our own on a socket and port of its own."""

    def __init__(self, folder: Path) -> None:
        self._programs = _programs()
        self._folder = folder
        self.port = free_port()

    def start(self) -> Postgres:
        self._folder.mkdir(mode=0o700)
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self._folder, "postgres", "postgres")
            for parent in list(self._folder.parents)[:3]:
                if parent.stat().st_uid == 0 and parent != Path("/") and parent != Path("/tmp"):
                    parent.chmod(0o755)
        data = self._folder / "data"
        self._run("initdb", "-D", str(data), "-U", "dog", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        with (data / "postgresql.conf").open("a") as settings:
            settings.write(f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\n")
            settings.write("max_connections=200\n")
            settings.write("fsync=off\n")  # it dies here often, the machine under it never
        self.restart(first=True)
        return self

    def restart(self, first: bool = False) -> None:
        words = ["-D", str(self._folder / "data"), "-w", "-l", str(self._folder / "log")]
        if not first:
            self._run("pg_ctl", *words, "-m", "fast", "stop")
        self._run("pg_ctl", *words, "start")

    def database(self, name: str) -> str:
        """The URL of a new database."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "dog", name)
        return f"postgresql://dog@127.0.0.1:{self.port}/{name}"

    def hang(self) -> None:
        """From now on it answers nothing, and nobody is told so."""
        self._tell(signal.SIGSTOP)

    def go_on(self) -> None:
        self._tell(signal.SIGCONT)

    def _tell(self, told: signal.Signals) -> None:
        first = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        for pid in (first, *children_of(first)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, told)

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        subprocess.run(
            [str(self._programs / program), *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else [],
        )


@contextlib.contextmanager
def open_postgres() -> Iterator[Postgres]:
    """A PostgreSQL in a folder of its own, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="doghouse-pg-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder) / "server").start()
        yield server
        server.stop()


def _programs() -> Path:
    """Where PostgreSQL's programs are; ``make test`` installs them if they are missing."""
    found = shutil.which("initdb")
    if found is not None and shutil.which("createdb"):
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: int(place.parent.name))
    if not places:
        raise AssertionError("the tests need PostgreSQL: make test installs it, or apt-get install postgresql")
    return places[-1]
