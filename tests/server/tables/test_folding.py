"""A seat that cannot play is shown why, and nobody else is; then the fold happens by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from doghouse.rules.game import Game
from doghouse.server.client import Message, Person, TableClient
from doghouse.server.settings import Pauses
from tests.support.clients import TableSocket
from tests.support.in_process_server import InProcessServer, in_process_server
from tests.support.players import start_with_deal, table_of
from tests.support.server_process import HouseProcess

OUT = {"A", "K", "X"}


def stuck_at_first(game: Game) -> bool:
    """A begins and cannot leave the kennel, whatever C gives; B can."""
    return (
        game.dealer == "D"
        and not OUT & {*game.hand("A"), *game.hand("C")}
        and sum(card in OUT for card in game.hand("B")) > 1
    )


async def stuck(address: str, data: Path) -> list[TableClient]:
    """Four people who have given; A is to play."""
    clients = await table_of(address, 4)
    await start_with_deal(clients, data, stuck_at_first)
    return clients


async def give_all(clients: list[TableClient]) -> None:
    for client in clients:
        await client.act("give", "give", after=client.number, card=client.state["view"]["hand"][0])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One house for all tests of this file, with a little time before a fold."""
    running = HouseProcess(tmp_path_factory.mktemp("house") / "data", "--fold-pause", "0.3").start()
    yield running
    running.kill()


async def last_gift(socket: TableSocket) -> Message:
    return await socket.wait_for(lambda message: message["type"] == "event" and message["event"].get("done", False))


def test_only_the_stuck_seat_sees_why_before_it_folds(house: HouseProcess) -> None:
    async def play() -> None:
        clients = await stuck(house.address, house.data)
        spectator = await Person(house.address).introduce("Zoe")
        async with (
            TableSocket(clients[0].person, clients[0].code) as anna,
            TableSocket(spectator, clients[0].code) as zoe,
        ):
            await anna.hello()
            await zoe.hello()
            await give_all(clients)
            gift = await last_gift(anna)
            hand = gift["state"]["view"]["hand"]
            assert set(gift["state"]["stuck"]) == set(hand)
            for reasons in gift["state"]["stuck"].values():
                assert {why["rule"] for why in reasons} <= {"R7.1", "R6", "R9.2", "R10.3"}
                assert all(why["text"] for why in reasons)
            assert (await last_gift(zoe))["state"]["stuck"] is None
            fold = await anna.wait_for_event("played")
            assert fold["number"] == gift["number"] + 1
            assert {**fold["event"], "laid_down": sorted(fold["event"]["laid_down"])} == {
                "type": "played",
                "seat": "A",
                "play": "fold",
                "by": "person",
                "sent_home": [],
                "laid_down": sorted(hand),
                "taken": None,
                "dealt": None,
            }
            assert fold["state"]["stuck"] is None
            assert (await zoe.wait_for_event("played"))["event"] == fold["event"]  # what is laid down lies open
        for client in clients[1:]:
            assert client.state["stuck"] is None
            await client.until(lambda client=client: client.state["view"]["turn"] == "B")  # type: ignore[misc]

    asyncio.run(play())


def test_a_forced_fold_may_be_played_early(tmp_path_factory: pytest.TempPathFactory) -> None:
    house = HouseProcess(tmp_path_factory.mktemp("patient") / "data", "--fold-pause", "3600").start()

    async def play() -> None:
        clients = await stuck(house.address, house.data)
        await give_all(clients)
        anna = clients[0]
        await anna.until(lambda: bool(anna.state["stuck"]))
        answer = await anna.ask("explore", "explore")
        assert answer["type"] == "options"
        assert set(answer["blocked"]) == set(anna.state["stuck"])
        assert [option["play"] for option in answer["next"]] == ["fold"]
        await anna.act("play", "fold", after=anna.number, play="fold")
        await anna.until(lambda: anna.state["view"]["turn"] == "B")

    try:
        asyncio.run(play())
    finally:
        house.kill()


def test_a_forced_fold_waits_for_the_pause_and_happens_while_away(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("server") / "data"

    async def play(server: InProcessServer) -> None:
        clients = await stuck(server.address, data)
        await give_all(clients)
        bea = clients[1]
        await bea.until(lambda: bea.state["view"]["phase"] == "play")
        await clients[0].close()
        server.pass_time(5)
        assert (await bea.ask("explore", "explore"))["why"]["code"] == "not_your_turn"
        server.pass_time(6)
        await bea.until(lambda: bea.state["view"]["turn"] == "B")
        assert bea.state["seats"]["A"]["by"] == "person"  # there was nothing to decide

    async def run() -> None:
        async with in_process_server(data, Pauses(bot=0, fold=10_000, away=60_000)) as server:
            await play(server)

    asyncio.run(run())
