"""Several processes on one PostgreSQL serve the same tables, and any one may fail."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.support.database import END_LISTENERS, LISTENERS, Postgres, new_database, run_sql, url_of
from tests.support.players import decision, is_to_decide
from tests.support.server_process import log_lines, read_metrics, until
from tests.support.two_processes import (
    DualConnection,
    Pair,
    check_same_messages,
    clients_of,
    close_all,
    pair_on,
    play_out,
    spread_table,
    start,
)

GAMES = [({"rules": {"players": 2}}, 2), ({}, 2), ({"rules": {"players": 6, "teams": "trios", "quick_start": True}}, 5)]


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with pair_on(new_database(postgres), tmp_path_factory.mktemp("pair")) as running:
        yield running


@pytest.mark.parametrize(("table_request", "people"), GAMES)
def test_whole_games_through_two_processes(pair: Pair, table_request: dict[str, object], people: int) -> None:
    async def play() -> str:
        connections = await spread_table(pair, people, **table_request)
        await start(connections)
        await play_out(connections)
        check_same_messages(connections)
        await close_all(connections)
        return connections[0].own.code

    before = _figures(pair)
    events = [json.loads(event) for event in pair.events(asyncio.run(play()))]
    assert events[-1]["type"] == "revealed"
    bots = sum(event.get("by") == "bot" and event.get("play") != "fold" for event in events)
    now = _figures(pair)
    thought = now["doghouse_thinking_seconds_count"] - before["doghouse_thinking_seconds_count"]
    assert bots <= thought <= bots * 1.5 + 5  # both think only where people act through both at the same moment
    assert now["doghouse_events_total"] - before["doghouse_events_total"] == len(events)


def _figures(pair: Pair) -> Counter[str]:
    """Return the metrics of both processes together."""
    total: Counter[str] = Counter()
    for house in pair.houses:
        total.update(read_metrics(house.address))
    return total


def test_concurrent_decisions_in_two_processes_count_once(pair: Pair) -> None:
    """The same person decides through both processes at the same moment: the key (table, number) lets one in."""

    async def play() -> str:
        connections = await spread_table(pair, 2, rules={"players": 2})
        await start(connections)
        lost = []
        for turn in range(60):
            dual = await _to_decide(connections)
            lost.append(await _decide_twice(dual, turn))
        assert set(lost) <= {"stale", "illegal"}
        assert "stale" in lost
        await _all_have(connections, (await _to_decide(connections)).own.number)  # nobody is about to fold
        check_same_messages(connections)
        await close_all(connections)
        return connections[0].own.code

    kept = [json.loads(event) for event in pair.events(asyncio.run(play()))]
    assert sum(event["type"] in ("gave", "played") and event.get("play") != "fold" for event in kept) == 60


async def _to_decide(connections: list[DualConnection]) -> DualConnection:
    """Wait for somebody who has to decide and whose sockets both know it."""
    while True:
        for dual in connections[:-1]:
            if is_to_decide(dual.own):
                number = dual.own.number
                await dual.other.until(lambda dual=dual, number=number: dual.other.number >= number)  # type: ignore[misc]
                if dual.own.number == number == dual.other.number:
                    return dual
        await asyncio.sleep(0.005)


async def _decide_twice(dual: DualConnection, turn: int) -> str:
    """Decide through both sockets at once; return the code of the refusal that one of them gets."""
    after, view = dual.own.number, dual.own.state["view"]
    choices = [decision(view, random.Random(turn + which)) for which in range(2)]
    answers = await asyncio.gather(
        *(
            client.ask(kind, f"{turn}-{which}", after=after, **fields)
            for which, (client, (kind, fields)) in enumerate(zip((dual.own, dual.other), choices, strict=True))
        )
    )
    assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
    (won,) = (answer for answer in answers if answer["type"] == "ack")
    (refused,) = (answer for answer in answers if answer["type"] == "refused")
    await dual.own.until(lambda: dual.own.number >= won["number"])
    return str(refused["code"])


async def _all_have(connections: list[DualConnection], number: int) -> None:
    for client in clients_of(connections):
        await client.until(lambda client=client: client.number >= number)  # type: ignore[misc]


def test_a_message_sent_through_both_processes_counts_once(pair: Pair) -> None:
    async def talk() -> str:
        connections = await spread_table(pair, 2)
        for number in range(20):
            phrase = {"phrase": "hello"}
            answers = await asyncio.gather(
                *(
                    client.ask("say", f"hello-{number}", **phrase)
                    for client in (connections[0].own, connections[0].other)
                )
            )
            assert [answer["type"] for answer in answers] == ["ack", "ack"]
            assert answers[0]["number"] == answers[1]["number"]
        await close_all(connections)
        return connections[0].own.code

    events = pair.events(asyncio.run(talk()))
    assert sum('"said"' in event for event in events) == 20


def test_concurrent_acts_are_all_stored(pair: Pair) -> None:
    """Cards are given concurrently, and phrases delay nobody: an act that comes second, through the other process, is
    stored after the first, not refused."""

    async def act() -> str:
        connections = await spread_table(pair, 4)
        await start(connections)
        for dual in connections:
            await dual.own.until(lambda client=dual.own: client.state["view"] is not None)  # type: ignore[misc]
        after = connections[0].own.number
        gifts = [
            dual.own.act("give", f"give-{place}", after=after, card=dual.own.state["view"]["hand"][0])
            for place, dual in enumerate(connections[:-1])
        ]
        words = [
            client.act("say", f"say-{place}-{number}", phrase="good_luck")
            for place, client in enumerate(clients_of(connections[:-1]))
            for number in range(5)
        ]
        numbers = await asyncio.gather(*gifts, *words)
        assert len(set(numbers)) == len(gifts) + len(words)
        assert min(numbers) > after
        await _all_have(connections, max(numbers))
        await _all_have(connections, (await _to_decide(connections)).own.number)  # nobody is about to fold
        check_same_messages(connections)
        await close_all(connections)
        return connections[0].own.code

    pair.events(asyncio.run(act()))


def test_lost_listener_reconnects_and_catches_up(pair: Pair) -> None:
    url = url_of(database=pair.database)

    async def lose() -> None:
        connections = await spread_table(pair, 2)
        spectator = connections[-1]
        for number in range(3):
            ended = run_sql(url, END_LISTENERS)
            assert ended == [True, True]
            said = await connections[0].own.act("say", f"hello-{number}", phrase="hello")
            await _all_have(connections, said)
            await until(lambda: len(run_sql(url, LISTENERS)) == 2)
        assert {message["number"] for message in spectator.received["other"]} >= set(range(said - 2, said + 1))
        await close_all(connections)

    asyncio.run(lose())
    for house in pair.houses:
        logged = [line["what"] for line in log_lines(house)]
        assert logged.count("listener lost") >= 3
        assert logged.count("listening again") >= 3


def test_repeatedly_lost_listeners_during_games(pair: Pair) -> None:
    url = url_of(database=pair.database)

    async def play() -> str:
        connections = await spread_table(pair, 2)
        await start(connections)
        lost = 0

        async def lose() -> None:
            nonlocal lost
            while True:
                lost += len(await asyncio.to_thread(run_sql, url, END_LISTENERS))
                await asyncio.sleep(0.3)

        losing = asyncio.create_task(lose())
        await play_out(connections)
        losing.cancel()
        check_same_messages(connections)
        assert lost > 4
        await close_all(connections)
        return connections[0].own.code

    pair.events(asyncio.run(play()))


def test_postgresql_restart_during_games(pair: Pair, postgres: Postgres) -> None:
    async def play() -> list[DualConnection]:
        connections = await spread_table(pair, 2)
        await start(connections)
        playing = asyncio.create_task(play_out(connections))
        for number in (30, 60):
            await connections[-1].own.until(lambda number=number: connections[-1].own.number > number)  # type: ignore[misc]
            await asyncio.to_thread(postgres.restart)
        await playing
        check_same_messages(connections)
        await close_all(connections)
        return connections

    connections = asyncio.run(play())
    events = pair.events(connections[0].own.code)
    kept = run_sql(
        url_of(database=pair.database),
        "SELECT client_id || ' ' || number FROM events WHERE code = :code AND client_id IS NOT NULL",
        code=connections[0].own.code,
    )
    promised = [
        f"{name} {number}" for client in clients_of(connections) for name, number in client.acknowledged.items()
    ]
    assert sorted(promised) == sorted(kept)
    assert all(client.connections == 1 for client in clients_of(connections))
    assert '"revealed"' in events[-1]
