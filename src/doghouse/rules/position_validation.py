"""Everything that can be wrong with a position. All faults are found, not only the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from doghouse.rules.core.layout import COPIES, JOKERS, STOCK
from doghouse.rules.errors import InvalidPlay
from doghouse.rules.notation import CARDS, KIND, SEATS, Play, parse_field
from doghouse.rules.rules import Rules

PARTS = (
    "rules", "marbles", "hands", "turn", "phase", "round", "starter", "first_dealer", "stock", "seen", "given",
    "laid_down", "known", "chance", "seven", "winners", "last",
)  # fmt: skip
PHASES = ("give", "play", "over")
UNKNOWN = "?"
MAX_ROUNDS = 1_000_000  # more than anybody plays, and what the core can count


def find_faults(rules: Rules, position: Mapping[str, Any]) -> list[str]:
    """Every fault of a position, in plain words with the rule it breaks; none if the position can be."""
    unknown = [f"a position has no part {part!r}" for part in position if part not in PARTS]
    shape = list(_shape(rules, position))
    if shape:
        return unknown + shape  # what follows relies on the shape
    faults = unknown
    faults += _board(rules, position["marbles"])
    faults += _cards(position)
    faults += _turn(rules, position)
    if "seven" in position and position["phase"] != "play":
        faults.append("a 7 is under way in phase 'play' only (R10)")
    if not faults:
        faults += _ending(rules, position)
    return faults


def _shape(rules: Rules, position: Mapping[str, Any]) -> Iterator[str]:
    """Whether the parts are there and of the right kind."""
    for part in ("marbles", "hands", "phase"):
        if part not in position:
            yield f"{part} is missing"
    for part in ("marbles", "hands", "laid_down"):
        yield from _lists(rules, part, position.get(part, {}))
    if isinstance(position.get("marbles"), Mapping):
        yield from (f"marbles: {seat} is missing" for seat in rules.seats if seat not in position["marbles"])
    for part in ("hands", "laid_down"):
        yield from _cards_are_cards(part, position.get(part, {}), unknown=True)
    if position.get("phase", "play") not in PHASES:
        yield f"phase is {', '.join(map(repr, PHASES))}, not {position['phase']!r}"
    for part in ("turn", "starter", "first_dealer"):
        if position.get(part) is not None and not _is_seat(rules, position[part]):
            yield f"{part} is one of the seats {' '.join(rules.seats)}, not {position[part]!r}"
    if not (_is_count(position.get("round", 1)) and 1 <= position.get("round", 1) <= MAX_ROUNDS):
        yield f"round is a number from 1 up, not {position['round']!r}"
    yield from _optional_parts(rules, position)


def _optional_parts(rules: Rules, position: Mapping[str, Any]) -> Iterator[str]:
    stock = position.get("stock")
    if stock is not None and not (isinstance(stock, list) and all(map(_is_card, stock))):
        yield "stock is a list of cards"
    seen = position.get("seen")
    if seen is not None and not (isinstance(seen, Mapping) and all(_is_card(c) and _is_count(seen[c]) for c in seen)):
        yield "seen is an object with a number for each card"
    given = position.get("given", {})
    if not (isinstance(given, Mapping) and all(_is_seat(rules, seat) and _is_card(given[seat]) for seat in given)):
        yield "given is an object with a card for each seat that has given"
    yield from _known_shape(rules, position.get("known", {}))
    chance = position.get("chance", {})
    if not (
        isinstance(chance, Mapping)
        and isinstance(chance.get("seed", ""), str | int)
        and "\\ud" not in ascii(chance.get("seed", ""))  # half of a character, which no file could hold
        and all(_is_count(chance.get(name, 0)) and chance.get(name, 0) <= MAX_ROUNDS for name in ("shuffles", "takes"))
    ):
        yield "chance is an object with a seed and the numbers of shuffles and takes"
    last = position.get("last", {"seat": rules.seats[0], "play": "fold"})
    if not (isinstance(last, Mapping) and _is_seat(rules, last.get("seat")) and _is_play(last.get("play"))):
        yield f"last says the seat and the play, not {last!r}"
    winners = position.get("winners", [])
    if not (isinstance(winners, list) and all(_is_seat(rules, seat) for seat in winners)):
        yield f"winners is a list of seats, not {winners!r}"
    seven = position.get("seven", {"card": "7", "left": 1})
    if not (
        isinstance(seven, Mapping)
        and seven.get("card") in ("7", "X")
        and type(seven.get("left")) is int
        and 1 <= seven["left"] <= 6
        and _is_seat(rules, seven.get("first_done", rules.seats[0]))
    ):
        yield f"seven says the card ('7' or 'X') and the points left (1 to 6), not {seven!r}"


def _known_shape(rules: Rules, known: Any) -> Iterator[str]:
    if not isinstance(known, Mapping) or not all(isinstance(holders, Mapping) for holders in known.values()):
        yield "known says for each seat the cards it knows in other hands"
        return
    for observer, holders in known.items():
        if not _is_seat(rules, observer) or any(observer in seats for seats in map(str, holders)):
            yield f"known says what a seat knows of other hands, not {observer!r} of {', '.join(map(repr, holders))}"
        yield from _lists(rules, f"known to {observer}", holders, several=True)
        yield from _cards_are_cards(f"known to {observer}", holders, unknown=False)


def _lists(rules: Rules, part: str, lists: Any, several: bool = False) -> Iterator[str]:
    """What is wrong with an object that has a list for each seat or, as ``BC``, for several together."""
    if not isinstance(lists, Mapping):
        yield f"{part} is an object with a list for each seat"
        return
    for seat, values in lists.items():
        if not (_is_seat(rules, seat) or (several and _are_seats(rules, seat))):
            yield f"{part}: nobody sits at {seat!r}; the seats are {' '.join(rules.seats)} (R2)"
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            yield f"{part}: {seat} has a list of texts, not {values!r}"


def _is_seat(rules: Rules, seat: Any) -> bool:
    return isinstance(seat, str) and seat in tuple(rules.seats)


def _are_seats(rules: Rules, seats: Any) -> bool:
    return isinstance(seats, str) and len(set(seats)) == len(seats) > 0 and set(seats) <= set(rules.seats)


def _cards_are_cards(part: str, hands: Any, unknown: bool) -> Iterator[str]:
    for seat, cards in hands.items() if isinstance(hands, Mapping) else ():
        for card in cards if isinstance(cards, list) else ():
            if not _is_card(card) and not (unknown and card == UNKNOWN):
                yield f"{part}: {seat} has {card!r}, which is not a card"


def _is_card(card: Any) -> bool:
    return isinstance(card, str) and card in KIND


def _is_play(text: Any) -> bool:
    try:
        return bool(str(Play.parse(text)) == text)
    except InvalidPlay:
        return False


def _is_count(number: Any) -> bool:
    return type(number) is int and number >= 0


def _board(rules: Rules, marbles: Mapping[str, list[str]]) -> Iterator[str]:
    taken: dict[str, str] = {}
    for seat, names in marbles.items():
        if len(names) != 4:
            yield f"{seat} has {len(names)} marbles instead of 4 (R1.1)"
        for name in names:
            field, fresh = name.removesuffix("!"), name.endswith("!")
            try:
                parse_field(field)
            except InvalidPlay as error:
                yield f"marbles of {seat}: {error}"
                continue
            if SEATS.index(field[0]) >= rules.sections:
                yield f"{field} is not on the board: it has {rules.sections} sections (R1.1)"
            if field[1] in "+-" and field[0] != seat:
                yield f"a marble of {seat} cannot stand on {field}: finish and kennel belong to {field[0]} (R8.1)"
            if fresh and field != f"{seat}0":
                yield f"a marble of {seat} cannot be fresh on {field}, only on {seat}0 (R7.1)"
            if field[1] != "-":
                if field in taken:
                    yield f"two marbles stand on {field}, of {taken[field]} and {seat} (R7.3)"
                taken[field] = seat


def _cards(position: Mapping[str, Any]) -> Iterator[str]:
    """No more cards of a kind than there are; all 110 of them, if the position tells where each is (R3.1)."""
    hands = position["hands"]
    unknown = any(UNKNOWN in cards for cards in hands.values())
    count = Counter(card for cards in hands.values() for card in cards)
    most = 6 - (position["round"] - 1) % 5 if "round" in position else STOCK // len(hands or "A")
    for seat, cards in hands.items():
        if len(cards) > most:
            yield f"{seat} holds {len(cards)} cards, but a hand has {most} at most (R3.2)"
    for holders in position.get("known", {}).values():
        for holder, cards in holders.items():
            if Counter(cards) - Counter(card for seat in holder for card in hands.get(seat, ())):
                yield f"known says that {holder} holds {' '.join(cards)}, but the hand says otherwise"
    if unknown and set(count) != {UNKNOWN}:
        yield "either all hands are known or none is: '?' stands with no other card"
    if position["phase"] == "give":
        count.update(position.get("given", {}).values())
    stock, seen = position.get("stock"), position.get("seen")
    count.update(stock or ())
    count.update(seen or {})
    if "seven" in position and seen is None:
        count[position["seven"]["card"]] += 1
    for card in CARDS:
        most = JOKERS if card == "X" else COPIES
        if count[card] > most:
            yield f"there are {count[card]} cards {card}, but the packs have {most} (R3.1)"
    if stock is not None and seen is not None and not unknown and count.total() != STOCK:
        yield f"hands, stock and cards seen are {count.total()} cards instead of {STOCK} (R3.1)"


def _turn(rules: Rules, position: Mapping[str, Any]) -> Iterator[str]:
    phase, turn, hands = position["phase"], position.get("turn"), position["hands"]
    given = position.get("given", {})
    if phase == "play":
        if turn is None:
            yield "in phase 'play' it is somebody's turn (R5.1)"
        elif not hands.get(turn) and "seven" not in position:
            yield f"it is {turn}'s turn, but {turn} has no cards (R5.3)"
    elif turn is not None:
        yield f"in phase {phase!r} it is nobody's turn, not {turn}'s"
    if phase == "give":
        if rules.exchange == "draw":
            yield "with exchange 'draw' nobody gives a card (R4.3)"
        sizes = {len(hands.get(seat, ())) + (seat in given) for seat in rules.seats}
        dealt = {6 - (position["round"] - 1) % 5} if "round" in position else sizes
        if len(sizes) > 1 or 0 in sizes or sizes != dealt:
            yield "before the exchange all hands are as large as they were dealt (R3.2)"
        if all(seat in given for seat in rules.seats):
            yield f"when all have given, the exchange is done and phase is 'play' (R4.{rules.exchange_form})"
        if any(UNKNOWN in cards for cards in hands.values()):
            yield "hands that are not known cannot be exchanged"
    for seat, cards in position.get("laid_down", {}).items():
        if hands.get(seat):
            yield f"{seat} has laid down and holds cards (R5.2)"
        if not 1 <= len(cards) <= 6:
            yield f"{seat} has laid down {len(cards)} cards, but lays down 1 to 6 (R5.2)"
    if all(position.get(part) for part in ("round", "starter", "first_dealer")):
        starter = rules.after(position["first_dealer"], position["round"])
        if position["starter"] != starter:
            yield f"round {position['round']} is begun by {starter} if {position['first_dealer']} dealt first (R3.3)"


def _ending(rules: Rules, position: Mapping[str, Any]) -> Iterator[str]:
    """A finished game is over, and nobody has won without all marbles in (R2.4)."""
    marbles = position["marbles"]
    complete = [team for team in rules.all_teams() if all(name[1] == "+" for seat in team for name in marbles[seat])]
    winners = "".join(sorted(set(position.get("winners", []))))
    if len(complete) > 1 and not rules.alone:
        yield f"{' and '.join(complete)} cannot all have their marbles in the finish: the first to do so wins (R2.4)"
    seven = "seven" in position
    if rules.alone and seven and len(complete) > 1 and "first_done" not in position["seven"]:
        yield f"{' and '.join(complete)} are complete, so seven says first_done: who was first (R13.4)"
    if seven and position["seven"].get("first_done", "") not in ("", *complete):
        yield f"first_done is a seat that has all marbles in the finish, not {position['seven']['first_done']} (R13.4)"
    if complete and position["phase"] != "over" and not (rules.alone and seven):
        yield f"{' and '.join(complete[0])} have all marbles in the finish, so phase is 'over' (R2.4)"
    if complete and position["phase"] == "over" and not winners:
        yield f"{' and '.join(complete[0])} have all marbles in the finish, so winners says so (R2.4)"
    if winners and winners not in complete:
        yield f"{' and '.join(winners)} cannot have won: not all their marbles are in the finish (R2.4)"
    if winners and position["phase"] != "over":
        yield "with winners, phase is 'over' (R2.4)"
