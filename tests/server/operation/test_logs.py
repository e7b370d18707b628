"""Logs and metrics: useful to the operator, without names or cards."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from doghouse.server.client import NotAllowed, TableClient
from doghouse.server.logs import JsonLines
from tests.support.clients import TableSocket
from tests.support.database import new_database, run_sql, url_of
from tests.support.players import play_on, table_of
from tests.support.server_process import HouseProcess, get, log_lines, read_metrics

KEYS = {
    "at",
    "level",
    "from",
    "what",
    "table",
    "number",
    "connections",
    "refusal",
    "port",
    "database",
    "version",
    "tables",
}
NAMES = ("Zwiebelprinzessin", "Rumpelstilz")


async def _play_and_misbehave(house: HouseProcess) -> tuple[TableClient, list[str]]:
    """A game with all that may come up in a log; and words that must not."""
    clients = await table_of(house.address, 2, rules={"players": 2})
    host = clients[0]
    secrets = [client.person.cookie for client in clients]
    for client, name in zip(clients, NAMES, strict=True):
        await client.person.introduce(name)
        await client.act("name", f"my-name-is-{name}", name=name)
    await host.act("seed", "seed-id", seed="my-own-secret-seed")
    link = await host.person.request("POST", f"/api/tables/{host.code}/move", {})
    secrets += [link["link"].rpartition("/")[2], "my-own-secret-seed", "seed-id", "my-name-is"]
    with pytest.raises(NotAllowed):
        await host.person.request("POST", "/api/move", {"token": "forged-token"})
    get(
        house.address,
        f"/api/admin/tables?{NAMES[0]}",
        Authorization="Bearer forged-admin-token",
        Cookie="forged-cookie",
    )
    async with TableSocket(host.person, host.code) as socket:
        await socket.send("forged-frame")
        await socket.send('{"type": "say", "id": "forged-id", "phrase": "forged-phrase"}')
        await socket.hello()
    await host.act("start", "start")
    await host.until(lambda: host.state["status"] == "playing")
    with pytest.raises(NotAllowed):
        await host.act("play", "bad-play", after=host.number, play="K A->A0 forged")
    await asyncio.gather(*(play_on(client, random.Random(place), f"p{place}") for place, client in enumerate(clients)))
    for client in clients:
        await client.close()
    return host, [*secrets, *NAMES, "forged", "bad-play"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_logs_contain_no_names_or_plays(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = new_database(request.getfixturevalue("postgres")) if kind == "postgresql" else None
    house = HouseProcess(tmp_path / "data", "--log-level", "debug", database=database).start()
    try:
        host, words = asyncio.run(_play_and_misbehave(house))
        url = url_of(house.data, database)
        house.stop()
    finally:
        house.kill()
    lines = log_lines(house)
    told = [line["what"] for line in lines]
    for what in ("open", "the table is waiting", "the table is playing", "the table is over", "closed"):
        assert what in told
    opened = told.count("connection opened")  # one more if a long game was played too fast for the house
    assert opened == told.count("connection closed") >= 3
    assert {line["refusal"] for line in lines if line["what"] in ("refused", "request refused")} >= {
        "not_a_message",
        "not_notation",
        "bad_link",
        "not_admin",
    }
    of_table = [line for line in lines if line.get("table") == host.code]
    assert {line["level"] for line in of_table} == {"info", "debug"}
    _check_silence(house, url, words)


def _check_silence(house: HouseProcess, url: str, words: list[str]) -> None:
    """Every line is a line of JSON with known parts, or the greeting; no secret and no play is in any of them."""
    text = house.log.read_text()
    (token,) = re.findall(r"Admin token \(shown only now\): (\S+)\n", text)
    rest = text.replace(f"Admin token (shown only now): {token}\n", "")
    for line in log_lines(house):
        assert set(line) <= KEYS, line
    greeting = [line for line in rest.splitlines() if not line.startswith("{")]
    assert [line.split(":")[0] for line in greeting] == [
        "Doghouse is running",
        "Press Ctrl-C to stop it; games go on when it starts again.",
    ]
    events = [json.loads(event) for event in run_sql(url, "SELECT event FROM events")]
    plays = {event["play"] for event in events if len(event.get("play", "")) > 4}
    guests = run_sql(url, "SELECT id FROM guests")
    kept = run_sql(url, "SELECT secret FROM tables") + run_sql(url, "SELECT value FROM house")
    assert len(plays) > 20
    for word in [token, *words, *plays, *guests, *kept]:
        assert word not in rest, word


def test_errors_are_logged_without_their_texts() -> None:
    """What an error says may have a name or a card in it, and so may what it came from."""

    def play_card() -> None:
        try:
            raise ValueError("the hand is K 7 7")
        except ValueError as error:
            raise RuntimeError("Anna cannot play K") from error

    try:
        play_card()
    except RuntimeError:
        record = logging.LogRecord("doghouse", logging.ERROR, __file__, 1, "a duty failed", (), sys.exc_info())
    line: dict[str, Any] = json.loads(JsonLines().format(record))
    assert line["what"] == "a duty failed"
    assert "in play_card" in line["error"]
    assert "RuntimeError" in line["error"]
    assert "ValueError" in line["error"]
    told = re.sub(r"^    .*$", "", line["error"], flags=re.MULTILINE)  # but for the lines of the source itself
    assert "Anna" not in told
    assert "K 7 7" not in told


def test_metrics_of_a_game(own_house: HouseProcess) -> None:
    assert set(read_metrics(own_house.address).values()) <= {0.0} | set(_times(own_house))

    async def play() -> tuple[TableClient, int, dict[str, float]]:
        (client,) = await table_of(own_house.address, 1)
        await client.act("start", "start", fill="puppy")
        decisions = await play_on(client, random.Random(1), "p")
        await client.until(lambda: client.state["status"] == "over")
        for _try in range(2):
            with pytest.raises(NotAllowed):
                await client.act("start", "again")
        during = await asyncio.to_thread(read_metrics, own_house.address)
        await client.close()
        return client, decisions, during

    client, decisions, during = asyncio.run(play())
    url = url_of(own_house.data)
    events = [json.loads(event) for event in run_sql(url, "SELECT event FROM events")]
    assert events[-1]["type"] == "revealed"
    by_bots = sum(event.get("by") == "bot" and event.get("play") != "fold" for event in events)
    assert during["doghouse_events_total"] in (len(events), len(events) - 1)  # the seed is revealed a moment later
    assert during["doghouse_thinking_seconds_count"] == by_bots
    assert during["doghouse_thinking_seconds_sum"] > 0
    assert during["doghouse_refusals_total"] == len(client.refused)
    assert during["doghouse_acknowledge_seconds_count"] == decisions + 2  # and to sit, and to start
    assert during["doghouse_connections"] == 1
    assert during["doghouse_tables"] == 1
    after = read_metrics(own_house.address)
    assert after["doghouse_events_total"] == len(events)
    status, headers, _body = get(own_house.address, "/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain; version=")


def _times(house: HouseProcess) -> list[float]:
    """Return the creation times, which are among the metrics too."""
    return [value for name, value in read_metrics(house.address).items() if name.endswith("_created")]
