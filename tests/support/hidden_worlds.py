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
    """Return the position with everything redealt that is hidden from the viewer."""
    position = copy.deepcopy(game.position())
    known = position["known"].get(viewer, {}) if viewer else {}
    kept: dict[str, Counter[str]] = {}
    for holders, cards in known.items():  # known to be held by one of several seats: keep it with its holder
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


def redeal_hidden(
    game: dog.Game,
    observers: Collection[str],
    chooser: random.Random,
    certain: Mapping[str, Sequence[str]] | None = None,
) -> dog.Game:
    """Redeal the cards the observers cannot see now or in the next deal; ``certain`` cards stay in their hands."""
    position = copy.deepcopy(game.position())
    rules, giving, hands, given = game.rules, game.phase == "give", position["hands"], position["given"]
    kept = {seat: Counter(hand if seat in observers else (certain or {}).get(seat, ())) for seat, hand in hands.items()}
    for observer in observers:
        for holders, cards in position["known"].get(observer, {}).items():
            if len(holders) == 1:
                kept[holders] |= Counter(cards)
                continue
            for card in cards:  # held by one of several seats: keep it with its holder
                holder = next((seat for seat in holders if hands[seat].count(card) > kept[seat][card]), None)
                if holder is not None:
                    kept[holder][card] += 1
    private = [seat for seat in given if not {seat, rules.receiver(seat)} & set(observers)]
    stock, seen_next = position["stock"], _visible_in_next_deal(game, observers)
    free = [place for place in range(len(stock)) if place not in seen_next]
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
    position["known"] = {seat: known for seat, known in position["known"].items() if seat in observers}
    if not giving:
        return dog.Game.from_position(position)
    for seat, card in given.items():
        hands[seat].append(card)
    redealt = dog.Game.from_position({**position, "given": {}})
    for seat, card in given.items():  # given again, so that they can be taken back
        redealt.give(seat, card)
    return redealt


def _visible_in_next_deal(game: dog.Game, observers: Collection[str]) -> set[int]:
    """Return the indices in the stock of the cards that the observers see in the next deal, hidden draws included."""
    rules, position = game.rules, game.position()
    needed = game.next_deal * rules.players
    if len(position["stock"]) < needed:
        return set()  # all cards are shuffled first
    seen = set(observers)
    if rules.exchange == "draw":
        seen |= {rules.after(seat) for seat in observers}
    starter = rules.after(position["starter"])
    return {place for place in range(needed) if rules.after(starter, place % rules.players) in seen}


@dataclass(frozen=True)
class Action:
    """A decision of a seat: to give a card, or to play."""

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
        decision = {"type": "play", "play": self.play} if self.card is None else {"type": "give", "card": self.card}
        return {**decision, "id": f"{self.seat}-{number}", "after": number}


def visible_after(game: dog.Game, action: Action, observers: Collection[str]) -> object:
    """Return all that the observers may see of a game after an action; None if it is illegal."""
    after = game.copy()
    try:
        action.do(after)
    except dog.IllegalPlay:
        return None
    position, receiver = after.position(), game.rules.receiver
    turn = after.last if action.card is None else None
    public = ("marbles", "turn", "phase", "round", "starter", "laid_down", "seen", "last", "winners")
    concerned = {action.seat, action.taken_from} & set(observers)
    return (
        [position.get(name) for name in public],
        [(position["hands"][seat], position["known"].get(seat)) for seat in sorted(observers)],
        [(seat, card) for seat, card in position["given"].items() if seat in observers],
        [card for seat, card in position["given"].items() if after.phase != "give" and receiver(seat) in observers],
        turn.laid_down if turn is not None else None,
        turn.taken if turn is not None and concerned else None,
    )
