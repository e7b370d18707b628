"""Games with other hidden cards that look the same to some seats."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import doghouse as dog


def other_world(game: dog.Game, viewer: str | None, chooser: random.Random) -> dict[str, Any]:
    """The same position with everything that is hidden from the viewer dealt anew."""
    position = copy.deepcopy(game.position())
    known = position["known"].get(viewer, {}) if viewer else {}
    kept: dict[str, Counter[str]] = {}
    for holders, cards in known.items():  # of several together, with whoever has them
        for card in cards:
            holder = next(
                seat for seat in holders if position["hands"][seat].count(card) > kept.get(seat, {}).get(card, 0)
            )
            kept.setdefault(holder, Counter())[card] += 1
    giving = position["phase"] == "give"
    hidden: list[str] = list(position["stock"])
    for seat, hand in position["hands"].items():
        if seat != viewer:
            hidden += list((Counter(hand) - kept.get(seat, Counter())).elements())
    if giving:
        hidden += [card for seat, card in position["given"].items() if seat != viewer]
    chooser.shuffle(hidden)
    for seat, hand in position["hands"].items():
        if seat != viewer:
            certain = list(kept.get(seat, Counter()).elements())
            position["hands"][seat] = certain + [hidden.pop() for _card in range(len(hand) - len(certain))]
    for seat in position["given"]:
        if seat != viewer and giving:
            position["given"][seat] = hidden.pop()
        elif seat != viewer and game.rules.receiver(seat) != viewer:
            position["given"][seat] = chooser.choice(dog.CARDS)
    position["stock"] = hidden
    position["known"] = {viewer: known} if known else {}
    position["chance"] = {"seed": "another world", "shuffles": 99, "takes": 99}
    return position


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

    def message(self, number: int) -> dict[str, Any]:
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
