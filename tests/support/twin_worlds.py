"""The same game at two tables whose hidden cards differ and that must look the same to the watched seat."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import doghouse as dog
from doghouse.bots.registry import make_bot
from doghouse.server.client import Message, Person
from doghouse.server.http.identity import COOKIE
from doghouse.server.tables.live_table import LiveTable
from tests.support.clients import TableSocket
from tests.support.hidden_worlds import Deed, comes_to_light, dealt_anew
from tests.support.in_process_house import HeldHouse
from tests.support.server_process import get

MAX_SENT = 100  # messages after which a socket reconnects: a connection may send a burst of some 120
PATHS = ("/api/tables/CODE", "/api/tables", "/api/me/games", "/api/tables/CODE/record", "/api/tables/CODE/replay")


class World:
    """A table in one of the houses, with the sockets of everyone at it."""

    def __init__(self, held: HeldHouse) -> None:
        self.held = held
        self.code = ""
        self.seats: dict[str, TableSocket] = {}
        self.sockets: list[TableSocket] = []  # of the onlooker, and of both devices of the watched seat

    async def set_up(self, wishes: Mapping[str, Any], bots: Collection[str], watched: str | None) -> None:
        """People sit down on all seats but those of bots."""
        host = await Person(self.held.address).introduce("Host")
        made = await host.request("POST", "/api/tables", {**wishes, "bots": dict.fromkeys(bots, "puppy")})
        self.code = made["code"]
        table = (await self.held.house.table(self.code)).table
        for number, seat in enumerate(letter for letter in table.seats if letter not in bots):
            person = host if number == 0 else await Person(self.held.address).introduce(f"Person {seat}")
            self.seats[seat] = TableSocket(person, self.code)
            await say_hello(await self.seats[seat].connect())
            await self.seats[seat].ask("sit", seat=seat)
        onlooker = TableSocket(await Person(self.held.address).introduce("Onlooker"), self.code)
        devices = [] if watched is None else [self.seats[watched], TableSocket(self.seats[watched].person, self.code)]
        self.sockets = [onlooker, *devices]
        for socket in (onlooker, *devices[1:]):
            await say_hello(await socket.connect())
        await self.quiet()

    async def start(self) -> None:
        await next(iter(self.seats.values())).ask("start")
        await self.quiet()

    @property
    def live(self) -> LiveTable:
        return self.held.house.tables[self.code]

    @property
    def game(self) -> dog.Game:
        assert self.live.table.game is not None
        return self.live.table.game

    def become(self, game: dog.Game) -> None:
        """Go on from another position."""
        table = self.live.table
        table.game = game
        table.must_fold = game.turn is not None and next(iter(game.plays())).card is None

    @property
    def everyone(self) -> list[TableSocket]:
        return list(dict.fromkeys([*self.sockets, *self.seats.values()]))

    async def quiet(self) -> None:
        """Until no bot is about to decide, nor the house, and everyone has heard of everything."""
        while True:
            number = self.live.table.number
            await self.sockets[0].wait_for_number(number)
            table = self.live.table
            busy = any(table.seats[seat].level for seat in table.to_decide())
            if table.number == number and not busy and table.revealed == (table.status == "over"):
                break
            await self.sockets[0].wait_for_number(number + 1)
        for socket in self.everyone:
            await socket.wait_for_number(number)

    async def come_back(self, socket: TableSocket) -> None:
        """A device goes, and comes back for what it has missed."""
        there = len(self.live.viewers)
        await socket.close()
        while len(self.live.viewers) == there:
            await asyncio.sleep(0.001)
        await say_hello(await socket.connect(), since=socket.number)
        for each in self.sockets:
            await each.ping()

    async def close(self) -> None:
        for socket in self.everyone:
            await socket.close()


async def say_hello(socket: TableSocket, since: int | None = None) -> None:
    await socket.hello(since=since)
    await socket.next()  # who is present


async def fetch(socket: TableSocket, path: str) -> tuple[int, bytes]:
    """Return status and body of a GET request; ``CODE`` in the path stands for the table."""
    cookie = f"{COOKIE}={socket.person.cookie}"
    status, _headers, body = await asyncio.to_thread(
        get, socket.person.address, path.replace("CODE", socket.code), Cookie=cookie
    )
    return status, body


@dataclass(frozen=True)
class Fact:
    """What really happened in the first world with one event."""

    deed: Deed
    hands: dict[str, list[str]]  # afterwards
    laid_down: list[str]
    taken: str | None
    received: dict[str, str]


@dataclass
class Twins:
    """Two worlds in which the same is done."""

    one: World
    other: World
    watched: str | None
    lookers: Collection[str]  # the watched seat and the bots, whose cards are the same in both
    chooser: random.Random
    count: Counter[str] = field(default_factory=Counter)
    facts: dict[int, Fact] = field(default_factory=dict)
    compared: Counter[int] = field(default_factory=Counter)

    @property
    def worlds(self) -> tuple[World, World]:
        return self.one, self.other

    async def play(self) -> None:
        self.compare()
        while self.one.live.table.status == "playing":
            if self.chooser.random() < 0.25:
                await self._probe()
            await self._come_and_go()
            await self._step()
            self.compare()

    def compare(self) -> None:
        """Everything heard so far is the same."""
        for place, (mine, theirs) in enumerate(zip(self.one.sockets, self.other.sockets, strict=True)):
            done = self.compared[place]
            for here, there in itertools.zip_longest(mine.raw[done:], theirs.raw[done:]):
                assert here == there, f"{self.watched or 'an onlooker'} can tell the worlds apart:\n{here!r}\n{there!r}"
            self.compared[place] = len(mine.raw)

    # What is done in both worlds.

    async def _step(self) -> None:
        deed, twin = self._choose()
        number = self.one.live.table.number
        is_seen = comes_to_light(self.one.game, deed, self.lookers)
        if comes_to_light(self.other.game, twin, self.lookers) != is_seen or not self._differ:
            twin = deed
            self._begin_again(deed)
        self.count["deeds"] += 1
        self.count["in different worlds"] += self._differ
        self._note(number + 1, deed)
        answers = await asyncio.gather(
            self.one.seats[deed.seat].ask(**deed.message(number)),
            self.other.seats[twin.seat].ask(**twin.message(number)),
        )
        assert [answer["type"] for answer in answers] == ["ack", "ack"], answers
        await asyncio.gather(*(world.quiet() for world in self.worlds))

    @property
    def _differ(self) -> bool:
        hands, others = (world.game.position()["hands"] for world in self.worlds)
        return bool(hands != others)

    def _choose(self) -> tuple[Deed, Deed]:
        """What is done in the one world and in the other: the same, but for a gift that the lookers do not see."""
        one, other, chooser = self.one.game, self.other.game, self.chooser
        if one.phase == "give":
            seat = chooser.choice(one.to_give())
            deed = Deed(seat, card=chooser.choice(one.hand(seat)))
            if {seat, one.rules.receiver(seat)} & set(self.lookers):
                return deed, deed
            return deed, Deed(seat, card=chooser.choice(other.hand(seat)))
        assert one.turn is not None
        sensible = make_bot("greedy", chooser.randrange(1000)).play(one.view(one.turn))
        plays = [str(play) for play in itertools.islice(one.plays(), 30)]
        takes = [play for play in plays if "?" in play]
        wished = takes if takes and chooser.random() < 0.5 else [str(sensible)]
        deeds = [Deed(one.turn, play=play) for play in [*wished, *chooser.sample(plays, min(4, len(plays)))]]
        for deed in deeds:
            if comes_to_light(one, deed, self.lookers) == comes_to_light(other, deed, self.lookers):
                return deed, deed
        return deeds[0], deeds[0]

    def _begin_again(self, deed: Deed) -> None:
        """A card that differs is about to come to light: go on with another pair of worlds, in which it does not."""
        self.count["pairs"] += 1
        one = self.one.game
        card = deed.card or dog.Play.parse(deed.play).card
        whole = {seat: one.hand(seat) for seat in (deed.seat, deed.taken_from) if seat}
        for certain in [*[{deed.seat: [card] if card else []}] * 4, whole]:
            game = dealt_anew(one, self.lookers, self.chooser, certain)
            if comes_to_light(game, deed, self.lookers) == comes_to_light(one, deed, self.lookers):
                return self.other.become(game)
        raise AssertionError("with these hands certain, the same comes to light")

    async def _come_and_go(self) -> None:
        """Now and then a device goes and comes back; and so does whoever has said much."""
        restless = self.chooser.choice(self.one.sockets) if self.chooser.random() < 0.05 else None
        for mine, theirs in zip(self.one.everyone, self.other.everyone, strict=True):
            if mine.sent >= MAX_SENT or mine is restless:
                self.count["came back"] += 1
                await asyncio.gather(self.one.come_back(mine), self.other.come_back(theirs))

    async def _probe(self) -> None:
        """The watched seat or the onlooker asks, looks around and tries what it may not."""
        self.count["probes"] += 1
        place = self.chooser.randrange(len(self.one.sockets))
        message = self._tried(f"probe-{self.count['probes']}", at_seat=place > 0)
        sockets = self.one.sockets[place], self.other.sockets[place]
        answers = await asyncio.gather(*(socket.ask(**message) for socket in sockets))
        self.count[f"answered by {answers[0]['type']}"] += 1
        if self.chooser.random() < 0.1:
            path = self.chooser.choice(PATHS)
            one, other = await asyncio.gather(*(fetch(socket, path) for socket in sockets))
            assert one == other, f"{path} can tell the worlds apart"
            self.count["fetched"] += 1
        await asyncio.gather(*(world.quiet() for world in self.worlds))

    def _tried(self, id: str, at_seat: bool) -> Message:
        """Something to say that does not carry the game on."""
        chooser, game, number = self.chooser, self.one.game, self.one.live.table.number
        hand = game.hand(self.watched) if self.watched and at_seat else []
        strange = chooser.choice([card for card in dog.CARDS if card not in hand])
        tries: list[Message] = [
            {"type": "explore", "partial": ""},
            {"type": "explore", "partial": chooser.choice(hand or ["K"])},
            {"type": "play", "play": f"{strange} A3>A8", "after": number},
            {"type": "give", "card": strange, "after": number},
            {"type": "play", "play": "fold", "after": 0},  # stale: all events are told again
            {"type": "take_back", "after": number},
            {"type": "say", "phrase": "wow"},
            {"type": "seed", "seed": "1"},
        ]
        if hand and game.turn == self.watched and chooser.random() < 0.5:
            tries = tries[:2]
        return {**chooser.choice(tries), "id": id}

    # Who sees what.

    def _note(self, number: int, deed: Deed) -> None:
        """What is about to happen in the first world, by the rules alone."""
        before = self.one.game
        after = before.copy()
        deed.do(after)
        received: dict[str, str] = {}
        if deed.card is not None and after.phase == "play":
            received = {before.rules.receiver(giver): card for giver, card in after.position()["given"].items()}
        taken = after.last.taken if deed.taken_from and after.last else None
        laid_down = before.hand(deed.seat) if deed.play == "fold" else []
        hands = {seat: after.hand(seat) for seat in before.rules.seats}
        self.facts[number] = Fact(deed, hands, laid_down, taken, received)
        others = not {deed.seat, deed.taken_from} & set(self.lookers)
        self.count["gifts of others"] += others and deed.card is not None
        self.count["folds of others"] += others and deed.play == "fold"
        self.count["takes among others"] += others and taken is not None

    def check_who_sees_what(self) -> None:
        """The other side of it, in the first world: whoever may see a card does."""
        everyone: list[tuple[str | None, TableSocket]] = [*self.one.seats.items(), (None, self.one.sockets[0])]
        for seat, socket in everyone:
            for message in socket.received:
                for told in [message, *message.get("missed", ())]:
                    if told["type"] == "event" and told["number"] in self.facts:
                        _check(seat, told, self.facts[told["number"]])
                        self.count["checked"] += 1


def _check(seat: str | None, told: Message, fact: Fact) -> None:
    event, deed = told["event"], fact.deed
    assert event["seat"] == deed.seat
    if deed.card is not None:
        assert event["card"] == (deed.card if seat == deed.seat else None)
        assert event["done"] == bool(fact.received)
        assert event["received"] == (fact.received.get(seat) if seat else None)
    else:
        assert event["play"] == deed.play
        assert event["laid_down"] == fact.laid_down
        assert event["taken"] == (fact.taken if seat in (deed.seat, deed.taken_from) else None)
    if told["state"] is not None:
        assert told["state"]["view"].get("hand") == (fact.hands[seat] if seat else None)
