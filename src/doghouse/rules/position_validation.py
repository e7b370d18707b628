"""Validate a position and list all its faults, not only the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from doghouse.rules.chance import FULL_PACK
from doghouse.rules.core.layout import STOCK
from doghouse.rules.errors import InvalidPlay
from doghouse.rules.notation import CARDS, KIND, SEATS, Play, parse_field
from doghouse.rules.rules import Rules

FIELDS = (
    "rules", "marbles", "hands", "turn", "phase", "round", "starter", "first_dealer", "stock", "seen", "given",
    "laid_down", "known", "chance", "seven", "winners", "last",
)  # fmt: skip
PHASES = ("give", "play", "over")
UNKNOWN = "?"
MAX_ROUNDS = 1_000_000  # the core counts that far


def find_faults(rules: Rules, position: Mapping[str, Any]) -> list[str]:
    """Return every fault of a position, with the rule it breaks; none if the position is valid."""
    unknown = [f"unknown field {part!r}" for part in position if part not in FIELDS]
    shape = list(_shape(rules, position))
    if shape:
        return unknown + shape  # the other checks rely on the shape
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
    """Check that required fields exist and all fields have the right type."""
    for part in ("marbles", "hands", "phase"):
        if part not in position:
            yield f"{part} is missing"
    for part, cards in (("marbles", None), ("hands", (*CARDS, UNKNOWN)), ("laid_down", (*CARDS, UNKNOWN))):
        yield from _lists(rules, part, position.get(part, {}), cards)
    if isinstance(position.get("marbles"), Mapping):
        yield from (f"marbles: {seat} is missing" for seat in rules.seats if seat not in position["marbles"])
    if position.get("phase", "play") not in PHASES:
        yield f"phase must be one of {', '.join(map(repr, PHASES))}, not {position['phase']!r}"
    for part in ("turn", "starter", "first_dealer"):
        if position.get(part) is not None and not _is_seat(rules, position[part]):
            yield f"{part} must be one of the seats {' '.join(rules.seats)}, not {position[part]!r}"
    if not (_is_count(position.get("round", 1)) and 1 <= position.get("round", 1) <= MAX_ROUNDS):
        yield f"round must be an integer from 1 up, not {position['round']!r}"
    yield from _optional_fields(rules, position)


def _optional_fields(rules: Rules, position: Mapping[str, Any]) -> Iterator[str]:
    stock = position.get("stock")
    if stock is not None and not (isinstance(stock, list) and all(map(_is_card, stock))):
        yield f"stock must be a list of cards, not {stock!r}"
    seen = position.get("seen")
    if seen is not None and not (isinstance(seen, Mapping) and all(_is_card(c) and _is_count(seen[c]) for c in seen)):
        yield f"seen must map cards to counts, not {seen!r}"
    given = position.get("given", {})
    if not (isinstance(given, Mapping) and all(_is_seat(rules, seat) and _is_card(given[seat]) for seat in given)):
        yield f"given must map seats to cards, not {given!r}"
    yield from _known_shape(rules, position.get("known", {}))
    chance = position.get("chance", {})
    if not (
        isinstance(chance, Mapping)
        and isinstance(chance.get("seed", ""), str | int)
        and "\\ud" not in ascii(chance.get("seed", ""))  # a lone surrogate, which UTF-8 cannot encode
        and all(_is_count(chance.get(name, 0)) and chance.get(name, 0) <= MAX_ROUNDS for name in ("shuffles", "takes"))
    ):
        yield f"chance must be an object with seed, shuffles and takes, not {chance!r}"
    last = position.get("last", {"seat": rules.seats[0], "play": "fold"})
    if not (isinstance(last, Mapping) and _is_seat(rules, last.get("seat")) and _is_play(last.get("play"))):
        yield f"last must be an object with seat and play, not {last!r}"
    winners = position.get("winners", [])
    if not (isinstance(winners, list) and all(_is_seat(rules, seat) for seat in winners)):
        yield f"winners must be a list of seats, not {winners!r}"
    seven = position.get("seven", {"card": "7", "left": 1})
    if not (
        isinstance(seven, Mapping)
        and seven.get("card") in ("7", "X")
        and type(seven.get("left")) is int
        and 1 <= seven["left"] <= 6
        and _is_seat(rules, seven.get("first_done", rules.seats[0]))
    ):
        yield f"seven must have card ('7' or 'X') and left (1 to 6), not {seven!r}"


def _known_shape(rules: Rules, known: Any) -> Iterator[str]:
    if not isinstance(known, Mapping) or not all(isinstance(holders, Mapping) for holders in known.values()):
        yield f"known must map each seat to the cards it knows in other hands, not {known!r}"
        return
    for observer, holders in known.items():
        if not _is_seat(rules, observer) or any(observer in seats for seats in map(str, holders)):
            yield f"known must map a seat to other seats, not {observer!r} to {', '.join(map(repr, holders))}"
        yield from _lists(rules, f"known to {observer}", holders, CARDS, several=True)


def _lists(rules: Rules, part: str, lists: Any, cards: tuple[str, ...] | None, several: bool = False) -> Iterator[str]:
    """Check a mapping from seats, or groups of seats such as ``BC``, to lists of cards or, with None, of strings."""
    if not isinstance(lists, Mapping):
        yield f"{part} must map each seat to a list, not {lists!r}"
        return
    for seat, values in lists.items():
        if not (_is_seat(rules, seat) or (several and _are_seats(rules, seat))):
            yield f"{part}: nobody sits at {seat!r}; the seats are {' '.join(rules.seats)} (R2)"
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            yield f"{part}: {seat} must have a list of strings, not {values!r}"
        elif cards is not None:
            yield from (f"{part}: {seat} has {card!r}, which is not a card" for card in values if card not in cards)


def _is_seat(rules: Rules, seat: Any) -> bool:
    return isinstance(seat, str) and seat in tuple(rules.seats)


def _are_seats(rules: Rules, seats: Any) -> bool:
    return isinstance(seats, str) and len(set(seats)) == len(seats) > 0 and set(seats) <= set(rules.seats)


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
    """Check the number of cards of each kind, and their total if the position has stock and seen (R3.1)."""
    hands = position["hands"]
    unknown = any(UNKNOWN in cards for cards in hands.values())
    count = Counter(card for cards in hands.values() for card in cards)
    limit = 6 - (position["round"] - 1) % 5 if "round" in position else STOCK // len(hands or "A")
    for seat, cards in hands.items():
        if len(cards) > limit:
            yield f"{seat} holds {len(cards)} cards, but the maximum is {limit} (R3.2)"
    for holders in position.get("known", {}).values():
        for holder, cards in holders.items():
            if Counter(cards) - Counter(card for seat in holder for card in hands.get(seat, ())):
                yield f"known says that {holder} holds {' '.join(cards)}, but the hand does not have them"
    if unknown and set(count) != {UNKNOWN}:
        yield "'?' stands beside known cards: either all hands are known or none"
    if position["phase"] == "give":
        count.update(position.get("given", {}).values())
    stock, seen = position.get("stock"), position.get("seen")
    count.update(stock or ())
    count.update(seen or {})
    if "seven" in position and seen is None:
        count[position["seven"]["card"]] += 1
    for card, copies in zip(CARDS, FULL_PACK, strict=True):
        if count[card] > copies:
            yield f"there are {count[card]} cards {card}, but the packs have {copies} (R3.1)"
    if stock is not None and seen is not None and not unknown and count.total() != STOCK:
        yield f"hands, stock and cards seen are {count.total()} cards instead of {STOCK} (R3.1)"


def _turn(rules: Rules, position: Mapping[str, Any]) -> Iterator[str]:
    phase, turn, hands = position["phase"], position.get("turn"), position["hands"]
    given = position.get("given", {})
    if phase == "play":
        if turn is None:
            yield "phase 'play' needs a turn (R5.1)"
        elif not hands.get(turn) and "seven" not in position:
            yield f"it is {turn}'s turn, but {turn} has no cards (R5.3)"
    elif turn is not None:
        yield f"turn must be null in phase {phase!r}, not {turn!r}"
    if phase == "give":
        if rules.exchange == "draw":
            yield "phase 'give' is impossible with exchange 'draw' (R4.3)"
        sizes = {len(hands.get(seat, ())) + (seat in given) for seat in rules.seats}
        dealt = {6 - (position["round"] - 1) % 5} if "round" in position else sizes
        if len(sizes) > 1 or 0 in sizes or sizes != dealt:
            yield "before the exchange every hand must be as large as dealt (R3.2)"
        if all(seat in given for seat in rules.seats):
            yield f"all seats have given, so phase must be 'play' (R4.{rules.exchange_form})"
        if any(UNKNOWN in cards for cards in hands.values()):
            yield "unknown hands cannot be exchanged"
    for seat, cards in position.get("laid_down", {}).items():
        if hands.get(seat):
            yield f"{seat} has folded but holds cards (R5.2)"
        if not 1 <= len(cards) <= 6:
            yield f"{seat} has laid down {len(cards)} cards, but a fold lays down 1 to 6 (R5.2)"
    if all(position.get(part) for part in ("round", "starter", "first_dealer")):
        starter = rules.after(position["first_dealer"], position["round"])
        if position["starter"] != starter:
            yield f"round {position['round']} must start with {starter}, not {position['starter']} (R3.3)"


def _ending(rules: Rules, position: Mapping[str, Any]) -> Iterator[str]:
    """Check phase and winners against the marbles in the finish (R2.4)."""
    marbles = position["marbles"]
    complete = [team for team in rules.all_teams() if all(name[1] == "+" for seat in team for name in marbles[seat])]
    winners = "".join(sorted(set(position.get("winners", []))))
    if len(complete) > 1 and not rules.alone:
        yield f"{' and '.join(complete)} cannot all have their marbles in the finish: the first to do so wins (R2.4)"
    seven = "seven" in position
    if rules.alone and seven and len(complete) > 1 and "first_done" not in position["seven"]:
        yield f"{' and '.join(complete)} are complete, so seven needs first_done (R13.4)"
    if seven and position["seven"].get("first_done", "") not in ("", *complete):
        yield f"first_done must be a seat with all marbles in the finish, not {position['seven']['first_done']} (R13.4)"
    if complete and position["phase"] != "over" and not (rules.alone and seven):
        yield f"{' and '.join(complete[0])} have all marbles in the finish, so phase must be 'over' (R2.4)"
    if complete and position["phase"] == "over" and not winners:
        yield f"{' and '.join(complete[0])} have all marbles in the finish, so winners must name them (R2.4)"
    if winners and winners not in complete:
        yield f"{' and '.join(winners)} cannot have won: not all their marbles are in the finish (R2.4)"
    if winners and position["phase"] != "over":
        yield "winners are given, so phase must be 'over' (R2.4)"
