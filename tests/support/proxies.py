"""A real nginx with the configuration of ``deploy``, in front of processes of this machine."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.operating import wait_until
from tests.support.server_process import HouseProcess, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


class Nginx:
    """The configuration as it is delivered, but for where the processes are and which ports are free."""

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
        """What nginx says of its configuration."""
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
