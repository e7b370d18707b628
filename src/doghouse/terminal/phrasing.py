"""Cards, seats, plays and reasons as text in the language of the player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from doghouse.i18n import Catalogue
from doghouse.rules.core.layout import SECTION
from doghouse.rules.notation import CARDS, Move, Play, field_code
from doghouse.rules.reasons import Fact, Reason
from doghouse.rules.rules import Rules
from doghouse.terminal.play_stages import Stage
from doghouse.terminal.scene import Marbles, owners


class Phrasing:
    """Formats what happens in one game; ``own_seat`` is addressed as "you", ``names`` are those of the players."""

    def __init__(
        self, texts: Catalogue, rules: Rules, own_seat: str | None = None, names: Mapping[str, str] | None = None
    ) -> None:
        self.texts = texts
        self.rules = rules
        self.own_seat = own_seat
        self.names = dict(names or {})

    def text(self, key: str, **facts: object) -> str:
        return self.texts.text(key, **facts)

    # Seats and cards.

    def seat(self, seat: str) -> str:
        """A seat, with the name of its player if known."""
        name = self.text("seat.you") if seat == self.own_seat else self.names.get(seat)
        if not name:
            return seat
        return f"{seat} ({name})" if seat == self.own_seat else f"{name} ({seat})"

    def seats(self, seats: Iterable[str]) -> str:
        return self.texts.list_text([self.seat(seat) for seat in seats])

    def card(self, card: str) -> str:
        return self.text(f"card.{card}")

    def head(self, play: Play) -> str:
        """The card of a play and, for a joker, the card it stands for."""
        if play.card is None:
            return self.text("move.fold")
        if play.stands_for is None:
            return self.card(play.card)
        return self.text("card.joker_as", card=self.card(play.stands_for))

    def read_card(self, text: str) -> str | None:
        """Return the card with this symbol, or with this name in the language of the player or in English."""
        typed = text.strip().casefold()
        for card in CARDS:
            if typed in (card.casefold(), self.card(card).casefold(), _ENGLISH.get(card)):
                return card
        return None

    # Plays.

    def play(self, seat: str, play: Play, stages: Sequence[Stage]) -> str:
        """What a play does, without its card."""
        if play.card is None:
            return self.text("move.fold")
        if play.takes_from is not None:
            if play.takes_from == self.own_seat:
                return self.text("move.take_yours")
            return self.text("move.take", other=self.seat(play.takes_from))
        if not stages:
            return self.text("move.idle")
        return self.text("move.then").join(self.stage(seat, play.acts_as or "", stage) for stage in stages)

    def stage(self, seat: str, card: str, stage: Stage) -> str:
        """One move and the marbles it sends home."""
        text = self._move(seat, card, stage.move, stage.marbles)
        if stage.sends_home:
            owner = owners(stage.marbles)
            marbles = self.texts.list_text([self._sent_home(seat, owner[field], field) for field in stage.sends_home])
            text = f"{text}, {self.text('home.sends', marbles=marbles)}"
        return text

    def _sent_home(self, seat: str, owner: str, field: str) -> str:
        if owner == self.own_seat:
            return self.text("home.yours", field=field)
        if owner == seat:
            return self.text("home.own", field=field)
        return self.text("home.of", owner=self.seat(owner), field=field)

    def _move(self, seat: str, card: str, move: Move, marbles: Marbles) -> str:
        if move.source.endswith("-"):
            owner = move.source[0]
            if owner == seat:
                return self.text("move.out", target=move.target)
            if owner == self.own_seat:
                return self.text("move.out_of_yours", target=move.target)
            return self.text("move.out_of", owner=self.seat(owner), target=move.target)
        owner_of = owners(marbles)
        marble = self.marble(seat, owner_of.get(move.source, seat), move.source)
        if move.swap:
            other = self.marble(seat, owner_of.get(move.target, seat), move.target)
            return self.text("move.swap", marble=marble, other=other)
        if "+" in move.source:
            return self.text("move.inside", marble=marble, target=move.target)
        if "+" in move.target:
            return self.text("move.into", marble=marble, target=move.target)
        lap = self.rules.sections * SECTION
        backwards = card == "4" and (field_code(move.target) - field_code(move.source)) % lap != 4
        return self.text("move.backwards" if backwards else "move.forwards", marble=marble, target=move.target)

    def marble(self, seat: str, owner: str, field: str) -> str:
        """The marble on a field, with its owner unless that is the seat itself."""
        if owner == seat:
            return self.text("marble.own", field=field)
        if owner == self.own_seat:
            return self.text("marble.yours", field=field)
        return self.text("marble.of", owner=self.seat(owner), field=field)

    # Reasons.

    def reason(self, reason: Reason) -> str:
        """Why something is not allowed: a sentence with the number of the rule."""
        facts = {name: self._fact(name, fact) for name, fact in reason.facts.items()}
        sentence = self.text(f"reason.{reason.code}", **facts)
        return f"{sentence[:1].upper()}{sentence[1:]} ({reason.rule})."

    def _fact(self, name: str, fact: Fact) -> str:
        if name == "card":
            return self.text(f"card_with_article.{fact}")
        if name == "kind":
            return self.text(f"card.{fact}")
        if name == "seats":
            return f" {self.text('list.and')} ".join(str(fact))
        if isinstance(fact, tuple):
            return f" {self.text('list.or')} ".join(map(str, fact)) if len(fact) < 3 else self.text("list.one_to_seven")
        return str(fact)


_ENGLISH = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "X": "joker"}
