"""Replays of finished games: all hands open, consistent statistics, and nothing before the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

import doghouse as dog
from doghouse.rules.notation import Play
from doghouse.server.client import NotAllowed, Person, TableClient
from doghouse.server.protocol.events import Revealed
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.replay import Frame, FrameMaker, replay_of
from doghouse.server.tables.statistics import SeatStatistics, distance, statistics
from tests.support.players import is_to_decide, table_of
from tests.support.random_play import fair_record
from tests.support.rules_dsl import ALL_RULES
from tests.support.server_process import HouseProcess
from tests.support.table_log import SECRET, TableLog

VALUES = {"A": {1, 11}, "4": {4, -4}, "J": {0}, "Q": {12}, "K": {13}}
GAMES: list[dict[str, Any]] = [
    {"rules": {"players": 2}},
    {},
    {"edition": "dog", "rules": {"players": 5}},
    {"rules": {"players": 6, "teams": "trios"}},
]


@pytest.fixture(scope="module", params=ALL_RULES)
def record(request: pytest.FixtureRequest) -> str:
    return fair_record(ALL_RULES[request.param], 5)


Hands = dict[str, list[str]]


def followed(frames: list[Frame]) -> Iterator[tuple[Frame, Hands, Hands]]:
    """Each frame with the marbles and the hands as somebody has them who has followed the changes."""
    marbles: Hands = {}
    hands: Hands = {}
    for frame in frames:
        marbles = {**marbles, **frame.marbles}
        hands = {**hands, **frame.hands}
        yield frame, marbles, hands


# Frames.


def test_every_frame_shows_the_game_as_it_stood(record: str) -> None:
    game = dog.Game.from_record(record)
    stood = [(event, then) for event, then in dog.Game.replay(record) if event.kind in ("play", "stop")]
    shown = [found for found in followed(FrameMaker(game.rules).frames(record)) if found[0].kind in ("play", "stop")]
    for (event, then), (frame, marbles, hands) in zip(stood, shown, strict=True):
        assert (frame.kind, frame.seat) == (event.kind, event.seat)
        assert marbles == then.marbles()
        assert hands == {seat: then.hand(seat) for seat in game.rules.seats}
    assert shown[-1][1] == game.marbles()


def test_a_round_is_a_deal_an_exchange_and_its_turns(record: str) -> None:
    game = dog.Game.from_record(record)
    frames = list(followed(FrameMaker(game.rules).frames(record)))
    for played in game.rounds:
        own = [found for found in frames if found[0].round == played.number and found[0].kind != "stop"]
        (deal, _marbles, dealt), (exchange, _same, exchanged), *turns = own
        assert (deal.kind, deal.seat, deal.dealt, dealt) == ("deal", played.dealer, played.cards, played.hands)
        assert (exchange.kind, exchange.given) == ("exchange", played.given)
        for seat, card in played.given.items():
            got = Counter(exchanged[game.rules.receiver(seat)])
            assert got[card] > 0
        assert Counter(chain(*exchanged.values())) == Counter(chain(*dealt.values()))
        for turn, (frame, _there, _hands) in zip(played.turns, turns, strict=True):
            assert frame.kind == "play"
            assert (frame.seat, frame.play, frame.taken) == (turn.seat, turn.play, turn.taken)
            assert frame.laid_down == turn.laid_down
            assert tuple((home.seat, home.field) for home in frame.sent_home) == turn.sent_home


# Statistics.


def test_the_statistics_add_up(record: str) -> None:
    game = dog.Game.from_record(record)
    turns = [turn for played in game.rounds for turn in played.turns]
    found = statistics(game.rules, game.rounds)
    everyone = found.values()
    assert list(found) == list(game.rules.seats)
    for seat, own in found.items():
        plays = [Play.parse(turn.play) for turn in turns if turn.seat == seat]
        assert own.turns == len(plays)
        assert own.cards == Counter(play.card for play in plays if play.card)
        assert sum(own.cards.values()) + own.folds == own.turns
        assert own.jokers == own.cards.get("X", 0)
        assert own.sevens_split <= own.sevens
        assert own.sent_home_own <= own.sent_home
        assert own.swaps <= sum(play.acts_as == "J" for play in plays)
    assert sum(own.sent_home for own in everyone) == sum(own.was_sent_home for own in everyone)
    assert sum(own.took for own in everyone) == sum(own.lost for own in everyone)
    assert sum(own.laid_down for own in everyone) == sum(len(turn.laid_down) for turn in turns)
    at_the_end = [field for fields in game.marbles().values() for field in fields]
    assert sum(own.brought_in for own in everyone) == sum("+" in field for field in at_the_end)
    out = sum(own.out for own in everyone) - sum(own.was_sent_home for own in everyone)
    out += game.rules.players * game.rules.quick_start
    assert out == sum(not field.endswith("-") for field in at_the_end)


def test_distances_match_the_cards(record: str) -> None:
    game = dog.Game.from_record(record)
    for played in game.rounds:
        for turn in played.turns:
            play = Play.parse(turn.play)
            ways = [distance(game.rules, play.acts_as, move) for move in play.moves if not move.source.endswith("-")]
            if not ways or play.acts_as == "J":
                continue
            assert play.acts_as is not None
            assert sum(ways) in (VALUES.get(play.acts_as) or {int(play.acts_as)}), turn.play


def test_a_seven_is_split_over_marbles_not_over_moves() -> None:
    def counted(play: str) -> SeatStatistics:
        game = dog.Game.from_position(
            {
                "marbles": {
                    "A": ["A3", "D14", "A-", "A-"],
                    "B": ["A5", "B-", "B-", "B-"],
                    "C": ["C-", "C-", "C-", "C-"],
                    "D": ["D-", "D-", "D-", "D-"],
                },
                "hands": {"A": ["7", "4"], "B": ["2"], "C": ["2"], "D": ["2"]},
                "turn": "A",
                "phase": "play",
            },
            seed=1,
        )
        game.play(play)
        return statistics(game.rules, game.rounds)["A"]

    whole = counted("7 A3>A5 A5>A10")
    assert (whole.sevens, whole.sevens_split, whole.forwards, whole.sent_home) == (1, 0, 7, 1)
    split = counted("7 A3>A7 D14>A1")
    assert (split.sevens_split, split.forwards, split.brought_in) == (1, 7, 0)
    inside = counted("7 A3>A5 D14>A+3")
    assert (inside.sevens_split, inside.forwards, inside.brought_in) == (1, 7, 1)
    back = counted("4 A3>D15")
    assert (back.forwards, back.backwards, back.cards) == (0, 4, {"4": 1})


# At the house.


def test_there_is_no_replay_before_the_reveal() -> None:
    book = TableLog(players=2)
    with pytest.raises(Refused, match="not_over"):
        replay_of(book.table)
    book.start()
    with pytest.raises(Refused, match="not_over"):
        replay_of(book.table)
    book.play_to_the_end()
    with pytest.raises(Refused, match="not_over"):
        replay_of(book.table)
    book.append(Revealed(SECRET))
    assert replay_of(book.table).result == book.game.view(None)["outcome"]


async def watched_to_the_end(house: HouseProcess, table_request: dict[str, Any]) -> TableClient:
    """A game of bots alone, and who set it up and watches."""
    person = await Person(house.address).introduce("Anna")
    code = (await person.request("POST", "/api/tables", table_request))["code"]
    client = await TableClient(person, code).open()
    await client.act("start", "start", fill="puppy")
    await client.until(lambda: client.state["status"] == "over")
    return client


async def asked(person: Person, path: str) -> Any:
    """What the house tells once the seed is revealed, which follows the end at once."""
    for _try in range(100):
        try:
            return await person.request("GET", path)
        except NotAllowed as refused:
            if refused.answer["code"] != "not_over":
                raise
            await asyncio.sleep(0.05)
    raise AssertionError("the seed was not revealed")


@pytest.mark.parametrize("table_request", GAMES)
def test_the_replay_of_a_real_game(house: HouseProcess, table_request: dict[str, Any]) -> None:
    async def watch() -> None:
        client = await watched_to_the_end(house, table_request)
        stranger = Person(house.address)
        replay = await asked(stranger, f"/api/tables/{client.code}/replay")
        record = await stranger.request("GET", f"/api/tables/{client.code}/record")
        game = dog.Game.from_record(record)
        assert (replay["code"], replay["rules"]) == (client.code, game.rules.to_json())
        assert replay["result"] == client.state["view"]["outcome"]
        assert replay["seats"] == client.state["seats"]
        marbles: Hands = {}
        for frame in replay["frames"]:
            marbles |= frame.get("marbles", {})
        assert marbles == client.state["view"]["marbles"] == game.marbles()
        plays = [frame for frame in replay["frames"] if frame["kind"] == "play"]
        assert sum(own["turns"] for own in replay["statistics"].values()) == len(plays)
        brief = await stranger.request("GET", f"/api/tables/{client.code}/statistics")
        assert brief == {name: replay[name] for name in ("rules", "result", "statistics", "seating")}
        await client.close()

    asyncio.run(watch())


def test_a_replay_is_small(house: HouseProcess) -> None:
    async def watch() -> None:
        client = await watched_to_the_end(house, {"rules": {"players": 6}})
        await asked(client.person, f"/api/tables/{client.code}/statistics")
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(f"GET /api/tables/{client.code}/replay HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read(-1)
        writer.close()
        assert answer.startswith(b"HTTP/1.1 200")
        assert len(answer) < 150_000
        await client.close()

    asyncio.run(watch())


@pytest.mark.parametrize("what", ["replay", "statistics"])
def test_replay_of_a_running_game_is_refused(house: HouseProcess, what: str) -> None:
    async def play() -> None:
        (client,) = await table_of(house.address, 1)
        path = f"/api/tables/{client.code}/{what}"
        with pytest.raises(NotAllowed) as waiting:
            await client.person.request("GET", path)
        assert waiting.value.answer["code"] == "not_over"
        await client.act("start", "start", fill="puppy")
        await client.until(lambda: is_to_decide(client))
        with pytest.raises(NotAllowed) as going_on:
            await client.person.request("GET", path)
        assert going_on.value.answer["code"] == "not_over"
        assert set(going_on.value.answer) <= {"code", "text", "detail"}
        await client.act("close", "close")
        with pytest.raises(NotAllowed) as closed:
            await client.person.request("GET", path)
        assert closed.value.answer["code"] == "not_over"
        await client.close()

    asyncio.run(play())


def test_replay_of_an_unknown_table_is_refused(house: HouseProcess) -> None:
    with pytest.raises(NotAllowed) as refused:
        Person(house.address).request_now("GET", "/api/tables/ZZZZZZ/replay")
    assert refused.value.answer["code"] == "no_such_table"
