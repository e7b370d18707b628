"""The same game at two tables that differ only in cards hidden from the watched seat, and must look the same to it."""

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
from tests.support.hidden_worlds import Action, redeal_hidden, visible_after
from tests.support.in_process_server import InProcessServer
from tests.support.server_process import get

MAX_SENT = 100  # messages after which a socket reconnects: a connection may send a burst of some 120
PATHS = ("/api/tables/CODE", "/api/tables", "/api/me/games", "/api/tables/CODE/record", "/api/tables/CODE/replay")


class World:
    """A table at one of the servers, with the sockets of everyone at it."""

    def __init__(self, server: InProcessServer) -> None:
        self.server = server
        self.code = ""
        self.seats: dict[str, TableSocket] = {}
        self.sockets: list[TableSocket] = []  # of the onlooker, and of both devices of the watched seat

    async def set_up(self, request: Mapping[str, Any], bots: Collection[str], watched: str | None) -> None:
        """Create the table; people take all seats but those of the bots."""
        host = await Person(self.server.address).introduce("Host")
        made = await host.request("POST", "/api/tables", {**request, "bots": dict.fromkeys(bots, "puppy")})
        self.code = made["code"]
        table = (await self.server.house.table(self.code)).table
        for number, seat in enumerate(letter for letter in table.seats if letter not in bots):
            person = host if number == 0 else await Person(self.server.address).introduce(f"Person {seat}")
            self.seats[seat] = TableSocket(person, self.code)
            await say_hello(await self.seats[seat].connect())
            await self.seats[seat].ask("sit", seat=seat)
        onlooker = TableSocket(await Person(self.server.address).introduce("Onlooker"), self.code)
        devices = [] if watched is None else [self.seats[watched], TableSocket(self.seats[watched].person, self.code)]
        self.sockets = [onlooker, *devices]
        for socket in (onlooker, *devices[1:]):
            await say_hello(await socket.connect())
        await self.wait_until_idle()

    async def start(self) -> None:
        await next(iter(self.seats.values())).ask("start")
        await self.wait_until_idle()

    @property
    def live(self) -> LiveTable:
        return self.server.house.tables[self.code]

    @property
    def game(self) -> dog.Game:
        assert self.live.table.game is not None
        return self.live.table.game

    def set_game(self, game: dog.Game) -> None:
        """Continue from another position."""
        table = self.live.table
        table.game = game
        table.must_fold = game.turn is not None and next(iter(game.plays())).card is None

    @property
    def everyone(self) -> list[TableSocket]:
        return list(dict.fromkeys([*self.sockets, *self.seats.values()]))

    async def wait_until_idle(self) -> None:
        """Wait until no bot or duty is pending and every socket is up to date."""
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

    async def reconnect(self, socket: TableSocket) -> None:
        """Disconnect a socket and reconnect it, asking for the events it missed."""
        viewers = len(self.live.viewers)
        await socket.close()
        while len(self.live.viewers) == viewers:
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
    """What an event really did in the first world."""

    action: Action
    hands: dict[str, list[str]]  # afterwards
    laid_down: list[str]
    taken: str | None
    received: dict[str, str]


@dataclass
class ParallelTables:
    """Two worlds in which the same actions are done."""

    one: World
    other: World
    watched: str | None
    observers: Collection[str]  # the watched seat and the bots, whose cards are the same in both
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
            await self._reconnect_some()
            await self._step()
            self.compare()

    def compare(self) -> None:
        """Check that both worlds have sent the same so far."""
        for place, (mine, theirs) in enumerate(zip(self.one.sockets, self.other.sockets, strict=True)):
            done = self.compared[place]
            for here, there in itertools.zip_longest(mine.raw[done:], theirs.raw[done:]):
                assert here == there, f"{self.watched or 'an onlooker'} can tell the worlds apart:\n{here!r}\n{there!r}"
            self.compared[place] = len(mine.raw)

    # Actions in both worlds.

    async def _step(self) -> None:
        action, twin = self._choose()
        number = self.one.live.table.number
        is_seen = visible_after(self.one.game, action, self.observers)
        if visible_after(self.other.game, twin, self.observers) != is_seen or not self._differ:
            twin = action
            self._resync(action)
        self.count["actions"] += 1
        self.count["in different worlds"] += self._differ
        self._record(number + 1, action)
        answers = await asyncio.gather(
            self.one.seats[action.seat].ask(**action.message(number)),
            self.other.seats[twin.seat].ask(**twin.message(number)),
        )
        assert [answer["type"] for answer in answers] == ["ack", "ack"], answers
        await asyncio.gather(*(world.wait_until_idle() for world in self.worlds))

    @property
    def _differ(self) -> bool:
        hands, others = (world.game.position()["hands"] for world in self.worlds)
        return bool(hands != others)

    def _choose(self) -> tuple[Action, Action]:
        """Choose an action for each world: the same, except for a given card that the observers do not see."""
        one, other, chooser = self.one.game, self.other.game, self.chooser
        if one.phase == "give":
            seat = chooser.choice(one.to_give())
            action = Action(seat, card=chooser.choice(one.hand(seat)))
            if {seat, one.rules.receiver(seat)} & set(self.observers):
                return action, action
            return action, Action(seat, card=chooser.choice(other.hand(seat)))
        assert one.turn is not None
        sensible = make_bot("greedy", chooser.randrange(1000)).play(one.view(one.turn))
        plays = [str(play) for play in itertools.islice(one.plays(), 30)]
        takes = [play for play in plays if "?" in play]
        preferred = takes if takes and chooser.random() < 0.5 else [str(sensible)]
        actions = [Action(one.turn, play=play) for play in [*preferred, *chooser.sample(plays, min(4, len(plays)))]]
        for action in actions:
            if visible_after(one, action, self.observers) == visible_after(other, action, self.observers):
                return action, action
        return actions[0], actions[0]

    def _resync(self, action: Action) -> None:
        """Redeal the second table before a differing card becomes visible."""
        self.count["pairs"] += 1
        one = self.one.game
        card = action.card or dog.Play.parse(action.play).card
        whole = {seat: one.hand(seat) for seat in (action.seat, action.taken_from) if seat}
        for certain in [*[{action.seat: [card] if card else []}] * 4, whole]:
            game = redeal_hidden(one, self.observers, self.chooser, certain)
            if visible_after(game, action, self.observers) == visible_after(one, action, self.observers):
                return self.other.set_game(game)
        raise AssertionError("the same must be visible if the hands of the action are equal")

    async def _reconnect_some(self) -> None:
        """Reconnect a random socket now and then, and every socket that has sent many messages."""
        reconnecting = self.chooser.choice(self.one.sockets) if self.chooser.random() < 0.05 else None
        for mine, theirs in zip(self.one.everyone, self.other.everyone, strict=True):
            if mine.sent >= MAX_SENT or mine is reconnecting:
                self.count["reconnects"] += 1
                await asyncio.gather(self.one.reconnect(mine), self.other.reconnect(theirs))

    async def _probe(self) -> None:
        """Let the watched seat or the onlooker send a question or a forbidden message, and fetch a page."""
        self.count["probes"] += 1
        place = self.chooser.randrange(len(self.one.sockets))
        message = self._probe_message(f"probe-{self.count['probes']}", at_seat=place > 0)
        sockets = self.one.sockets[place], self.other.sockets[place]
        answers = await asyncio.gather(*(socket.ask(**message) for socket in sockets))
        self.count[f"answered by {answers[0]['type']}"] += 1
        if self.chooser.random() < 0.1:
            path = self.chooser.choice(PATHS)
            one, other = await asyncio.gather(*(fetch(socket, path) for socket in sockets))
            assert one == other, f"{path} can tell the worlds apart"
            self.count["fetched"] += 1
        await asyncio.gather(*(world.wait_until_idle() for world in self.worlds))

    def _probe_message(self, id: str, at_seat: bool) -> Message:
        """Return a message that does not advance the game."""
        chooser, game, number = self.chooser, self.one.game, self.one.live.table.number
        hand = game.hand(self.watched) if self.watched and at_seat else []
        card_not_held = chooser.choice([card for card in dog.CARDS if card not in hand])
        messages: list[Message] = [
            {"type": "explore", "partial": ""},
            {"type": "explore", "partial": chooser.choice(hand or ["K"])},
            {"type": "play", "play": f"{card_not_held} A3>A8", "after": number},
            {"type": "give", "card": card_not_held, "after": number},
            {"type": "play", "play": "fold", "after": 0},  # stale: all events are sent again
            {"type": "take_back", "after": number},
            {"type": "say", "phrase": "wow"},
            {"type": "seed", "seed": "1"},
        ]
        if hand and game.turn == self.watched and chooser.random() < 0.5:
            messages = messages[:2]
        return {**chooser.choice(messages), "id": id}

    # Visibility of cards.

    def _record(self, number: int, action: Action) -> None:
        """Record what the action will do in the first world, by the rules alone."""
        before = self.one.game
        after = before.copy()
        action.do(after)
        received: dict[str, str] = {}
        if action.card is not None and after.phase == "play":
            received = {before.rules.receiver(giver): card for giver, card in after.position()["given"].items()}
        taken = after.last.taken if action.taken_from and after.last else None
        laid_down = before.hand(action.seat) if action.play == "fold" else []
        hands = {seat: after.hand(seat) for seat in before.rules.seats}
        self.facts[number] = Fact(action, hands, laid_down, taken, received)
        others = not {action.seat, action.taken_from} & set(self.observers)
        self.count["gifts of others"] += others and action.card is not None
        self.count["folds of others"] += others and action.play == "fold"
        self.count["takes among others"] += others and taken is not None

    def check_cards_are_visible(self) -> None:
        """Check that in the first world everyone who may see a card does see it."""
        everyone: list[tuple[str | None, TableSocket]] = [*self.one.seats.items(), (None, self.one.sockets[0])]
        for seat, socket in everyone:
            for received in socket.received:
                for message in [received, *received.get("missed", ())]:
                    if message["type"] == "event" and message["number"] in self.facts:
                        _check(seat, message, self.facts[message["number"]])
                        self.count["checked"] += 1


def _check(seat: str | None, message: Message, fact: Fact) -> None:
    event, action = message["event"], fact.action
    assert event["seat"] == action.seat
    if action.card is not None:
        assert event["card"] == (action.card if seat == action.seat else None)
        assert event["done"] == bool(fact.received)
        assert event["received"] == (fact.received.get(seat) if seat else None)
    else:
        assert event["play"] == action.play
        assert event["laid_down"] == fact.laid_down
        assert event["taken"] == (fact.taken if seat in (action.seat, action.taken_from) else None)
    if message["state"] is not None:
        assert message["state"]["view"].get("hand") == (fact.hands[seat] if seat else None)
