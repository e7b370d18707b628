"""Worlds that look the same to some seats, and a table in one of them."""

from __future__ import annotations

import asyncio
import copy
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import doghouse as dog
from doghouse.server.client import Message, Person
from doghouse.server.tables.live_table import LiveTable
from tests.support.ears import Ear
from tests.support.in_process_house import HeldHouse


def dealt_anew(
    game: dog.Game, lookers: Collection[str], chooser: random.Random, certain: Mapping[str, Sequence[str]] | None = None
) -> dog.Game:
    """The same position with everything dealt anew that the lookers cannot see, nor will when the next round is dealt;
    a ``certain`` card stays in its hand."""
    position = copy.deepcopy(game.position())
    rules, giving, hands, given = game.rules, game.phase == "give", position["hands"], position["given"]
    kept = {seat: Counter(hand if seat in lookers else (certain or {}).get(seat, ())) for seat, hand in hands.items()}
    for looker in lookers:
        for holders, cards in position["known"].get(looker, {}).items():
            if len(holders) == 1:
                kept[holders] |= Counter(cards)
                continue
            for card in cards:  # with one of several: with whoever has it
                holder = next((seat for seat in holders if hands[seat].count(card) > kept[seat][card]), None)
                if holder is not None:
                    kept[holder][card] += 1
    private = [seat for seat in given if not {seat, rules.receiver(seat)} & set(lookers)]
    stock, soon_seen = position["stock"], _dealt_next(game, lookers)
    free = [place for place in range(len(stock)) if place not in soon_seen]
    hidden = [stock[place] for place in free]
    for seat, hand in hands.items():
        hidden += (Counter(hand) - kept[seat]).elements()
    if giving:
        hidden += [given[seat] for seat in private]
    chooser.shuffle(hidden)
    for seat, hand in hands.items():
        certainly = list(kept[seat].elements())
        hands[seat] = certainly + [hidden.pop() for _card in range(len(hand) - len(certainly))]
    for seat in private:
        given[seat] = hidden.pop() if giving else chooser.choice(dog.CARDS)
    for place in free:
        stock[place] = hidden.pop()
    position["known"] = {seat: known for seat, known in position["known"].items() if seat in lookers}
    if not giving:
        return dog.Game.from_position(position)
    for seat, card in given.items():
        hands[seat].append(card)
    found = dog.Game.from_position({**position, "given": {}})
    for seat, card in given.items():  # laid out again, so that they can also be taken back
        found.give(seat, card)
    return found


def _dealt_next(game: dog.Game, lookers: Collection[str]) -> set[int]:
    """The places in the stock of those cards of the next deal that the lookers will see, hidden draws included."""
    rules, position = game.rules, game.position()
    needed = game.next_deal * rules.players
    if len(position["stock"]) < needed:
        return set()  # all cards are shuffled first
    seen = set(lookers)
    if rules.exchange == "draw":
        seen |= {rules.after(seat) for seat in lookers}
    starter = rules.after(position["starter"])
    return {place for place in range(needed) if rules.after(starter, place % rules.players) in seen}


@dataclass(frozen=True)
class Deed:
    """What a seat does: it lays out a card to be given, or plays."""

    seat: str
    card: str | None = None
    play: str = ""

    @property
    def taken_from(self) -> str | None:
        return self.play[-1] if "?" in self.play else None

    def do(self, game: dog.Game) -> None:
        if self.card is not None:
            game.give(self.seat, self.card)
        else:
            game.play(self.play, self.seat)

    def message(self, number: int) -> Message:
        what = {"type": "play", "play": self.play} if self.card is None else {"type": "give", "card": self.card}
        return {**what, "id": f"{self.seat}-{number}", "after": number}


def comes_to_light(game: dog.Game, deed: Deed, lookers: Collection[str]) -> object:
    """What the lookers may see of a game after a deed, named piece by piece; nothing if it cannot be done."""
    after = game.copy()
    try:
        deed.do(after)
    except dog.IllegalPlay:
        return None
    position, receiver = after.position(), game.rules.receiver
    turn = after.last if deed.card is None else None
    public = ("marbles", "turn", "phase", "round", "starter", "laid_down", "seen", "last", "winners")
    concerned = {deed.seat, deed.taken_from} & set(lookers)
    return (
        [position.get(name) for name in public],
        [(position["hands"][seat], position["known"].get(seat)) for seat in sorted(lookers)],
        [(seat, card) for seat, card in position["given"].items() if seat in lookers],
        [card for seat, card in position["given"].items() if after.phase != "give" and receiver(seat) in lookers],
        turn.laid_down if turn is not None else None,
        turn.taken if turn is not None and concerned else None,
    )


class World:
    """A table in one of the houses, and the ears of everyone at it."""

    def __init__(self, held: HeldHouse) -> None:
        self.held = held
        self.code = ""
        self.seats: dict[str, Ear] = {}
        self.ears: list[Ear] = []  # of the one who looks on, and of both devices of the watched seat

    async def set_up(self, wishes: Mapping[str, Any], bots: Collection[str], watched: str | None) -> None:
        """People sit down on all seats but those of bots."""
        host = await Person(self.held.address).introduce("Host")
        made = await host.request("POST", "/api/tables", {**wishes, "bots": dict.fromkeys(bots, "puppy")})
        self.code = made["code"]
        table = (await self.held.house.table(self.code)).table
        for number, seat in enumerate(letter for letter in table.seats if letter not in bots):
            person = host if number == 0 else await Person(self.held.address).introduce(f"Person {seat}")
            self.seats[seat] = Ear(person, self.code)
            await self.seats[seat].open()
            await self.seats[seat].ask({"type": "sit", "id": "sit", "seat": seat})
        onlooker = Ear(await Person(self.held.address).introduce("Onlooker"), self.code)
        devices = [] if watched is None else [self.seats[watched], Ear(self.seats[watched].person, self.code)]
        self.ears = [onlooker, *devices]
        for ear in (onlooker, *devices[1:]):
            await ear.open()
        await self.quiet()

    async def start(self) -> None:
        await next(iter(self.seats.values())).ask({"type": "start", "id": "start"})
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
    def everyone(self) -> list[Ear]:
        return list(dict.fromkeys([*self.ears, *self.seats.values()]))

    async def quiet(self) -> None:
        """Until no bot is about to decide, nor the house, and everyone has heard of everything."""
        while True:
            number = self.live.table.number
            await self.ears[0].hear_of(number)
            table = self.live.table
            busy = any(table.seats[seat].level for seat in table.to_decide())
            if table.number == number and not busy and table.revealed == (table.status == "over"):
                break
            await self.ears[0].hear_of(number + 1)
        for ear in self.everyone:
            await ear.hear_of(number)

    async def come_back(self, ear: Ear) -> None:
        """A device goes, and comes back for what it has missed."""
        there = len(self.live.viewers)
        await ear.close()
        while len(self.live.viewers) == there:
            await asyncio.sleep(0.001)
        await ear.open(since=ear.number)
        for each in self.ears:
            await each.hear_out()

    async def close(self) -> None:
        for ear in self.everyone:
            await ear.close()
