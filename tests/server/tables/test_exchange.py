"""The exchange at a table: cards are given, taken back, and received when all have given."""

from __future__ import annotations

import asyncio

import pytest

from doghouse.server.client import Message, NotAllowed, Person, TableClient
from tests.support.clients import TableSocket
from tests.support.players import can_play, start_with_deal, table_of
from tests.support.server_process import HouseProcess


async def giving(house: HouseProcess) -> list[TableClient]:
    clients = await table_of(house.address, 4)
    await start_with_deal(clients, house.data, can_play)
    return clients


async def give(client: TableClient, card: str, id: str = "give") -> int:
    return await client.act("give", id, after=client.number, card=card)


def hand(client: TableClient) -> list[str]:
    cards: list[str] = client.state["view"]["hand"]
    return cards


async def refused(client: TableClient, kind: str, id: str, **fields: object) -> Message:
    with pytest.raises(NotAllowed) as found:
        await client.act(kind, id, **fields)
    return found.value.answer


def test_a_card_laid_out_can_be_taken_back_until_all_have_given(house: HouseProcess) -> None:
    async def play() -> None:
        anna, bea, carl, dora = await giving(house)
        before = hand(anna)
        answer = await refused(anna, "take_back", "nothing", after=anna.number)
        assert (answer["code"], answer["why"]["code"], answer["why"]["rule"]) == ("illegal", "gave_nothing", "R4.1")
        await give(anna, before[0])
        await anna.until(lambda: anna.state["view"]["gave"] == before[0])
        assert hand(anna) == before[1:]
        assert anna.state["view"]["has_given"] == ["A"]
        answer = await refused(anna, "give", "twice", after=anna.number, card=before[1])
        assert answer["why"]["code"] == "gave_already"
        await anna.act("take_back", "back", after=anna.number)
        await anna.until(lambda: anna.state["view"]["gave"] is None)
        assert sorted(hand(anna)) == sorted(before)
        await bea.until(lambda: bea.number == anna.number)
        assert bea.state["view"]["has_given"] == []
        for client in (bea, carl, dora):
            await give(client, hand(client)[0])
        await give(anna, before[5], "at last")
        await anna.until(lambda: anna.state["view"]["phase"] == "play")
        answer = await refused(anna, "take_back", "late", after=anna.number)
        assert (answer["code"], answer["why"]["code"]) == ("illegal", "exchange_done")

    asyncio.run(play())


def test_a_late_take_back_is_stale(house: HouseProcess) -> None:
    async def play() -> None:
        clients = await giving(house)
        seen = clients[0].number
        for client in clients:
            await give(client, hand(client)[0])
        answer = await refused(clients[0], "take_back", "late", after=seen)
        assert answer["code"] == "stale"
        assert [missed["event"]["type"] for missed in answer["missed"]][:4] == ["gave"] * 4

    asyncio.run(play())


def test_only_a_held_card_can_be_given(house: HouseProcess) -> None:
    async def play() -> None:
        clients = await giving(house)
        anna = clients[0]
        cards = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"]
        other = next(card for card in cards if card not in hand(anna))
        answer = await refused(anna, "give", "other", after=anna.number, card=other)
        assert (answer["why"]["code"], answer["why"]["facts"]["kind"]) == ("gift_not_held", other)
        assert (await refused(anna, "give", "none", after=anna.number, card="14"))["code"] == "not_a_message"
        answer = await refused(anna, "play", "too soon", after=anna.number, play=f"{hand(anna)[0]} A->A0")
        assert (answer["why"]["code"], answer["why"]["facts"]["seats"]) == ("exchange_first", "ABCD")

    asyncio.run(play())


def test_only_giver_and_receiver_see_a_gift(house: HouseProcess) -> None:
    async def play() -> None:
        clients = await giving(house)
        spectator = await Person(house.address).introduce("Zoe")
        async with (
            TableSocket(spectator, clients[0].code) as watching,
            TableSocket(clients[2].person, clients[0].code) as carl,
        ):
            await watching.hello()
            await carl.hello()
            card = hand(clients[0])[0]
            await give(clients[0], card)
            hidden = {"type": "gave", "seat": "A", "card": None, "by": "person", "done": False, "received": None}
            for socket in (watching, carl):
                event = await socket.wait_for_event("gave")
                assert event["event"] == hidden
                assert event["state"]["view"]["has_given"] == ["A"]
            for client in clients[1:]:
                await give(client, hand(client)[0])
            await watching.wait_for(lambda message: message["type"] == "event" and message["event"].get("done"))
            last = await carl.wait_for(lambda message: message["type"] == "event" and message["event"].get("done"))
            assert watching.received[-1]["event"]["received"] is None
            assert last["event"]["received"] == last["state"]["view"]["received"] == card

    asyncio.run(play())


def test_giving_is_refused_where_cards_are_drawn(house: HouseProcess) -> None:
    async def play() -> None:
        clients = await table_of(house.address, 2, rules={"players": 2})
        await clients[0].act("start", "start")
        await clients[0].until(lambda: clients[0].state["status"] == "playing")
        answer = await refused(clients[0], "give", "give", after=clients[0].number, card=hand(clients[0])[0])
        assert (answer["why"]["code"], answer["why"]["rule"]) == ("drawn_by_chance", "R4.3")

    asyncio.run(play())
