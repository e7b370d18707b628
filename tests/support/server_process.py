"""Server processes, their commands, logs and metrics, and nginx in front of them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from prometheus_client.parser import text_string_to_metric_families

from doghouse.cli import main

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
TIMEOUT = 60  # seconds to wait for something to happen
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
# Each worker has 2,000 ports, below those that the system hands out. It begins somewhere among them, so that other test
# runs on the same machine hardly ever choose the same ones.
_PORTS = (20_000 + 2_000 * _WORKER + (211 * os.getpid() + number) % 2_000 for number in itertools.count())


def free_port() -> int:
    """Return a port that nobody else gets, not even while its server is down."""
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
        """Start it; with ``DOGHOUSE_CRASH_AT`` it crashes at that point, with ``DOGHOUSE_CLOCK_DAYS`` its clock is
        wrong."""
        modules = {
            "DOGHOUSE_CRASH_AT": "tests.support.crash_points",
            "DOGHOUSE_CLOCK_DAYS": "tests.support.clock",
        }
        module = next((modules[name] for name in environment if name in modules), "doghouse")
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
                raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")
            if self.is_open():
                return self
            time.sleep(0.05)
        raise AssertionError("the server did not start in time")

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
        """Kill the whole process group, bot processes included."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Stop it as a service manager does; return its exit status."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)


def doghouse(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own and wait for it."""
    return subprocess.run(
        [sys.executable, "-m", "doghouse", *words],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env={**os.environ, **environment},
        check=False,
    )


def command(*words: str, **environment: str) -> Result:
    """Run a short command in this process, which is quicker."""
    return CliRunner().invoke(main, words, env=environment)


def get(address: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers (names in lower case) and body of a response, also of an error."""
    request = urllib.request.Request(address + path, headers={n.replace("_", "-"): v for n, v in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, {n.lower(): v for n, v in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {n.lower(): v for n, v in error.headers.items()}, error.read()


def read_metrics(address: str) -> dict[str, float]:
    """Return the metrics, summed over labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(get(address, "/metrics")[2].decode()):
        for sample in family.samples:
            if "le" not in sample.labels:
                found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def log_lines(house: HouseProcess) -> list[dict[str, Any]]:
    """Return the log, without the texts for people in the terminal."""
    return [json.loads(line) for line in house.log.read_text().splitlines() if line.startswith("{")]


def wait_until(holds: Callable[[], bool]) -> None:
    """Poll until a condition holds."""
    end = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


async def until(holds: Callable[[], bool]) -> None:
    """Do the same without blocking the event loop."""
    await asyncio.to_thread(wait_until, holds)


def check_log(house: HouseProcess, forbidden: Iterable[str]) -> None:
    """Check that the log has no warnings or errors, and none of the forbidden texts."""
    text = house.log.read_text()
    token = re.search(r"Admin token \(shown only now\): (\S+)", text)
    assert token is not None
    lines = [line for line in text.splitlines() if line.startswith("{")]
    faults = [line for line in lines if json.loads(line)["level"] not in ("debug", "info")]
    assert not faults, faults[0]
    assert "Traceback" not in text
    logged = "\n".join(lines)
    for word in (*forbidden, token[1]):
        assert word not in logged, f"{word!r} is in the log"


class Nginx:
    """nginx with the configuration of ``deploy``, changed only in addresses and ports."""

    def __init__(self, folder: Path, name: str, houses: list[HouseProcess]) -> None:
        self.folder = folder / name.removesuffix(".conf")
        self.http, self.https = free_port(), free_port()
        shutil.copytree(DEPLOY, self.folder, ignore=shutil.ignore_patterns("certs"))
        for number, house in enumerate(houses, start=1):
            self._replace("house.conf", f"house{number}:8000", f"127.0.0.1:{house.port}")
        self._replace(name, "listen 80;", f"listen 127.0.0.1:{self.http};")
        if "listen 443 ssl;" in (self.folder / name).read_text():
            self._replace(name, "listen 443 ssl;", f"listen 127.0.0.1:{self.https} ssl;")
            self._make_certificate()
        assert NGINX is not None
        own = f"daemon off; pid {self.folder}/pid; error_log stderr;"
        self._words = [NGINX, "-p", str(self.folder), "-c", str(self.folder / name), "-e", "stderr", "-g", own]

    def check(self) -> str:
        """Check the configuration; return the output of nginx."""
        done = subprocess.run([*self._words, "-t"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stderr

    @contextmanager
    def running(self) -> Iterator[None]:
        with (self.folder / "log").open("wb") as log, subprocess.Popen(self._words, stderr=log) as process:
            try:
                wait_until(lambda: self._is_open() or process.poll() is not None)
                assert process.poll() is None, (self.folder / "log").read_text()
                yield
            finally:
                process.terminate()
                process.wait(30)

    def _is_open(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.http)) == 0

    def _replace(self, name: str, old: str, new: str) -> None:
        file = self.folder / name
        text = file.read_text()
        assert text.count(old) == 1, f"{name} should have {old!r} once"
        file.write_text(text.replace(old, new))

    def _make_certificate(self) -> None:
        certs = self.folder / "certs"
        certs.mkdir()
        words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
        words += ["-keyout", str(certs / "privkey.pem"), "-out", str(certs / "fullchain.pem")]
        words += ["-addext", "subjectAltName=IP:127.0.0.1"]
        subprocess.run(words, check=True, capture_output=True)
