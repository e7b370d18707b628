"""Parse and format cards, fields and plays."""

from __future__ import annotations

import re
from dataclasses import dataclass

from doghouse.rules.core.layout import FINISH, KENNEL, SECTION
from doghouse.rules.errors import InvalidPlay

SEATS = "ABCDEF"
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")
KIND = {card: kind for kind, card in enumerate(CARDS)}
FOLD = "fold"

_FIELD = r"[A-F](?:-|\+[1-4]|1[0-5]|[0-9])"
_MOVE = re.compile(rf"({_FIELD})(>|<>)({_FIELD})")
_CARD = "|".join(sorted(CARDS, key=len, reverse=True))
_HEAD = re.compile(rf"({_CARD})(?:=({_CARD}))?")


def parse_card(text: str) -> str:
    card = text.strip().upper() if isinstance(text, str) else ""
    if card not in KIND:
        raise InvalidPlay(f"{text!r} is not a card; cards are {' '.join(CARDS)} (X is the joker)")
    return card


def parse_seat(text: str) -> str:
    if not isinstance(text, str) or len(text) != 1 or text.upper() not in SEATS:
        raise InvalidPlay(f"{text!r} is not a seat; seats are A to F")
    return text.upper()


def field_text(code: int, seat: int) -> str:
    """Return the text of a field; the seat is that of the marble, for its kennel."""
    if code >= KENNEL:
        return f"{SEATS[seat]}-"
    if code >= FINISH:
        return f"{SEATS[(code - FINISH) // 4]}+{code % 4 + 1}"
    return f"{SEATS[code // SECTION]}{code % SECTION}"


def field_code(text: str) -> int:
    section = SEATS.index(text[0])
    if text[1] == "-":
        return KENNEL
    if text[1] == "+":
        return FINISH + 4 * section + int(text[2]) - 1
    return SECTION * section + int(text[1:])


def parse_field(text: str) -> str:
    if not re.fullmatch(_FIELD, text):
        raise InvalidPlay(f"{text!r} is not a field; fields look like A0, B15, C+4 (finish) and D- (kennel)")
    return text


@dataclass(frozen=True)
class Move:
    """A marble moved from one field to another, or two marbles swapped."""

    source: str
    target: str
    swap: bool = False

    def __str__(self) -> str:
        return f"{self.source}{'<>' if self.swap else '>'}{self.target}"


@dataclass(frozen=True, repr=False)
class Play:
    """A card played: the card, what a joker stands for, and the moves; a fold if card is None."""

    card: str | None
    stands_for: str | None = None
    moves: tuple[Move, ...] = ()
    takes_from: str | None = None

    @classmethod
    def parse(cls, text: str) -> Play:
        """Parse ``7 A3>A7 B2>B5``, ``X=Q B1>B13``, ``J A5<>C9``, ``2 ?C``, ``J`` or ``fold``."""
        if not isinstance(text, str):
            raise InvalidPlay(f"a play must be a string such as '5 A3>A8', not {text!r}")
        words = text.split()
        if not words:
            raise InvalidPlay("nothing to play: expected a card and its moves, such as '5 A3>A8'")
        if words[0].lower() == FOLD:
            if len(words) > 1:
                raise InvalidPlay(f"{text!r} is not a play: nothing follows 'fold'")
            return cls(None)
        card, stands_for = _parse_head(words[0])
        if len(words) == 2 and words[1].startswith("?"):
            return cls(card, stands_for, takes_from=parse_seat(words[1][1:]))
        return cls(card, stands_for, tuple(_parse_move(word) for word in words[1:]))

    @classmethod
    def of(cls, play: str | Play) -> Play:
        """Return the play itself, or the play that a text says."""
        return play if isinstance(play, Play) else cls.parse(play)

    @property
    def acts_as(self) -> str | None:
        """The card whose effect this play has."""
        return self.stands_for or self.card

    @property
    def is_fold(self) -> bool:
        return self.card is None

    @property
    def head(self) -> str:
        """The card without its moves, such as ``X=Q``."""
        if self.card is None:
            return FOLD
        return self.card if self.stands_for is None else f"{self.card}={self.stands_for}"

    def __str__(self) -> str:
        words = [self.head, *map(str, self.moves)]
        if self.takes_from:
            words.append(f"?{self.takes_from}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Play.parse({str(self)!r})"


def _parse_head(word: str) -> tuple[str, str | None]:
    match = _HEAD.fullmatch(word.upper())
    if match is None:
        raise InvalidPlay(f"{word!r} is not a card; cards are {' '.join(CARDS)}, and a joker names its card, as in X=Q")
    card, stands_for = match.groups()
    if card == "X":
        if stands_for is None or stands_for == "X":
            raise InvalidPlay(f"{word!r}: a joker needs the card it stands for, as in X=Q")
    elif stands_for is not None:
        raise InvalidPlay(f"{word!r}: only a joker stands for another card")
    return card, stands_for


def _parse_move(word: str) -> Move:
    match = _MOVE.fullmatch(word.upper())
    if match is None:
        raise InvalidPlay(f"{word!r} is not a move; moves look like A3>A7, A->A0, D12>A+4 or A5<>C9")
    source, sign, target = match.groups()
    return Move(source, target, sign == "<>")
