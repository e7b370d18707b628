"""Addresses in links and in the startup banner."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from doghouse.server.http.addresses import lan_address, replace_loopback
from doghouse.server.settings import Settings
from doghouse.server.startup_banner import qr_code, startup_banner
from tests.support.server_process import HouseProcess


@pytest.mark.parametrize("here", ["localhost", "127.0.0.1", "[::1]"])
def test_loopback_name_becomes_lan_address(here: str) -> None:
    assert replace_loopback(f"{here}:8000") == f"{lan_address()}:8000"
    assert replace_loopback(here) == lan_address()


@pytest.mark.parametrize("place", ["192.168.1.20:8000", "dog.example.org", "dog.example.org:443"])
def test_other_hosts_stay(place: str) -> None:
    assert replace_loopback(place) == place


@pytest.mark.parametrize(
    ("host", "address"), [("192.0.2.2", "http://192.0.2.2:8123"), ("2001:db8::2", "http://[2001:db8::2]:8123")]
)
def test_banner_shows_the_only_address(host: str, address: str) -> None:
    told = startup_banner(Settings(host=host), 8123, with_qr=True)
    assert told.startswith(f"Doghouse is running: {address}\n{qr_code(address)}\n")
    assert "localhost" not in told


def test_banner_in_container_shows_no_address() -> None:
    told = startup_banner(Settings(no_lan=True), 8000, with_qr=True)
    assert told.startswith("Doghouse is running on port 8000 of this container or machine.\n")
    assert "DOGHOUSE_PUBLIC_URL" in told
    assert "http://" not in told
    public = "http://192.168.1.20:9000"
    told = startup_banner(Settings(no_lan=True, public_url=public), 8000, with_qr=True)
    assert f"For everyone else:  {public}\n{qr_code(public)}" in told


@pytest.mark.parametrize(
    ("options", "host", "links"),
    [
        ((), "localhost:{port}", "http://{lan}:{port}"),
        ((), "192.168.1.5:8080", "http://192.168.1.5:8080"),
        (("--no-lan",), "localhost:{port}", "http://localhost:{port}"),
        (("--no-lan",), "192.168.1.5:8080", "http://192.168.1.5:8080"),
        (("--no-lan", "--public-url", "https://dog.example.org"), "localhost:{port}", "https://dog.example.org"),
    ],
)
def test_links_use_the_address_in_the_browser(tmp_path: Path, options: tuple[str, ...], host: str, links: str) -> None:
    house = HouseProcess(tmp_path / "data", "--host", "0.0.0.0", *options)
    house.start(**{} if "--public-url" in options else {"DOGHOUSE_PUBLIC_URL": ""})  # as compose does without one
    try:
        asked = {"headers": {"Host": host.format(port=house.port)}, "json": {}, "timeout": 30}
        made = httpx.post(f"{house.address}/api/tables", **asked).json()  # type: ignore[arg-type]
        del asked["json"]
        told = httpx.get(f"{house.address}/api/tables/{made['code']}/links", **asked).json()  # type: ignore[arg-type]
    finally:
        house.kill()
    assert told == made
    assert made["link"] == f"{links.format(port=house.port, lan=lan_address())}/t/{made['code']}"
