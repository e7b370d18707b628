"""Reading a record: line by line, each replayed as it is read, so that an error names its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from doghouse.rules import position as positions
from doghouse.rules.core.layout import DEAL, DRAW, GIVE, OVER
from doghouse.rules.course import Course
from doghouse.rules.errors import DogError, InvalidRecord, InvalidRules
from doghouse.rules.explain import Explainer
from doghouse.rules.notation import Play, parse_card
from doghouse.rules.plays import find_steps
from doghouse.rules.record import OWN_HEADERS, RULE_HEADERS, STOP, VARIANTS, result
from doghouse.rules.rules import RULES_VERSION, Rules

_HEADER = re.compile(r"([A-Z][A-Za-z0-9 ]*):\s*(.*)")
_ROUND = re.compile(r"Round (\d+)(?:, (\d) cards)?(?:, ([A-F]) deals)?")
_CARDS = re.compile(r"(deal|give|draw) ([A-F]):\s*(.*)")
_TURN = re.compile(r"([A-F]):\s*([^()]*?)(?:\s*\((\w+)\))?")


@dataclass(frozen=True)
class Line:
    number: int
    text: str


def read(text: str, seed: str) -> tuple[Course, dict[str, str]]:
    """Replay a record; the seed is for the chance after its end, if the record has none."""
    return _Reader(text).read(seed)


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = [
            Line(number, line)
            for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1)
            if (line := raw.split("#", 1)[0].strip())
        ]
        self.headers: dict[str, str] = {}
        self.where: dict[str, int] = {}
        self.last = len(text.splitlines()) or 1

    def read(self, seed: str) -> tuple[Course, dict[str, str]]:
        body = self._read_headers()
        hands_known = any(line.text.startswith("deal") for line in body)
        course = self._begin(seed, hands_known)
        for group in self._groups(course, body):
            self._replay(course, group)
        self._check_result(course)
        kept = {name: value for name, value in self.headers.items() if name not in OWN_HEADERS or name == "Edition"}
        return course, kept

    # Headers.

    def _read_headers(self) -> list[Line]:
        for at, line in enumerate(self.lines):
            match = _HEADER.fullmatch(line.text)
            if match is None or re.fullmatch("[A-F]", match[1]):
                return self.lines[at:]
            if match[1] in self.headers:
                raise InvalidRecord(line.number, f"the header {match[1]!r} stands here for the second time")
            self.headers[match[1]] = match[2]
            self.where[match[1]] = line.number
        return []

    def _begin(self, seed: str, hands_known: bool) -> Course:
        version = self.headers.get("Rules version", str(RULES_VERSION))
        if version != str(RULES_VERSION):
            raise self._header_error("Rules version", f"these are rules version {RULES_VERSION}, not {version}")
        rules = self._rules()
        seed = self.headers.get("Seed", seed)
        if "Position" in self.headers:
            try:
                return positions.read(json.loads(self.headers["Position"]), seed)
            except ValueError as error:
                raise self._header_error("Position", str(error)) from None
        dealer = self.headers.get("First dealer")
        if dealer is not None and (dealer not in rules.seats or len(dealer) != 1):
            raise self._header_error("First dealer", f"expected one of the seats {' '.join(rules.seats)}")
        return Course.begin(rules, seed, dealer, hands_known)

    def _rules(self) -> Rules:
        chosen: dict[str, Any] = {}
        if "Players" in self.headers:
            if not self.headers["Players"].isdecimal():
                raise self._header_error("Players", "expected a number from 2 to 6")
            chosen["players"] = int(self.headers["Players"])
        for name in ("Teams", "Exchange", "Dealer"):
            if name in self.headers:
                chosen[name.lower()] = self.headers[name]
        for variant in filter(None, map(str.strip, self.headers.get("Variants", "").split(","))):
            if variant not in VARIANTS:
                raise self._header_error("Variants", f"expected some of {', '.join(VARIANTS)}, not {variant!r}")
            field, value = VARIANTS[variant]
            chosen[field] = value
        try:
            if "Edition" in self.headers:
                return Rules.edition(self.headers["Edition"], **chosen)
            return Rules.from_json(chosen)
        except InvalidRules as error:
            named = [name for name in RULE_HEADERS if name in self.where]
            raise InvalidRecord(self.where[named[0]] if named else 1, str(error)) from None

    def _header_error(self, name: str, problem: str) -> InvalidRecord:
        return InvalidRecord(self.where.get(name, 1), f"{name}: {problem}")

    # Rounds.

    def _groups(self, course: Course, body: list[Line]) -> Iterator[list[Line]]:
        """The lines of each round; from a position, the first may have no heading."""
        group: list[Line] = []
        for line in body:
            if line.text.startswith("Round"):
                if group:
                    yield group
                group = []
            group.append(line)
        if group:
            yield group
        elif course.began_at is None:
            course.go_on()

    def _replay(self, course: Course, lines: list[Line]) -> None:
        rest = list(lines)
        if rest[0].text.startswith("Round"):
            self._deal(course, rest)
        elif course.core.phase == DEAL:
            raise InvalidRecord(rest[0].number, f"expected a round to begin, as in 'Round 1', not {rest[0].text!r}")
        for line in rest:
            self._act(course, line)
        if course.core.phase == DEAL and lines[-1] is self.lines[-1]:
            course.go_on()

    def _deal(self, course: Course, rest: list[Line]) -> None:
        heading = rest.pop(0)
        match = _ROUND.fullmatch(heading.text)
        if match is None:
            raise InvalidRecord(heading.number, f"expected 'Round N, M cards, S deals', not {heading.text!r}")
        if course.core.phase != DEAL:
            missing = "the game is over" if course.core.phase == OVER else "the round before is not finished"
            raise InvalidRecord(heading.number, f"no round can begin here: {missing}")
        for part, expected in zip(
            match.groups(), (course.core.round + 1, course.core.deal_size(), course.dealer), strict=True
        ):
            if part is not None and part != str(expected):
                raise InvalidRecord(
                    heading.number,
                    f"expected 'Round {course.core.round + 1}, {course.core.deal_size()} cards, {course.dealer} deals'",
                )
        self._deal_hands(course, heading, self._take(rest, "deal"))
        if course.core.phase == DRAW:
            self._draw(course, heading, self._take(rest, "draw"))

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
        for seat in course.rules.seats:
            if seat not in dealt:
                raise InvalidRecord(heading.number, f"the hand of {seat} is missing: expected 'deal {seat}: ...'")
        for seat, (line, cards) in dealt.items():
            if seat not in course.rules.seats:
                raise InvalidRecord(line.number, f"nobody sits at {seat}")
            if len(cards) != size:
                raise InvalidRecord(line.number, f"expected {size} cards, not {len(cards)}")
        hands = {seat: cards for seat, (_line, cards) in dealt.items()}
        seeded = "Seed" in self.headers
        try:
            course.deal(None if seeded else hands)
        except ValueError as error:
            raise InvalidRecord(heading.number, str(error)) from None
        for seat, (line, cards) in dealt.items():
            if sorted(cards) != sorted(course.hand(seat)):
                raise InvalidRecord(line.number, f"the seed deals {' '.join(course.hand(seat))} to {seat}")

    def _draw(self, course: Course, heading: Line, drawn: dict[str, tuple[Line, list[str]]]) -> None:
        if not course.hands_known:
            return
        for seat in course.rules.seats:
            if len(drawn.get(seat, (heading, []))[1]) != 1:
                raise InvalidRecord(heading.number, f"expected 'draw {seat}: ' and the card that {seat} drew")
        cards = {seat: found[1][0] for seat, found in drawn.items()}
        try:
            course.draw(None if "Seed" in self.headers else cards)
        except ValueError as error:
            raise InvalidRecord(heading.number, str(error)) from None
        for seat, (line, found) in drawn.items():
            lost = course.given(course.rules.after(seat))
            if lost != found[0]:
                raise InvalidRecord(line.number, f"the seed lets {seat} draw {lost}")

    # Acts.

    def _act(self, course: Course, line: Line) -> None:
        if course.stopped or course.core.phase == OVER:
            raise InvalidRecord(line.number, "the game is over, nothing can follow")
        if line.text == STOP:
            course.stop()
        elif (match := _CARDS.fullmatch(line.text)) and match[1] == "give":
            self._give(course, line, match[2], self._cards(line, match[3]))
        elif match := _TURN.fullmatch(line.text):
            self._turn(course, line, match[1], match[2], match[3])
        else:
            raise InvalidRecord(
                line.number, f"expected 'A: ' and a play, 'give A: ' and a card, or a round, not {line.text!r}"
            )

    def _give(self, course: Course, line: Line, seat: str, cards: list[str]) -> None:
        if not course.hands_known:
            return  # noted by hand, but of no use without the hands
        if course.core.phase != GIVE or seat not in course.rules.seats or course.given(seat) is not None:
            raise InvalidRecord(line.number, f"{seat} has no card to give here (R4.1)")
        if len(cards) != 1 or cards[0] not in course.hand(seat):
            raise InvalidRecord(line.number, f"expected one card of {' '.join(course.hand(seat))} (R4.1)")
        course.give(seat, cards[0])

    def _turn(self, course: Course, line: Line, seat: str, text: str, taken: str | None) -> None:
        core = course.core
        if core.phase == GIVE:
            raise InvalidRecord(line.number, "the exchange comes first: expected 'give' lines (R4.1)")
        if core.phase == DEAL:
            raise InvalidRecord(line.number, f"the round is over: expected 'Round {core.round + 1}' (R5.3)")
        acting = "ABCDEF"[core.turn]
        if seat != acting:
            raise InvalidRecord(line.number, f"expected a play of {acting}, whose turn it is, not of {seat} (R5.1)")
        try:
            play = Play.parse(text)
        except DogError as error:
            raise InvalidRecord(line.number, str(error)) from None
        judge = course.supposing(play)
        steps = find_steps(judge, play)
        if steps is None:
            raise InvalidRecord(line.number, f"{text}: {Explainer(course.rules, judge).reason(play)}")
        if taken is not None:
            taken = self._cards(line, taken)[0]
            if play.takes_from is None or taken not in course.hand(play.takes_from):
                raise InvalidRecord(line.number, f"no {taken} can be taken here (R13.3)")
        seeded = "Seed" in self.headers
        course.act(play, steps, None if seeded else taken)
        happened = course.last
        if seeded and taken is not None and happened is not None and happened.taken != taken:
            raise InvalidRecord(line.number, f"the seed takes {happened.taken}")

    def _check_result(self, course: Course) -> None:
        claimed = self.headers.get("Result", "*")
        if claimed not in ("*", result(course)):
            raise self._header_error("Result", f"the game as recorded gives {result(course)!r}")
