"""Read a record line by line, replaying each, so that an error names its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from doghouse.rules.core.layout import DEAL, DRAW, GIVE
from doghouse.rules.errors import DogError, InvalidRecord
from doghouse.rules.explain import Explainer
from doghouse.rules.game_state import GameState
from doghouse.rules.notation import SEATS, Play, parse_card
from doghouse.rules.plays import find_steps
from doghouse.rules.record_headers import ROUND, TURN, Headers, Line, lines_of
from doghouse.rules.record_writer import STOP, result

_CARDS = re.compile(r"(deal|give|draw) ([A-F]):\s*(.*)")


@dataclass(frozen=True)
class Event:
    """An event of a recorded game: its beginning, a deal, a card given, a play or fold, an early stop."""

    kind: Literal["begin", "deal", "give", "play", "stop"]
    seat: str | None = None
    card: str | None = None  # the card given
    play: Play | None = None
    taken: str | None = None  # the card that a 2 took


class RecordReader:
    """Reads one record; ``state`` is the game so far."""

    def __init__(self, text: str, seed: str) -> None:
        if not isinstance(text, str):
            raise InvalidRecord(1, f"a record must be a string, not {type(text).__name__}")
        self.headers = Headers(lines_of(text))
        self.state = self.headers.begin(seed)

    def read(self) -> GameState:
        """Replay the whole record, and deal if a round is due."""
        for _event in self.events():
            pass
        self.state.settle_chance()
        return self.state

    def events(self) -> Iterator[Event]:
        """Replay event by event, yielding after each. Between rounds nobody is to act."""
        state = self.state
        rest = list(self.headers.body)
        yield Event("begin")
        while rest:
            if rest[0].text.startswith("Round"):
                self._deal(state, rest)
                yield Event("deal")
            else:
                yield self._act(state, rest.pop(0))
        claimed = self.headers.values.get("Result", "*")
        if claimed not in ("*", result(state)):
            raise self.headers.error("Result", f"the game as recorded gives {result(state)!r}")

    def _deal(self, state: GameState, rest: list[Line]) -> None:
        heading = rest.pop(0)
        match = ROUND.fullmatch(heading.text)
        if match is None:
            raise InvalidRecord(heading.number, f"expected 'Round N, M cards, S deals', not {heading.text!r}")
        if state.phase == "over" or state.core.phase != DEAL:
            missing = "the game is over" if state.phase == "over" else "the previous round is not finished"
            raise InvalidRecord(heading.number, f"no round can begin here: {missing}")
        due = state.core.round + 1, state.core.deal_size(), state.dealer
        if any(part is not None and part != str(value) for part, value in zip(match.groups(), due, strict=True)):
            raise InvalidRecord(heading.number, f"expected {_heading(state)}, not {heading.text!r}")
        self._deal_hands(state, heading, self._take(rest, "deal"))
        if state.rules.exchange == "draw":
            drawn = self._take(rest, "draw")
            if state.core.phase == DRAW:
                self._draw(state, heading, drawn)
            else:  # kept for the record, but unused without hands
                for seat, (_line, cards) in drawn.items():
                    if cards and seat in state.rules.seats:
                        state.rounds[-1].given[state.rules.after(seat)] = cards[0]

    def _take(self, rest: list[Line], kind: str) -> dict[str, tuple[Line, list[str]]]:
        """Take the next lines of a kind, with their cards, by seat."""
        lines: dict[str, tuple[Line, list[str]]] = {}
        while rest and (match := _CARDS.fullmatch(rest[0].text)) and match[1] == kind:
            line = rest.pop(0)
            if match[2] in lines:
                raise InvalidRecord(line.number, f"{match[2]} appears twice")
            lines[match[2]] = line, self._cards(line, match[3])
        return lines

    def _cards(self, line: Line, text: str) -> list[str]:
        try:
            return [parse_card(word) for word in text.split()]
        except DogError as error:
            raise InvalidRecord(line.number, str(error)) from None

    def _deal_hands(self, state: GameState, heading: Line, dealt: dict[str, tuple[Line, list[str]]]) -> None:
        seeded = self.headers.seeded
        if not state.hands_known or (not dealt and seeded):
            state.deal()
            return
        size = state.core.deal_size()
        for seat in state.rules.seats:
            if seat not in dealt:
                raise InvalidRecord(heading.number, f"the hand of {seat} is missing: expected 'deal {seat}: ...'")
        for seat, (line, cards) in dealt.items():
            if seat not in state.rules.seats:
                raise InvalidRecord(line.number, f"nobody sits at {seat}")
            if len(cards) != size:
                raise InvalidRecord(line.number, f"expected {size} cards, not {len(cards)}")
        hands = {seat: cards for seat, (_line, cards) in dealt.items()}
        try:
            state.deal(None if seeded else hands)
        except ValueError as error:
            raise InvalidRecord(heading.number, str(error)) from None
        for seat, (line, cards) in dealt.items():
            if sorted(cards) != sorted(state.hand(seat)):
                raise InvalidRecord(line.number, f"the seed deals {' '.join(state.hand(seat))} to {seat}")

    def _draw(self, state: GameState, heading: Line, drawn: dict[str, tuple[Line, list[str]]]) -> None:
        if not drawn and self.headers.seeded:
            state.draw()
            return
        for seat, (line, _cards) in drawn.items():
            if seat not in state.rules.seats:
                raise InvalidRecord(line.number, f"nobody sits at {seat}")
        for seat in state.rules.seats:
            if len(drawn.get(seat, (heading, []))[1]) != 1:
                raise InvalidRecord(heading.number, f"expected 'draw {seat}: ' and the card that {seat} drew")
        hidden = {seat: cards[0] for seat, (_line, cards) in drawn.items()}
        try:
            state.draw(None if self.headers.seeded else hidden)
        except ValueError as error:
            raise InvalidRecord(heading.number, str(error)) from None
        for seat, (line, cards) in drawn.items():
            lost = state.given(state.rules.after(seat))
            if lost != cards[0]:
                raise InvalidRecord(line.number, f"by the seed, {seat} draws {lost}")

    # Acts.

    def _act(self, state: GameState, line: Line) -> Event:
        if state.phase == "over":
            raise InvalidRecord(line.number, "nothing may follow: the game is over")
        if state.core.phase == DEAL:
            header = "a header such as 'Players: 4', or " if state.core.round == 0 else ""
            expected = f"{header}a round to begin: {_heading(state)}"
            raise InvalidRecord(line.number, f"expected {expected}, not {line.text!r} (R5.3)")
        if line.text == STOP:
            state.stop()
            return Event("stop")
        if (match := _CARDS.fullmatch(line.text)) and match[1] == "give":
            return self._give(state, line, match[2], self._cards(line, match[3]))
        if match := TURN.fullmatch(line.text):
            return self._turn(state, line, match[1], match[2].strip())
        expected = "'A: ' and a play, 'give A: ' and a card, or a round"
        raise InvalidRecord(line.number, f"expected {expected}, not {line.text!r}")

    def _give(self, state: GameState, line: Line, seat: str, cards: list[str]) -> Event:
        rule = f"R4.{state.rules.exchange_form}"
        past = state.rounds[-1]
        giving = state.core.phase == GIVE if state.hands_known else not past.turns
        if not giving or seat not in state.rules.seats or seat in past.given or state.given(seat) is not None:
            raise InvalidRecord(line.number, f"{seat} has no card to give here ({rule})")
        if len(cards) != 1 or (state.hands_known and cards[0] not in state.hand(seat)):
            hand = f" of {' '.join(state.hand(seat))}" if state.hands_known else ""
            raise InvalidRecord(line.number, f"expected one card{hand} ({rule})")
        if state.hands_known:
            state.give(seat, cards[0])
        else:
            past.given[seat] = cards[0]  # kept for the record, but unused without hands
        return Event("give", seat, cards[0])

    def _turn(self, state: GameState, line: Line, seat: str, text: str) -> Event:
        core = state.core
        if core.phase == GIVE:
            rule = f"R4.{state.rules.exchange_form}"
            raise InvalidRecord(line.number, f"the exchange comes first: expected 'give' lines ({rule})")
        acting = SEATS[core.turn]
        if seat != acting:
            raise InvalidRecord(line.number, f"expected a play of {acting}, whose turn it is, not of {seat} (R5.1)")
        text, taken = self._taken(line, text)
        try:
            play = Play.parse(text)
        except DogError as error:
            raise InvalidRecord(line.number, str(error)) from None
        core = state.with_card(play)
        steps = find_steps(core, play)
        if steps is None:
            raise InvalidRecord(line.number, f"{text}: {Explainer(state.rules, core).reason(play)}")
        self._check_taken(state, line, play, taken)
        state.act(play, steps, None if self.headers.seeded else taken)
        happened = state.last
        assert happened is not None
        if state.hands_known and taken not in (None, happened.taken):
            raise InvalidRecord(line.number, f"the seed takes {happened.taken}")
        return Event("play", seat, play=play, taken=happened.taken or taken)

    def _check_taken(self, state: GameState, line: Line, play: Play, taken: str | None) -> None:
        other = play.takes_from
        if taken is None:
            if other is not None and state.hands_known and not self.headers.seeded:
                raise InvalidRecord(line.number, f"expected the card that was taken, as in '{play} (K)' (R13.3)")
        elif other is None or (state.hands_known and taken not in state.hand(other)):
            raise InvalidRecord(line.number, f"no {taken} can be taken here (R13.3)")

    def _taken(self, line: Line, text: str) -> tuple[str, str | None]:
        """Split off the card that a 2 took, in brackets after the play."""
        if not text.endswith(")") or "(" not in text:
            return text, None
        play, _bracket, card = text[:-1].rpartition("(")
        cards = self._cards(line, card)
        if len(cards) != 1:
            raise InvalidRecord(line.number, f"expected one card in the brackets, not {card!r}")
        return play.strip(), cards[0]


def _heading(state: GameState) -> str:
    """Return the heading of the next round."""
    return f"'Round {state.core.round + 1}, {state.core.deal_size()} cards, {state.dealer} deals'"
