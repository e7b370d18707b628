"""Reading a record: line by line, each replayed as it is read, so that an error names its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from doghouse.rules.core.layout import DEAL, DRAW, GIVE
from doghouse.rules.errors import DogError, InvalidRecord
from doghouse.rules.explain import Explainer
from doghouse.rules.game_state import Course
from doghouse.rules.notation import SEATS, Play, parse_card
from doghouse.rules.plays import find_steps
from doghouse.rules.record_headers import ROUND, TURN, Headers, Line, lines_of
from doghouse.rules.record_writer import STOP, result

_CARDS = re.compile(r"(deal|give|draw) ([A-F]):\s*(.*)")


@dataclass(frozen=True)
class Event:
    """Something in a recorded game: its beginning, a round dealt, a card given, a play or fold, an early stop."""

    kind: Literal["begin", "deal", "give", "play", "stop"]
    seat: str | None = None
    card: str | None = None  # the card given
    play: Play | None = None
    taken: str | None = None  # the card that a 2 took


class RecordReader:
    """Reads one record; ``course`` is where its game has come to."""

    def __init__(self, text: str, seed: str) -> None:
        if not isinstance(text, str):
            raise InvalidRecord(1, f"a record is text, not {type(text).__name__}")
        self.headers = Headers(lines_of(text))
        self.course = self.headers.begin(seed)

    def read(self) -> Course:
        """Replay to the end of the record, and let chance deal if a round is due."""
        for _event in self.events():
            pass
        self.course.go_on()
        return self.course

    def events(self) -> Iterator[Event]:
        """Replay event by event: the course is as it stood after each. Between rounds nobody is to act."""
        course = self.course
        rest = list(self.headers.body)
        yield Event("begin")
        while rest:
            if rest[0].text.startswith("Round"):
                self._deal(course, rest)
                yield Event("deal")
            else:
                yield self._act(course, rest.pop(0))
        self._check_result(course)

    def _deal(self, course: Course, rest: list[Line]) -> None:
        heading = rest.pop(0)
        match = ROUND.fullmatch(heading.text)
        if match is None:
            raise InvalidRecord(heading.number, f"expected 'Round N, M cards, S deals', not {heading.text!r}")
        if course.phase == "over" or course.core.phase != DEAL:
            missing = "the game is over" if course.phase == "over" else "the round before is not finished"
            raise InvalidRecord(heading.number, f"no round can begin here: {missing}")
        due = course.core.round + 1, course.core.deal_size(), course.dealer
        if any(part is not None and part != str(value) for part, value in zip(match.groups(), due, strict=True)):
            raise InvalidRecord(heading.number, f"expected {_heading(course)}, not {heading.text!r}")
        self._deal_hands(course, heading, self._take(rest, "deal"))
        if course.rules.exchange == "draw":
            drawn = self._take(rest, "draw")
            if course.core.phase == DRAW:
                self._draw(course, heading, drawn)
            else:  # noted by hand: kept, but of no use without the hands
                lost = {
                    course.rules.after(s): cards[0]
                    for s, (_, cards) in drawn.items()
                    if s in course.rules.seats and cards
                }
                course.history.rounds[-1].given.update(lost)

    def _take(self, rest: list[Line], kind: str) -> dict[str, tuple[Line, list[str]]]:
        """The next lines of a kind, seat by seat, with their cards."""
        found: dict[str, tuple[Line, list[str]]] = {}
        while rest and (match := _CARDS.fullmatch(rest[0].text)) and match[1] == kind:
            line = rest.pop(0)
            if match[2] in found:
                raise InvalidRecord(line.number, f"{match[2]} stands here for the second time")
            found[match[2]] = line, self._cards(line, match[3])
        return found

    def _cards(self, line: Line, text: str) -> list[str]:
        try:
            return [parse_card(word) for word in text.split()]
        except DogError as error:
            raise InvalidRecord(line.number, str(error)) from None

    def _deal_hands(self, course: Course, heading: Line, dealt: dict[str, tuple[Line, list[str]]]) -> None:
        if not course.hands_known:
            course.deal()
            return
        size = course.core.deal_size()
        if not dealt and self.headers.seeded:
            course.deal()
            return
        for seat in course.rules.seats:
            if seat not in dealt:
                raise InvalidRecord(heading.number, f"the hand of {seat} is missing: expected 'deal {seat}: ...'")
        for seat, (line, cards) in dealt.items():
            if seat not in course.rules.seats:
                raise InvalidRecord(line.number, f"nobody sits at {seat}")
            if len(cards) != size:
                raise InvalidRecord(line.number, f"expected {size} cards, not {len(cards)}")
        hands = {seat: cards for seat, (_line, cards) in dealt.items()}
        seeded = self.headers.seeded
        try:
            course.deal(None if seeded else hands)
        except ValueError as error:
            raise InvalidRecord(heading.number, str(error)) from None
        for seat, (line, cards) in dealt.items():
            if sorted(cards) != sorted(course.hand(seat)):
                raise InvalidRecord(line.number, f"the seed deals {' '.join(course.hand(seat))} to {seat}")

    def _draw(self, course: Course, heading: Line, drawn: dict[str, tuple[Line, list[str]]]) -> None:
        if not drawn and self.headers.seeded:
            course.draw()
            return
        for seat, (line, _cards) in drawn.items():
            if seat not in course.rules.seats:
                raise InvalidRecord(line.number, f"nobody sits at {seat}")
        for seat in course.rules.seats:
            if len(drawn.get(seat, (heading, []))[1]) != 1:
                raise InvalidRecord(heading.number, f"expected 'draw {seat}: ' and the card that {seat} drew")
        cards = {seat: found[1][0] for seat, found in drawn.items()}
        try:
            course.draw(None if self.headers.seeded else cards)
        except ValueError as error:
            raise InvalidRecord(heading.number, str(error)) from None
        for seat, (line, found) in drawn.items():
            lost = course.given(course.rules.after(seat))
            if lost != found[0]:
                raise InvalidRecord(line.number, f"the seed lets {seat} draw {lost}")

    # Acts.

    def _act(self, course: Course, line: Line) -> Event:
        if course.phase == "over":
            raise InvalidRecord(line.number, "the game is over, nothing can follow")
        if course.core.phase == DEAL:
            header = "a header such as 'Players: 4', or " if course.core.round == 0 else ""
            expected = f"{header}a round to begin: {_heading(course)}"
            raise InvalidRecord(line.number, f"expected {expected}, not {line.text!r} (R5.3)")
        if line.text == STOP:
            course.stop()
            return Event("stop")
        if (match := _CARDS.fullmatch(line.text)) and match[1] == "give":
            return self._give(course, line, match[2], self._cards(line, match[3]))
        if match := TURN.fullmatch(line.text):
            return self._turn(course, line, match[1], match[2].strip())
        expected = "'A: ' and a play, 'give A: ' and a card, or a round"
        raise InvalidRecord(line.number, f"expected {expected}, not {line.text!r}")

    def _give(self, course: Course, line: Line, seat: str, cards: list[str]) -> Event:
        rule = f"R4.{course.rules.exchange_form}"
        past = course.history.rounds[-1]
        giving = course.core.phase == GIVE if course.hands_known else not past.turns
        if not giving or seat not in course.rules.seats or seat in past.given or course.given(seat) is not None:
            raise InvalidRecord(line.number, f"{seat} has no card to give here ({rule})")
        if len(cards) != 1 or (course.hands_known and cards[0] not in course.hand(seat)):
            hand = f" of {' '.join(course.hand(seat))}" if course.hands_known else ""
            raise InvalidRecord(line.number, f"expected one card{hand} ({rule})")
        if course.hands_known:
            course.give(seat, cards[0])
        else:
            past.given[seat] = cards[0]  # noted by hand: kept, but of no use without the hands
        return Event("give", seat, cards[0])

    def _turn(self, course: Course, line: Line, seat: str, text: str) -> Event:
        core = course.core
        if core.phase == GIVE:
            rule = f"R4.{course.rules.exchange_form}"
            raise InvalidRecord(line.number, f"the exchange comes first: expected 'give' lines ({rule})")
        acting = SEATS[core.turn]
        if seat != acting:
            raise InvalidRecord(line.number, f"expected a play of {acting}, whose turn it is, not of {seat} (R5.1)")
        text, taken = self._taken(line, text)
        try:
            play = Play.parse(text)
        except DogError as error:
            raise InvalidRecord(line.number, str(error)) from None
        judge = course.supposing(play)
        steps = find_steps(judge, play)
        if steps is None:
            raise InvalidRecord(line.number, f"{text}: {Explainer(course.rules, judge).reason(play)}")
        self._check_taken(course, line, play, taken)
        course.act(play, steps, None if self.headers.seeded else taken)
        happened = course.last
        assert happened is not None
        if course.hands_known and taken not in (None, happened.taken):
            raise InvalidRecord(line.number, f"the seed takes {happened.taken}")
        return Event("play", seat, play=play, taken=happened.taken or taken)

    def _check_taken(self, course: Course, line: Line, play: Play, taken: str | None) -> None:
        other = play.takes_from
        if taken is None:
            if other is not None and course.hands_known and not self.headers.seeded:
                raise InvalidRecord(line.number, f"expected the card that was taken, as in '{play} (K)' (R13.3)")
        elif other is None or (course.hands_known and taken not in course.hand(other)):
            raise InvalidRecord(line.number, f"no {taken} can be taken here (R13.3)")

    def _taken(self, line: Line, text: str) -> tuple[str, str | None]:
        """A play, and the card that a 2 took, which stands behind it in brackets."""
        if not text.endswith(")") or "(" not in text:
            return text, None
        play, _bracket, card = text[:-1].rpartition("(")
        cards = self._cards(line, card)
        if len(cards) != 1:
            raise InvalidRecord(line.number, f"expected one card in the brackets, not {card!r}")
        return play.strip(), cards[0]

    def _check_result(self, course: Course) -> None:
        claimed = self.headers.values.get("Result", "*")
        if claimed not in ("*", result(course)):
            raise self.headers.error("Result", f"the game as recorded gives {result(course)!r}")


def _heading(course: Course) -> str:
    """The heading of the round that is due."""
    return f"'Round {course.core.round + 1}, {course.core.deal_size()} cards, {course.dealer} deals'"
