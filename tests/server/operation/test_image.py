"""The Docker image and compose file, as far as they can be checked without Docker."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from tests.support.server_process import DEPLOY, HouseProcess

ROOT = DEPLOY.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def words_of(instruction: str) -> list[str]:
    """What an instruction of the last stage says, in its exec form."""
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    (found,) = re.findall(rf"^{instruction}\b[^\[\n]*(\[.*\])$", last, re.MULTILINE)
    words: list[str] = json.loads(found)
    return words


def pins(name: str) -> dict[str, str]:
    lines = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)==([^\s;\\]+)", lines, re.MULTILINE))


def test_copied_files_exist_and_are_not_ignored() -> None:
    allowed = [line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"]
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    sources = [source for line in copied for source in line.split()]
    assert "src" in sources
    for source in sources:
        assert (ROOT / source).exists(), source
        assert any(Path(source).match(pattern) for pattern in allowed), source


def test_image_has_the_tested_versions() -> None:
    """Its packages are pinned to the versions that the tests run with."""
    server, tested = pins("server.lock"), pins("dev.lock")
    assert {"psycopg", "psycopg-binary", "uvicorn", "sqlalchemy"} <= server.keys()
    assert not {"cython", "setuptools", "pytest"} & server.keys()
    assert {name: tested.get(name) for name in server} == server


def test_image_runs_the_server_unprivileged() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert words_of("ENTRYPOINT") + words_of("CMD") == ["doghouse", "serve"]
    for line in ("USER dog", "VOLUME /data", "STOPSIGNAL SIGTERM", "EXPOSE 8000"):
        assert f"\n{line}\n" in last
    assert re.search(r"DOGHOUSE_DATA=/data\b", last)
    assert re.search(r"DOGHOUSE_NO_LAN=1\b", last)  # the container's own address is of no use to others


def test_health_check_of_the_image(own_house: HouseProcess) -> None:
    program, *words = words_of("HEALTHCHECK")
    assert program == "python"

    def check() -> int:
        environment = {**os.environ, "DOGHOUSE_PORT": str(own_house.port)}
        return subprocess.run([sys.executable, *words], env=environment, capture_output=True, check=False).returncode

    assert check() == 0
    own_house.stop()
    assert check() == 1


def test_compose_matches_the_proxy_config() -> None:
    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    assert set(services) == {"postgres", "house1", "house2", "proxy"}
    for name in ("house1", "house2"):
        house = services[name]
        assert f"server {name}:8000 " in (DEPLOY / "house.conf").read_text(encoding="utf-8")
        assert house["depends_on"] == {"postgres": {"condition": "service_healthy"}}
        assert house["environment"]["DOGHOUSE_PROXIES"] == services["proxy"]["networks"]["inside"]["ipv4_address"]
        assert house["environment"]["DOGHOUSE_PUBLIC_URL"] == "${DOGHOUSE_PUBLIC_URL:-}"  # links follow the page
        assert "ports" not in house  # only the proxy is reached from outside
    assert services["postgres"]["healthcheck"]["test"][1] == "pg_isready"
    assert services["postgres"]["volumes"] == ["postgres:/var/lib/postgresql/data"]
    assert "postgres" in compose["volumes"]
    assert services["proxy"]["volumes"] == ["./deploy:/etc/doghouse:ro"]
