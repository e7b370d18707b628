"""Cards, seats and plays in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from doghouse.i18n import Catalogue
from doghouse.rules.notation import CARDS, SEATS, Move, Play
from doghouse.rules.reasons import Reason
from doghouse.rules.rules import Rules
from doghouse.terminal.play_stages import Stage
from doghouse.terminal.reasons import reason_text
from doghouse.terminal.scene import Marbles, owners

FIELDS_PER_SECTION = 16


class Words:
    """Tells what happens in one game; to the person at the table, if there is one, or to a reader."""

    def __init__(
        self, texts: Catalogue, rules: Rules, person: str | None = None, names: Mapping[str, str] | None = None
    ) -> None:
        self.texts = texts
        self.rules = rules
        self.person = person
        self.names = dict(names or {})

    def text(self, key: str, **facts: object) -> str:
        return self.texts.text(key, **facts)

    # Seats and cards.

    def seat(self, seat: str) -> str:
        """A seat, with the name of its player where there is one."""
        name = self.text("seat.you") if seat == self.person else self.names.get(seat)
        if not name:
            return seat
        return f"{seat} ({name})" if seat == self.person else f"{name} ({seat})"

    def seats(self, seats: Iterable[str]) -> str:
        return self.listing([self.seat(seat) for seat in seats])

    def listing(self, words: Sequence[str]) -> str:
        """Several things: 'A, B and C'."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.text('list.and')} {words[-1]}"

    def card(self, card: str) -> str:
        return self.text(f"card.{card}")

    def head(self, play: Play) -> str:
        """The card of a play, and what a joker stands for."""
        if play.card is None:
            return self.text("move.fold")
        if play.stands_for is None:
            return self.card(play.card)
        return self.text("card.joker_as", card=self.card(play.stands_for))

    def read_card(self, text: str) -> str | None:
        """The card that somebody means: its sign, or its name in this language or in English."""
        wanted = text.strip().casefold()
        for card in CARDS:
            if wanted in (card.casefold(), self.card(card).casefold(), _ENGLISH.get(card)):
                return card
        return None

    # Plays.

    def play(self, seat: str, play: Play, stages: Sequence[Stage]) -> str:
        """What a play does, without its card."""
        if play.card is None:
            return self.text("move.fold")
        if play.takes_from is not None:
            if play.takes_from == self.person:
                return self.text("move.take_yours")
            return self.text("move.take", other=self.seat(play.takes_from))
        if not stages:
            return self.text("move.idle")
        return self.text("move.then").join(self.stage(seat, play.acts_as or "", stage) for stage in stages)

    def stage(self, seat: str, card: str, stage: Stage) -> str:
        """One move, and who is sent home by it."""
        told = self._move(seat, card, stage.move, stage.marbles)
        if stage.sends_home:
            told = f"{told}, {self.sends_home(seat, stage.sends_home, stage.marbles)}"
        return told

    def sends_home(self, seat: str, fields: Sequence[str], marbles: Marbles) -> str:
        whose = owners(marbles)
        return self.text("home.sends", marbles=self.listing([self._victim(seat, whose[name], name) for name in fields]))

    def _victim(self, seat: str, owner: str, field: str) -> str:
        if owner == self.person:
            return self.text("home.yours", field=field)
        if owner == seat:
            return self.text("home.own", field=field)
        return self.text("home.of", owner=self.seat(owner), field=field)

    def _move(self, seat: str, card: str, move: Move, marbles: Marbles) -> str:
        if move.source.endswith("-"):
            owner = move.source[0]
            if owner == seat:
                return self.text("move.out", target=move.target)
            if owner == self.person:
                return self.text("move.out_of_yours", target=move.target)
            return self.text("move.out_of", owner=self.seat(owner), target=move.target)
        whose = owners(marbles)
        marble = self.marble(seat, whose.get(move.source, seat), move.source)
        if move.swap:
            other = self.marble(seat, whose.get(move.target, seat), move.target)
            return self.text("move.swap", marble=marble, other=other)
        if "+" in move.source:
            return self.text("move.inside", marble=marble, target=move.target)
        if "+" in move.target:
            return self.text("move.into", marble=marble, target=move.target)
        backwards = card == "4" and self._ahead(move) != 4
        return self.text("move.backwards" if backwards else "move.forwards", marble=marble, target=move.target)

    def marble(self, seat: str, owner: str, field: str) -> str:
        """The marble on a field, and whose it is if it is not the player's own."""
        if owner == seat:
            return self.text("marble.own", field=field)
        if owner == self.person:
            return self.text("marble.yours", field=field)
        return self.text("marble.of", owner=self.seat(owner), field=field)

    def _ahead(self, move: Move) -> int:
        return (_number(move.target) - _number(move.source)) % (self.rules.sections * FIELDS_PER_SECTION)

    # Why not.

    def reason(self, reason: Reason) -> str:
        return reason_text(self.texts, reason)


_ENGLISH = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "X": "joker"}


def _number(field: str) -> int:
    return SEATS.index(field[0]) * FIELDS_PER_SECTION + int(field[1:])
