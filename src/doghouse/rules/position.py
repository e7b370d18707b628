"""Positions as plain JSON data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from doghouse.rules.chance import FULL_PACK, Chance
from doghouse.rules.core.layout import EMPTY, GIVE, OVER, PLAY
from doghouse.rules.errors import InvalidPosition, InvalidRules
from doghouse.rules.game_state import GameState
from doghouse.rules.history import Round, Turn
from doghouse.rules.marbles import load_marbles, marbles_of
from doghouse.rules.notation import CARDS, KIND, SEATS
from doghouse.rules.position_validation import find_faults
from doghouse.rules.rules import Rules
from doghouse.rules.view import seven_under_way

_PACK = Counter(dict(zip(CARDS, FULL_PACK, strict=True)))


def write(state: GameState) -> dict[str, Any]:
    """Return the whole position, with hidden cards and seed."""
    core, rules = state.core, state.rules
    position: dict[str, Any] = {
        "rules": rules.to_json(),
        "marbles": marbles_of(core, rules.seats),
        "hands": {seat: state.hand(seat) for seat in rules.seats},
        "turn": state.turn,
        "phase": state.phase,
        "round": core.round,
        "starter": SEATS[core.starter],
        "first_dealer": state.first_dealer,
        "stock": [CARDS[kind] for kind in core.stock()] if state.hands_known else None,
        "seen": {card: count for card, count in zip(CARDS, core.seen(), strict=True) if count},
        "given": {seat: card for seat in rules.seats if (card := state.given(seat)) is not None},
        "laid_down": {seat: list(cards) for seat, cards in sorted(state.laid_down.items())},
        "known": {seat: known for seat in rules.seats if (known := state.knowledge.of(seat))},
        "chance": {"seed": state.chance.seed, "shuffles": state.shuffles, "takes": state.takes},
    }
    if state.last is not None:
        position["last"] = {"seat": state.last.seat, "play": state.last.play}
    if core.seven_left:
        position["seven"] = seven_under_way(state)
    if core.winners:
        position["winners"] = [seat for seat in rules.seats if core.winners >> SEATS.index(seat) & 1]
    return position


def read(position: Mapping[str, Any], seed: str) -> GameState:
    """Return the state of a position; the seed is used if the position has none."""
    if not isinstance(position, Mapping):
        raise InvalidPosition([f"expected an object with rules, marbles, hands, turn and phase, not {position!r}"])
    try:
        rules = Rules.from_json(position.get("rules", {}))
    except (InvalidRules, TypeError) as error:
        raise InvalidPosition([f"rules: {error}"]) from None
    faults = find_faults(rules, position)
    if faults:
        raise InvalidPosition(faults)
    hands = {seat: list(position["hands"].get(seat, [])) for seat in rules.seats}
    known = not any("?" in hand for hand in hands.values()) and position.get("stock", ()) is not None
    starter = position.get("starter") or position.get("turn") or rules.seats[0]
    chance = position.get("chance", {})
    state = GameState(
        rules,
        Chance(str(chance.get("seed", seed))),
        rules.core(starter),
        position.get("first_dealer") or rules.after(starter, -1),
        known,
        shuffles=chance.get("shuffles", 0),
        takes=chance.get("takes", 0),
    )
    load_marbles(state.core, position["marbles"])
    _load_cards(state, position, hands)
    _load_turn(state, position, starter)
    _load_knowledge(state, position)
    if "seven" in position and not state.core.seven_chunks(state.core.seven_card):
        raise InvalidPosition(["the rest of the 7 cannot be used up (R10.3)"])
    if "last" in position:
        state.last = Turn(position["last"]["seat"], position["last"]["play"])
    state.began_at = write(state)
    hands_now = {seat: state.hand(seat) for seat in rules.seats} if known else None
    state.rounds.append(Round(state.core.round, 0, state.dealer, hands_now))
    return state


def _load_cards(state: GameState, position: Mapping[str, Any], hands: dict[str, list[str]]) -> None:
    """Load hands, stock and pile; cards not mentioned are in the stock, or else were seen."""
    core = state.core
    given = position.get("given", {})
    for seat, card in given.items():
        core.load_given(SEATS.index(seat), KIND[card])
        if position["phase"] == "give":
            hands[seat].append(card)
    for seat, cards in hands.items():
        core.load_hand(SEATS.index(seat), [0 if card == "?" else KIND[card] for card in cards])
    rest = Counter(_PACK)
    for cards in hands.values():
        rest.subtract(card for card in cards if card != "?")
    rest.subtract([position["seven"]["card"]] if "seven" in position and "seen" not in position else [])
    seen, stock = position.get("seen"), position.get("stock")
    if seen is not None:
        rest.subtract(seen)
    if stock is None:
        unseen = [KIND[card] for card in CARDS for _copy in range(rest[card])]
        stock = [CARDS[kind] for kind in state.chance.shuffle(0, unseen)] if state.hands_known else []
    rest.subtract(stock)
    if seen is None:
        seen = rest
    if "seven" in position and "seen" not in position:
        seen = Counter(seen) + Counter([position["seven"]["card"]])
    core.load_stock([KIND[card] for card in stock])
    core.load_seen([seen.get(card, 0) for card in CARDS])


def _load_turn(state: GameState, position: Mapping[str, Any], starter: str) -> None:
    core, phase = state.core, position["phase"]
    seven = position.get("seven", {})
    laid_down = position.get("laid_down", {})
    winners = position.get("winners", [])
    turn = position.get("turn") or (state.rules.after(starter) if phase == "over" else starter)
    core.load_turn(
        turn=SEATS.index(turn),
        phase={"give": GIVE, "play": PLAY, "over": OVER if winners else PLAY}[phase],
        round=position.get("round", 1),
        starter=SEATS.index(starter),
        folded=sum(1 << SEATS.index(seat) for seat in laid_down),
        seven_left=seven.get("left", 0),
        seven_card=KIND[seven.get("card", "7")] if seven else 0,
        first_done=_first_done(state, seven),
        winners=sum(1 << SEATS.index(seat) for seat in winners),
    )
    state.stopped = phase == "over" and not winners
    state.laid_down = {seat: list(cards) for seat, cards in laid_down.items()}


def _first_done(state: GameState, seven: Mapping[str, Any]) -> int:
    """Return who was completed first by an unfinished 7 in a game without teams (R13.4)."""
    if "first_done" in seven:
        return SEATS.index(seven["first_done"])
    complete = [seat for seat in map(SEATS.index, state.rules.seats) if state.core.finished(seat) == 15]
    return complete[0] if state.rules.alone and seven and complete else EMPTY


def _load_knowledge(state: GameState, position: Mapping[str, Any]) -> None:
    for observer, holders in position.get("known", {}).items():
        for holder, cards in holders.items():
            for card in cards:
                state.knowledge.learn(observer, holder, card)
