"""Options, the startup banner, security headers, and docs/running.md."""

from __future__ import annotations

import asyncio
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import httpx
import pytest
import segno
from click.core import ParameterSource

from doghouse.server.client import Person
from doghouse.server.command import backup, restore, serve
from doghouse.server.house import House
from doghouse.server.http.access import Access
from doghouse.server.http.addresses import lan_address
from doghouse.server.http.app import make_app
from doghouse.server.http.identity import open_identity
from doghouse.server.http.security_headers import HEADERS
from doghouse.server.metrics import Metrics
from doghouse.server.settings import Settings
from doghouse.server.startup_banner import startup_banner
from tests.support.database import Postgres, new_database, run_sql, url_of
from tests.support.players import table_of
from tests.support.server_process import TIMEOUT, HouseProcess, command, free_port, get, wait_until

PAGE = (Path(__file__).parents[3] / "docs" / "running.md").read_text(encoding="utf-8")
VALUES = {  # what to say for an option, and what comes of it
    "host": ("127.0.0.1", "127.0.0.1"),
    "port": ("8123", 8123),
    "data": ("/tmp/dogs", Path("/tmp/dogs")),
    "database": ("postgresql://dog@127.0.0.1/dog", "postgresql://dog@127.0.0.1/dog"),
    "public_url": ("https://dog.example.org", "https://dog.example.org"),
    "bot_pause": ("0.25", 0.25),
    "fold_pause": ("0.5", 0.5),
    "away": ("7", 7.0),
    "thinkers": ("3", 3),
    "keep_unfinished": ("5", 5),
    "proxies": ("10.0.0.0/8", "10.0.0.0/8"),
    "per_address": ("9", 9),
    "log_level": ("debug", "debug"),
    "no_qr": ("1", True),
}


def options_of(command: click.Command) -> list[click.Option]:
    return [option for option in command.params if isinstance(option, click.Option)]


@pytest.mark.parametrize("command", [serve, backup, restore], ids=lambda command: str(command.name))
def test_every_option_has_an_environment_variable(command: click.Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for option in options_of(command):
        assert option.envvar == f"DOGHOUSE_{option.name}".upper()
        assert option.help, option.name
        said, comes = VALUES.get(str(option.name), ("1", True))
        monkeypatch.setenv(str(option.envvar), said)
        context = command.make_context(str(command.name), [__file__] if command is not serve else [])
        assert context.get_parameter_source(str(option.name)) == ParameterSource.ENVIRONMENT
        assert context.params[str(option.name)] == comes


def test_running_page_lists_every_option_and_metric() -> None:
    named = re.findall(r"^\| `--([a-z-]+)` \| `(DOGHOUSE_[A-Z_]+)` \|", PAGE, re.MULTILINE)
    rows = dict(named)
    assert len(named) == len(rows)  # each of them once
    options = {option.opts[0].removeprefix("--"): option.envvar for option in options_of(serve)}
    assert {name: rows.get(name) for name in options} == options
    figures = re.findall(r"^\| `(doghouse_[a-z_]+)` \|", PAGE, re.MULTILINE)
    families = {family.name: family.type for family in Metrics().registry.collect()}
    assert sorted(figures) == sorted(f"{n}_total" if kind == "counter" else n for n, kind in families.items())


def test_server_starts_from_environment_variables(tmp_path: Path) -> None:
    port = free_port()
    variables = {
        "DOGHOUSE_HOST": "127.0.0.1",
        "DOGHOUSE_PORT": str(port),
        "DOGHOUSE_DATA": str(tmp_path / "data"),
        "DOGHOUSE_PUBLIC_URL": "https://dog.example.org",
        "DOGHOUSE_THINKERS": "1",
        "DOGHOUSE_LOG_LEVEL": "warning",
    }
    words = [sys.executable, "-m", "doghouse", "serve"]
    with subprocess.Popen(words, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True) as process:
        try:
            wait_until(lambda: process.poll() is not None or _is_open(port))
            status, headers, _body = get(f"http://127.0.0.1:{port}", "/api/me")
            assert status == 200
            assert "; secure" in headers["set-cookie"].lower()
            assert headers["strict-transport-security"] == "max-age=31536000"
            assert (tmp_path / "data" / "doghouse.db").exists()
        finally:
            process.terminate()
        said, _nothing = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert said.startswith("Admin token (shown only now): ")
    assert f"Doghouse is running: http://localhost:{port}\n" in said
    assert "For everyone else:  https://dog.example.org\n" in said
    assert _qr("https://dog.example.org") in said


def _is_open(port: int) -> bool:
    try:
        return get(f"http://127.0.0.1:{port}", "/healthz")[0] == 200
    except OSError:
        return False


def _qr(address: str) -> str:
    picture = io.StringIO()
    segno.make(address, error="l").terminal(picture, compact=True, border=2)
    return picture.getvalue()


def test_banner_has_the_lan_address() -> None:
    lan = f"http://{lan_address()}:8000"
    assert re.fullmatch(r"http://(\d+\.\d+\.\d+\.\d+|localhost):8000", lan)
    everywhere = startup_banner(Settings(), 8000, with_qr=True)
    assert f"For everyone else:  {lan}\n{_qr(lan)}" in everywhere
    assert _qr(lan) not in startup_banner(Settings(), 8000, with_qr=False)
    for host in ("127.0.0.1", "::1", "localhost"):
        here, *rest = startup_banner(Settings(host=host), 8000, with_qr=True).splitlines()
        assert (here, len(rest)) == ("Doghouse is running: http://localhost:8000", 1)


def test_port_in_use_is_reported(own_house: HouseProcess, tmp_path: Path) -> None:
    words = ["serve", "--host", "127.0.0.1", "--port", str(own_house.port), "--data", str(tmp_path / "other")]
    refused = subprocess.run(
        [sys.executable, "-m", "doghouse", *words], capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    assert refused.returncode == 1
    told = f"Error: cannot listen on 127.0.0.1:{own_house.port}: Address already in use\n"
    assert refused.stderr == told
    assert not (tmp_path / "other" / "doghouse.db").exists()


@pytest.mark.parametrize(
    "url",
    ["dog.example.org", "ftp://dog.example.org", "https://", "https://example.org/dog", "http://[", "http://x:port"],
)
def test_invalid_public_url_is_rejected(url: str) -> None:
    with pytest.raises(click.BadParameter, match=r"expected a URL like https://dog\.example\.org"):
        serve.make_context("serve", ["--public-url", url])


@pytest.mark.parametrize("option", ["--bot-pause", "--fold-pause", "--away"])
@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "-1", "1e300", "soon"])
def test_invalid_pause_is_rejected(option: str, seconds: str) -> None:
    with pytest.raises(click.BadParameter, match=r"seconds|range|valid"):
        serve.make_context("serve", [option, seconds])


@pytest.mark.parametrize("proxies", ["nonsense", "127.0.0.1,", "", "10.0.0.1/8", "10.0.0.0/33", "proxy:8000", "*,::1"])
def test_invalid_proxies_are_rejected(proxies: str) -> None:
    with pytest.raises(click.BadParameter, match=r"like 127\.0\.0\.1,10\.0\.0\.0/8"):
        serve.make_context("serve", ["--proxies", proxies])


@pytest.mark.parametrize("proxies", ["*", "127.0.0.1", "127.0.0.1, 10.0.0.0/8,::1,fd00::/8"])
def test_valid_proxies_are_accepted(proxies: str) -> None:
    assert serve.make_context("serve", ["--proxies", proxies]).params["proxies"] == proxies


def test_invalid_option_is_reported_in_one_line() -> None:
    for words in (("--public-url", "http://["), ("--bot-pause", "nan"), ("--proxies", "nonsense")):
        told = command("serve", *words)
        assert told.exit_code == 2
        (line,) = [line for line in told.output.splitlines() if line.startswith("Error: ")]
        assert words[0] in line


# Every kind of answer, and what it must have.
ANSWERS: list[tuple[str, str, dict[str, str], int]] = [
    ("GET", "/", {}, 200),
    ("GET", "/verify", {}, 200),
    ("GET", "/t/ABCDEF", {}, 200),
    ("GET", "/web/index.html", {}, 200),
    ("GET", "/web/nothing.js", {}, 404),
    ("GET", "/web/../server/app.py", {}, 404),
    ("GET", "/nothing", {}, 404),
    ("PUT", "/api/me", {}, 405),
    ("GET", "/api/about", {}, 200),
    ("GET", "/api/me", {}, 200),
    ("GET", "/api/tables/NOBODY", {}, 404),
    ("POST", "/api/tables", {"content": "{"}, 400),
    ("GET", "/api/admin/tables", {}, 403),
    ("GET", "/ws/ABCDEF", {}, 404),
    ("GET", "/healthz", {}, 200),
    ("GET", "/metrics", {}, 200),
]


def test_every_response_has_security_headers(own_house: HouseProcess) -> None:
    with httpx.Client(base_url=own_house.address, timeout=30) as client:
        for method, path, extra, status in ANSWERS:
            answer = client.request(method, path, **extra)  # type: ignore[arg-type]
            assert answer.status_code == status, path
            _check_headers(answer)


def _check_headers(answer: httpx.Response) -> None:
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, answer.url
    assert "server" not in answer.headers
    assert "strict-transport-security" not in answer.headers  # it is not open by TLS
    if answer.headers.get("content-type", "").startswith("application/json") and "/api/" in str(answer.url):
        assert answer.headers["cache-control"] == "no-store"


def test_internal_error_has_security_headers_and_no_details(tmp_path: Path) -> None:
    async def fail() -> None:
        house = House(Settings(data=tmp_path))
        await house.open()
        identity, _token = await open_identity(house.store)

        def broken() -> bytes:
            raise RuntimeError("a secret")

        house.metrics.text = broken  # type: ignore[method-assign]
        transport = httpx.ASGITransport(make_app(Access(house, identity)), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            answer = await client.get("/metrics")
        assert answer.status_code == 500
        assert answer.text == "Internal Server Error"
        _check_headers(answer)
        await house.close()

    asyncio.run(fail())


def test_documented_sql_deletes_a_person(postgres: Postgres, tmp_path: Path) -> None:
    (block,) = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    statements = [statement for statement in block.split(";\n") if statement.strip()]
    for place, database in enumerate((None, new_database(postgres))):
        house = HouseProcess(tmp_path / f"house{place}", database=database).start()
        url = url_of(house.data, database)

        async def play(house: HouseProcess = house) -> tuple[str, str]:
            gone, stays = [(await table_of(house.address, 1))[0] for _table in range(2)]
            for client in (gone, stays):
                await client.close()
            return gone.code, stays.code

        gone, stays = asyncio.run(play())
        house.stop()
        (guest,) = run_sql(url, "SELECT guest FROM seats WHERE code = :code", code=gone)
        for statement in statements:
            _ask_as_told(url, statement, guest)
        assert run_sql(url, "SELECT DISTINCT code FROM events") == [stays]
        assert run_sql(url, "SELECT count(*) FROM guests") == [1]
        assert not any(guest in str(row) for row in run_sql(url, "SELECT event FROM events"))


def _ask_as_told(url: str, statement: str, guest: str) -> None:
    if url.startswith("sqlite"):
        import sqlite3

        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(statement, {"guest": guest})
        connection.close()
    else:
        run_sql(url, statement, guest=guest)


def test_documented_sql_resets_the_admin_token(own_house: HouseProcess) -> None:
    (statement,) = re.findall(r"`(DELETE FROM house [^`]+)`", PAGE)
    own_house.stop()
    run_sql(url_of(own_house.data), statement)
    own_house.start()
    tokens = re.findall(r"Admin token \(shown only now\): (\S+)", own_house.log.read_text())
    assert len(tokens) == 2
    answers = [get(own_house.address, "/api/admin/tables", Authorization=f"Bearer {token}")[0] for token in tokens]
    assert answers == [403, 200]


def test_players_can_download_records(own_house: HouseProcess) -> None:
    """Their games are listed for each of them, and for nobody else."""

    async def look() -> None:
        clients = await table_of(own_house.address, 2)
        stranger = await Person(own_house.address).introduce("Stranger")
        for client in clients:
            listed: list[dict[str, Any]] = await client.person.request("GET", "/api/me/games")
            assert [(table["code"], table["you"]) for table in listed] == [(client.code, client.state["you"])]
        assert await stranger.request("GET", "/api/me/games") == []
        for client in clients:
            await client.close()

    asyncio.run(look())
