"""People who play while the house dies and comes back, and who note all they said and were told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from typing import Any

from doghouse.server.client import Message, NotAllowed, Person, TableClient
from doghouse.server.protocol.phrases import PHRASES
from tests.support.players import decision, is_to_decide
from tests.support.server_process import HouseProcess

Wishes = tuple[dict[str, Any], int]  # a table to set up, and how many people sit there
TABLES: list[Wishes] = [
    ({}, 4),
    ({"rules": {"players": 3}}, 3),
    ({"rules": {"players": 2}, "pace": 600}, 2),
    ({"bots": {"B": "puppy", "D": "puppy"}}, 2),
]


def written(value: Any) -> str:
    """Data as text in which equal data is equal, and which is small enough to keep thousands."""
    return json.dumps(value, sort_keys=True)


class Diary:
    """What one person at a table said and was told, in order."""

    def __init__(self, person: Person, code: str) -> None:
        self.client = TableClient(person, code, self._note)
        self.said: dict[str, Message] = {}  # by the id that the person gave it
        self.told: list[Message] = []
        self.acknowledged: list[tuple[str, int]] = []

    @property
    def code(self) -> str:
        return self.client.code

    async def act(self, kind: str, **fields: Any) -> None:
        """Do something for the first and only time; the client sends it as often as it needs to be sent."""
        name = f"{kind} {len(self.said)}"
        self.said[name] = {"type": kind, **fields}
        number = await self.client.act(kind, name, **fields)
        await self.client.until(lambda: self.client.number >= number)

    def _note(self, message: Message) -> None:
        if message["type"] == "ack":
            self.acknowledged.append((message["id"], message["number"]))
        if message.get("state") is not None:
            message = {**message, "state": written(message["state"])}
        if message["type"] not in ("presence", "pong"):
            self.told.append(message)

    def situations(self) -> Counter[str]:
        """How often the house died between keeping an act of this person and acknowledging it, and between
        acknowledging it and showing it: when one comes back, it is among the events missed."""
        found: Counter[str] = Counter()
        own = {number for _id, number in self.acknowledged}
        acknowledged: set[int] = set()
        for message in self.told:
            if message["type"] == "ack":
                acknowledged.add(message["number"])
            for event in message["missed"] if message["type"] == "table" else ():
                if event["number"] in own:
                    found["unseen" if event["number"] in acknowledged else "unacknowledged"] += 1
        return found


async def table_with(addresses: list[str], wishes: Wishes) -> list[Diary]:
    """A new table where the game has begun: people who come by one address after the other, the host first, and last
    somebody who watches."""
    asked, people = wishes
    persons = [Person(addresses[place % len(addresses)]) for place in range(people + 1)]
    for place, person in enumerate(persons):
        await person.introduce(f"Person {place}")
    made = await persons[0].request("POST", "/api/tables", asked)
    diaries = [Diary(person, made["code"]) for person in persons]
    for diary in diaries:
        await diary.client.open()
    free = [seat for seat, shown in diaries[0].client.state["seats"].items() if shown["kind"] == "empty"]
    for diary, seat in zip(diaries[:people], free, strict=True):
        await diary.act("sit", seat=seat)
    host = diaries[0]
    await host.client.until(lambda: all(shown["kind"] != "empty" for shown in host.client.state["seats"].values()))
    await host.act("start")
    return diaries


def wish(diary: Diary, chooser: random.Random) -> tuple[str, dict[str, Any]]:
    """What to do next: decide if it is one's turn, else say something or change one's name. Those could be done twice
    without the rules of the game noticing."""
    client = diary.client
    if is_to_decide(client):
        kind, fields = decision(client.state["view"], chooser)
        return kind, {"after": client.number, **fields}
    if chooser.random() < 0.8:
        return "say", {"phrase": chooser.choice(PHRASES)}
    return "name", {"name": f"{len(diary.said)} times"}


class Party:
    """All people of all tables, playing."""

    def __init__(self, tables: list[list[Diary]], chooser: random.Random) -> None:
        self.diaries = [diary for table in tables for diary in table]
        self._has_ended = False
        self._players = [
            asyncio.create_task(self._play(diary, random.Random(chooser.random())))
            for table in tables
            for diary in table[:-1]
        ]

    async def _play(self, diary: Diary, chooser: random.Random) -> None:
        """Decide whenever it is one's turn, do something else when that takes long, also after the game."""
        client = diary.client
        while True:
            with contextlib.suppress(TimeoutError):
                await client.until(lambda: is_to_decide(client), chooser.uniform(0.02, 0.4))
            if self._has_ended:
                return
            kind, fields = wish(diary, chooser)
            try:
                await diary.act(kind, **fields)
            except NotAllowed as refused:
                if refused.answer["code"] != "stale":
                    raise

    def check_all_play(self) -> None:
        """Nobody has been refused anything, or waited in vain."""
        for player in self._players:
            if player.done():
                player.result()

    def move(self, old: HouseProcess, new: HouseProcess) -> None:
        """Whoever came by one house comes back by another."""
        for diary in self.diaries:
            if diary.client.person.address == old.address:
                diary.client.person.address = new.address

    def has_met_all(self) -> bool:
        """Whether people came back to acts that were kept and not acknowledged, and acknowledged and not shown."""
        found = sum((diary.situations() for diary in self.diaries), Counter[str]())
        return found["unacknowledged"] > 0 and found["unseen"] > 0

    async def rest(self) -> None:
        """Nobody begins anything more; what was begun is answered."""
        self._has_ended = True
        await asyncio.wait_for(asyncio.gather(*self._players), 60)

    async def leave(self) -> None:
        self._has_ended = True
        for player in self._players:
            player.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)
        await asyncio.gather(*(diary.client.close() for diary in self.diaries))
