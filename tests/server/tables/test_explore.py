"""A play entered piece by piece: what can follow, and the board as it would be."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from doghouse.rules.game import Game
from doghouse.server.client import Message, TableClient
from tests.support.players import GameCondition, start_with_deal, table_of
from tests.support.server_process import HouseProcess


def begins_with(*cards: str, answers: tuple[str, ...] = ()) -> GameCondition:
    """A begins and holds these cards; C holds those for the answers."""

    def wish(game: Game) -> bool:
        return game.turn == "A" and set(cards) <= set(game.hand("A")) and set(answers) <= set(game.hand("C"))

    return wish


def at_table(
    house: HouseProcess, wish: GameCondition, look: Callable[[TableClient, TableClient], Awaitable[None]]
) -> None:
    async def play() -> None:
        clients = await table_of(house.address, 2, rules={"players": 2})
        await start_with_deal(clients, house.data, wish)
        await look(clients[0], clients[1])
        for client in clients:
            await client.close()

    asyncio.run(play())


async def explore(client: TableClient, partial: str) -> Message:
    async with asyncio.timeout(30):
        return await client.ask("explore", "explore", partial=partial)


def plays(answer: Message) -> list[str]:
    assert answer["type"] == "options", answer
    return [option["play"] for option in answer["next"]]


async def play(client: TableClient, other: TableClient, text: str) -> None:
    number = await client.act("play", text, after=client.number, play=text)
    for seeing in (client, other):
        await seeing.until(lambda seeing=seeing: seeing.number >= number)  # type: ignore[misc]


def test_nothing_entered_yet(house: HouseProcess) -> None:
    async def look(anna: TableClient, _carl: TableClient) -> None:
        answer = await explore(anna, "")
        assert (answer["play"], answer["complete"], answer["points_left"]) == ("", False, 0)
        assert answer["marbles"] == anna.state["view"]["marbles"]
        assert {"5", "7", "X=2", "X=Q"} <= set(plays(answer))
        assert "J" not in plays(answer)
        assert all(not option["complete"] for option in answer["next"])
        assert list(answer["blocked"]) == ["J"]
        (why,) = answer["blocked"]["J"]
        assert (why["code"], why["rule"]) == ("nothing_to_swap", "R9.2")
        assert why["text"].endswith("(R9.2)")

    at_table(house, begins_with("X", "7", "J", "5"), look)


def test_one_request_serves_the_first_choice(house: HouseProcess) -> None:
    async def look(anna: TableClient, carl: TableClient) -> None:
        answer = await explore(anna, "")
        cards = set(anna.state["view"]["hand"])
        assert set(answer["by_card"]) == cards - {"J"}
        for card, options in answer["by_card"].items():
            assert options == (await explore(anna, card))["next"]
        await play(anna, carl, "5 A0>A5")
        await play(carl, anna, "9 C0>C9")
        assert (await explore(anna, ""))["by_card"]["J"] == [{"play": "J A5<>C9", "complete": True, "sends_home": []}]
        assert (await explore(anna, "7"))["by_card"] == {}

    at_table(house, begins_with("X", "7", "J", "5", answers=("9",)), look)


def test_a_card_with_its_moves(house: HouseProcess) -> None:
    async def look(anna: TableClient, _carl: TableClient) -> None:
        answer = await explore(anna, "5")
        assert (answer["play"], answer["blocked"]) == ("5", {})
        assert answer["next"] == [{"play": "5 A0>A5", "complete": True, "sends_home": []}]
        done = await explore(anna, "5 a0>a5")
        assert (done["play"], done["complete"], done["next"]) == ("5 A0>A5", True, [])
        assert "A5" in done["marbles"]["A"]
        assert "A0!" in anna.state["view"]["marbles"]["A"]  # nothing has happened

    at_table(house, begins_with("5"), look)


def test_a_joker_stands_for_another_card(house: HouseProcess) -> None:
    async def look(anna: TableClient, _carl: TableClient) -> None:
        answer = await explore(anna, "X")
        assert all(text.startswith("X=") for text in plays(answer))
        assert {"X=2 A0>A2", "X=2 ?C", "X=7 A0>A1", "X=Q A0>A12"} <= set(plays(answer))
        assert {option["play"]: option["complete"] for option in answer["next"]}["X=7 A0>A1"] is False
        assert plays(await explore(anna, "X=Q")) == ["X=Q A0>A12"]
        seven = await explore(anna, "X=7 A0>A3")
        assert (seven["points_left"], "X=7 A0>A3 A3>A7" in plays(seven)) == (4, True)

    at_table(house, begins_with("X"), look)


def test_a_seven_chunk_by_chunk(house: HouseProcess) -> None:
    async def look(anna: TableClient, _carl: TableClient) -> None:
        chosen = "7"
        marbles = {"A": "A0!", "C": "C0!"}
        for chunk, left, at in (("", 7, marbles), (" A0>A2", 5, {"A": "A2"}), (" C0>C1", 4, {"A": "A2", "C": "C1"})):
            chosen += chunk
            answer = await explore(anna, chosen)
            assert (answer["play"], answer["points_left"], answer["complete"]) == (chosen, left, False)
            assert all(field in answer["marbles"][seat] for seat, field in at.items())
            assert all(text.startswith(f"{chosen} ") for text in plays(answer))
        assert {option["play"]: option["complete"] for option in answer["next"]} == {
            **{f"{chosen} A2>A{2 + points}": points == 4 for points in range(1, 5)},
            **{f"{chosen} C1>C{1 + points}": points == 4 for points in range(1, 5)},
        }
        done = await explore(anna, f"{chosen} A2>A6")
        assert (done["points_left"], done["complete"], done["next"]) == (0, True, [])
        too_far = await explore(anna, f"{chosen} A2>A7")
        assert (too_far["code"], too_far["why"]["code"], too_far["why"]["rule"]) == (
            "illegal",
            "too_many_points",
            "R10.3",
        )

    at_table(house, begins_with("7"), look)


def test_a_two_moves_or_takes(house: HouseProcess) -> None:
    async def look(anna: TableClient, carl: TableClient) -> None:
        assert set(plays(await explore(anna, "2"))) == {"2 A0>A2", "2 ?C"}
        taking = await explore(anna, "2 ?C")
        assert (taking["complete"], taking["marbles"]) == (True, anna.state["view"]["marbles"])
        await play(anna, carl, "2 ?C")
        assert carl.state["view"]["cards"] == {"A": 6, "C": 5}

    at_table(house, begins_with("2"), look)


def test_a_jack_swaps_once_there_is_something_to_swap(house: HouseProcess) -> None:
    async def look(anna: TableClient, carl: TableClient) -> None:
        refused = await explore(anna, "J")
        assert (refused["code"], refused["why"]["code"]) == ("illegal", "nothing_to_swap")
        await play(anna, carl, "5 A0>A5")
        assert (await explore(anna, ""))["why"]["code"] == "not_your_turn"
        await play(carl, anna, "9 C0>C9")
        assert plays(await explore(anna, "J")) == ["J A5<>C9"]
        swapped = await explore(anna, "J A5<>C9")
        assert ("C9" in swapped["marbles"]["A"], "A5" in swapped["marbles"]["C"]) == (True, True)
        assert "J" in plays(await explore(anna, ""))
        assert (await explore(anna, ""))["blocked"] == {}

    at_table(house, begins_with("J", "5", answers=("9",)), look)


def test_a_marble_that_would_be_sent_home_is_named(house: HouseProcess) -> None:
    async def look(anna: TableClient, carl: TableClient) -> None:
        await play(anna, carl, "2 A0>A2")
        await play(carl, anna, "9 C0>C9")
        await play(anna, carl, "K A->A0")
        await play(carl, anna, "8 C9>D1")
        found = {option["play"]: option["sends_home"] for option in (await explore(anna, "7"))["next"]}
        assert (found["7 A0>A1"], found["7 A0>A2"], found["7 A0>A3"]) == ([], ["A2"], ["A2"])
        after = await explore(anna, "7 A0>A3")
        assert sorted(after["marbles"]["A"]) == ["A-", "A-", "A-", "A3"]

    at_table(house, begins_with("2", "K", "7", answers=("9", "8")), look)


def test_invalid_notation_is_refused(house: HouseProcess) -> None:
    async def look(anna: TableClient, _carl: TableClient) -> None:
        refused = await explore(anna, "knight to e5")
        assert (refused["code"], refused["why"]) == ("not_notation", None)
        assert (await explore(anna, "K A->A0"))["why"]["code"] in ("card_not_held", "start_taken")
        assert (await explore(anna, "7" + " A0>A1" * 40))["code"] == "not_a_message"  # longer than any play

    at_table(house, begins_with("7"), look)


def test_explore_before_the_game_is_refused(house: HouseProcess) -> None:
    async def look() -> None:
        (anna,) = await table_of(house.address, 1)
        assert (await explore(anna, ""))["code"] == "not_playing"
        await anna.close()

    asyncio.run(look())
