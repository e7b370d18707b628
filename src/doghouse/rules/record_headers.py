"""Read the headers of a record: the rules and the initial state."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from doghouse.rules import position as positions
from doghouse.rules.errors import InvalidRecord, InvalidRules
from doghouse.rules.game_state import GameState
from doghouse.rules.record_writer import AS_WRITTEN, DEALS, HEADER_NAME, OWN_HEADERS, RULE_HEADERS, VARIANTS
from doghouse.rules.rules import RULES_VERSION, Rules

ROUND = re.compile(r"Round (\d+)(?:, (\d) cards)?(?:, ([A-F]) deals)?")
TURN = re.compile(r"([A-F]):(.*)")
_HEADER = re.compile(rf"({HEADER_NAME}):\s*(.*)")


@dataclass(frozen=True)
class Line:
    """A non-empty line of a record, without its comment."""

    number: int
    text: str


def lines_of(text: str) -> list[Line]:
    """Return the non-empty lines of a record."""
    bare = ((number, _bare(raw.strip())) for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1))
    return [Line(number, line) for number, line in bare if line]


def _bare(line: str) -> str:
    """Strip the comment, except from a quoted header value."""
    match = _HEADER.fullmatch(line)
    if match is not None and match[2].startswith('"'):
        return line
    return re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip()


class Headers:
    """Parses the headers of a record; ``body`` has the lines after them."""

    def __init__(self, lines: list[Line]) -> None:
        self.values: dict[str, str] = {}
        self.where: dict[str, int] = {}
        self.body = self._read(lines)

    @property
    def free(self) -> dict[str, str]:
        """The headers that users may set."""
        return {name: value for name, value in self.values.items() if name not in OWN_HEADERS or name == "Edition"}

    @property
    def seeded(self) -> bool:
        """Whether the deals follow from the seed."""
        return "Seed" in self.values and self.values.get(DEALS) != AS_WRITTEN

    def _read(self, lines: list[Line]) -> list[Line]:
        for at, line in enumerate(lines):
            match = _HEADER.fullmatch(line.text)
            if match is None:
                return lines[at:]
            if match[1] in self.values:
                raise InvalidRecord(line.number, f"the header {match[1]!r} appears twice")
            try:
                self.values[match[1]] = str(json.loads(match[2])) if match[2].startswith('"') else match[2]
            except ValueError:
                raise InvalidRecord(line.number, f"expected a quoted string, not {match[2]}") from None
            self.where[match[1]] = line.number
        return []

    @property
    def hands_known(self) -> bool:
        """Whether the record has hands, or they follow from its seed."""
        return self.seeded or any(line.text.startswith("deal") for line in self.body)

    def begin(self, seed: str) -> GameState:
        """Return the state before the first line of the body."""
        if not self.values and not self.body:
            raise InvalidRecord(1, "empty record: expected headers such as 'Players: 4', then 'Round 1'")
        version = self.values.get("Rules version", str(RULES_VERSION))
        if version != str(RULES_VERSION):
            raise self.error("Rules version", f"unsupported rules version {version}; expected {RULES_VERSION}")
        seed = self.values.get("Seed", seed)
        if "Position" in self.values:
            return self._from_position(seed)
        rules = self._rules()
        dealer = self.values.get("First dealer")
        if dealer is not None and dealer not in list(rules.seats):
            raise self.error("First dealer", f"expected one of the seats {' '.join(rules.seats)}")
        if dealer is None and not self.seeded:
            dealer = self._first_dealer(rules)
        return GameState.begin(rules, seed, dealer, self.hands_known)

    def _from_position(self, seed: str) -> GameState:
        try:
            state = positions.read(json.loads(self.values["Position"]), seed)
        except (ValueError, RecursionError) as error:
            raise self.error("Position", str(error)) from None
        if any(name in self.values for name in RULE_HEADERS) and self._rules() != state.rules:
            raise self.error("Position", "its rules differ from the headers")
        if self.values.get("First dealer", state.first_dealer) != state.first_dealer:
            raise self.error("First dealer", f"the position says {state.first_dealer}")
        return state

    def _first_dealer(self, rules: Rules) -> str | None:
        """Return the first dealer: from the first heading, or the seat before whoever plays first."""
        for line in self.body:
            heading, turn = ROUND.fullmatch(line.text), TURN.fullmatch(line.text)
            if heading is not None and heading[3] in list(rules.seats):
                return heading[3]
            if turn is not None and turn[1] in list(rules.seats):
                return rules.after(turn[1], -1)
        return None

    def _rules(self) -> Rules:
        chosen: dict[str, Any] = {}
        if "Players" in self.values:
            if not self.values["Players"].isdecimal() or len(self.values["Players"]) > 9:
                raise self.error("Players", "expected a number from 2 to 6")
            chosen["players"] = int(self.values["Players"])
        for name in ("Teams", "Exchange", "Dealer"):
            if name in self.values:
                chosen[name.lower()] = self.values[name]
        for variant in filter(None, map(str.strip, self.values.get("Variants", "").split(","))):
            if variant not in VARIANTS:
                raise self.error("Variants", f"expected some of {', '.join(VARIANTS)}, not {variant!r}")
            field, value = VARIANTS[variant]
            chosen[field] = value
        try:
            if "Edition" in self.values:
                return Rules.edition(self.values["Edition"], **chosen)
            return Rules.from_json(chosen)
        except InvalidRules as error:
            named = [name for name in RULE_HEADERS if name in self.where]
            raise InvalidRecord(self.where[named[0]] if named else 1, str(error)) from None

    def error(self, name: str, problem: str) -> InvalidRecord:
        return InvalidRecord(self.where.get(name, 1), f"{name}: {problem}")
