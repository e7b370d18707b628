"""Game: the public facade of the rules."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from doghouse.rules import position as positions
from doghouse.rules import record_writer as records
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import EMPTY
from doghouse.rules.errors import IllegalGive, IllegalPlay
from doghouse.rules.explain import Explainer
from doghouse.rules.game_state import GameState, Phase
from doghouse.rules.history import Round, Turn
from doghouse.rules.marbles import marbles_of
from doghouse.rules.notation import CARDS, KIND, SEATS, Play, parse_card, parse_seat
from doghouse.rules.obstacles import obstacles
from doghouse.rules.options import Options, options
from doghouse.rules.outcome import Outcome, Standing, standings, stopped
from doghouse.rules.plays import Plays, find_steps
from doghouse.rules.reasons import Reason, because
from doghouse.rules.record_reader import Event, RecordReader
from doghouse.rules.record_writer import FreeHeaders
from doghouse.rules.rules import Rules
from doghouse.rules.view import build_view


class Game:
    """A game of Dog.

    The same rules and seed give the same deals everywhere; without a seed a random one is drawn. An invalid call raises
    one of ``doghouse.rules.errors`` and changes nothing.
    """

    def __init__(self, rules: Rules | None = None, seed: int | str | None = None) -> None:
        self._state = GameState.begin(rules or Rules(), new_seed() if seed is None else str(seed))
        self._headers = FreeHeaders({"Edition": rules.printed} if rules and rules.printed else {})
        self._state.settle_chance()

    @classmethod
    def _of(cls, state: GameState, headers: Mapping[str, str] | None = None) -> Game:
        game = cls.__new__(cls)
        game._state = state
        game._headers = FreeHeaders(headers or {})
        return game

    # State.

    @property
    def rules(self) -> Rules:
        return self._state.rules

    @property
    def headers(self) -> FreeHeaders:
        """The free headers of the record: names, date, event."""
        return self._headers

    @headers.setter
    def headers(self, values: Mapping[str, str]) -> None:
        self._headers = FreeHeaders(values)

    @property
    def seed(self) -> str:
        """The seed of all chance in this game. Whoever knows it knows every card."""
        return self._state.chance.seed

    @property
    def hands_known(self) -> bool:
        """False for a record without hands, which replays on the board only."""
        return self._state.hands_known

    @property
    def deals_follow(self) -> bool:
        """Whether all chance so far, from the draw of the first dealer on, follows from the seed."""
        state = self._state
        from_start = state.began_at is None and state.first_dealer == state.chance.first_dealer(self.rules.seats)
        return state.hands_known and state.deals_follow and from_start

    @property
    def phase(self) -> Phase:
        return self._state.phase

    @property
    def turn(self) -> str | None:
        """The seat to play; None in the exchange and when the game is over."""
        return self._state.turn

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._core.round

    @property
    def dealt(self) -> int:
        """How many cards each player was dealt in this round (R3.2)."""
        return self._state.dealt

    @property
    def dealer(self) -> str:
        """The dealer of this round (R3.3)."""
        return self._state.dealer

    @property
    def next_deal(self) -> int:
        """The size of the next deal, which the die of R3.5 shows."""
        return self._core.deal_size()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on."""
        return self._state.outcome

    @property
    def rounds(self) -> Sequence[Round]:
        """The rounds so far: the hands as dealt, the cards given, and the turns."""
        return self._state.rounds

    @property
    def last(self) -> Turn | None:
        """The last play or fold."""
        return self._state.last

    def standings(self) -> tuple[Standing, ...]:
        """Return all teams in the order of R2.5, the best first."""
        return standings(self.rules, self._core)

    def marbles(self) -> dict[str, list[str]]:
        """Return the fields of each seat's marbles; ``!`` marks a fresh one."""
        return marbles_of(self._core, self.rules.seats)

    def hand(self, seat: str) -> list[str]:
        """Return the cards of a seat; ``?`` for each if the hands are not known."""
        return self._state.hand(self._seat(seat))

    def to_give(self) -> str:
        """Return the seats that still have to give a card."""
        if self.phase != "give":
            return ""
        return "".join(seat for seat in self.rules.seats if self._core.given(SEATS.index(seat)) == EMPTY)

    # Legal plays.

    def plays(self) -> Plays:
        """Return the legal plays of the seat to act, one for each result, generated lazily."""
        return Plays(self._legal_cores() if self.turn is not None else [])

    def options(self, partial: str = "") -> Options:
        """Return the completions of a partial play, and the board after it.

        The empty string lists the playable cards, a card its moves, and a 7 with some moves those that can follow.
        """
        self.check_turn()
        return options(self.rules, self._legal_cores(), partial)

    def check_turn(self, seat: str | None = None) -> None:
        """Raise ``IllegalPlay`` unless it is the turn of ``seat``, or of any seat if None."""
        if self.phase == "over":
            raise IllegalPlay(self._why_over())
        if self.phase == "give":
            raise IllegalPlay(because("exchange_first", seats=self.to_give(), form=self.rules.exchange_form))
        if seat is not None and self._seat(seat) != self.turn:
            raise IllegalPlay(because("not_your_turn", turn=str(self.turn), seat=self._seat(seat)))

    def obstacles(self, card: str) -> tuple[Reason, ...]:
        """Return why the seat to act cannot play a card it holds; empty if it can."""
        self.check_turn()
        card = parse_card(card)
        core = self._state.with_card(Play(card))
        if KIND[card] not in core.hand(core.turn):
            return (because("card_not_held", seat=SEATS[core.turn], kind=card),)
        if any(option.play.split("=")[0] == card for option in options(self.rules, [core], "").next):
            return ()
        return obstacles(self.rules, core, Play(card))

    # Acting.

    def play(self, play: str | Play, seat: str | None = None) -> Play:
        """Play or fold for the seat to act, which must be ``seat`` if given."""
        parsed = Play.of(play)
        self.check_turn(seat)
        self._state.act(parsed, self._steps(parsed))
        self._state.settle_chance()
        return parsed

    def give(self, seat: str, card: str) -> None:
        """Give a card in the exchange; the last one completes it (R4)."""
        seat, card = parse_seat(seat), parse_card(card)
        form = self.rules.exchange_form
        if seat not in self.rules.seats:
            raise IllegalGive(because("not_playing", seat=seat))
        if self.phase == "over":
            raise IllegalGive(self._why_over())
        if self.phase != "give":
            raise IllegalGive(
                because("drawn_by_chance") if self.rules.exchange == "draw" else because("not_giving", form=form)
            )
        if self._state.given(seat) is not None:
            raise IllegalGive(because("gave_already", seat=seat, form=form))
        if card not in self.hand(seat):
            raise IllegalGive(because("gift_not_held", seat=seat, kind=card, form=form))
        self._state.give(seat, card)

    def take_back(self, seat: str) -> None:
        """Take back a given card while others still have to give theirs (R4)."""
        seat = parse_seat(seat)
        form = self.rules.exchange_form
        if seat not in self.rules.seats:
            raise IllegalGive(because("not_playing", seat=seat))
        if self.phase == "over":
            raise IllegalGive(self._why_over())
        if self.phase != "give":
            raise IllegalGive(because("exchange_done", form=form))
        if self._state.given(seat) is None:
            raise IllegalGive(because("gave_nothing", seat=seat, form=form))
        self._state.take_back(seat)

    def stop(self) -> Outcome:
        """Stop the game early, as a tournament does when time is up (R2.5)."""
        if self.phase == "over":
            raise IllegalPlay(self._why_over())
        self._state.stop()
        return stopped(self.rules, self._core)

    # Views, positions, records, copies.

    def view(self, seat: str | None) -> dict[str, Any]:
        """Return what a seat, or with None a spectator, may know, as plain data."""
        return build_view(self._state, None if seat is None else self._seat(seat))

    def position(self) -> dict[str, Any]:
        """Return the whole position as plain data, with hidden cards and seed."""
        return positions.write(self._state)

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: int | str | None = None) -> Game:
        """Continue from a position; ``seed`` is used if the position has none."""
        return cls._of(positions.read(position, new_seed() if seed is None else str(seed)))

    def record(self) -> str:
        """Return the game so far as text that replays it."""
        return records.write(self._state, self.headers)

    @classmethod
    def from_record(cls, text: str) -> Game:
        """Replay a record; InvalidRecord names the wrong line and what was expected."""
        reader = RecordReader(text, new_seed())
        return cls._of(reader.read(), reader.headers.free)

    @classmethod
    def replay(cls, text: str) -> Iterator[tuple[Event, Game]]:
        """Replay a record; yield each event with the game after it.

        Before the first deal and after the last play of a round nobody is to act: the next event deals.
        """
        reader = RecordReader(text, new_seed())
        for event in reader.events():
            yield event, cls._of(reader.state.copy(), reader.headers.free)

    def copy(self) -> Game:
        """Return an independent copy, with the same future chance."""
        return self._of(self._state.copy(), self.headers)

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.from_record, (self.record(),)

    def __repr__(self) -> str:
        return f"Game.from_position({self.position()!r})"

    # Internals.

    @property
    def _core(self) -> Core:
        return self._state.core

    def _legal_cores(self) -> list[Core]:
        """Return the core that generates legal plays; if hands are not known, one for each card."""
        if self.hands_known or self._core.seven_left:
            return [self._core]
        return [self._state.with_card(Play(card)) for card in CARDS] + [self._state.with_card(Play(None))]

    def _why_over(self) -> Reason:
        return because("game_stopped" if self._state.stopped else "game_over")

    def _seat(self, seat: str) -> str:
        seat = parse_seat(seat)
        if seat not in self.rules.seats:
            raise IllegalPlay(because("not_playing", seat=seat))
        return seat

    def _steps(self, play: Play) -> list[int]:
        """Return the steps of a play, or raise IllegalPlay with the reason."""
        core = self._state.with_card(play)
        steps = find_steps(core, play)
        if steps is None:
            # A ``Play`` may be built by hand: parsing its text raises InvalidPlay if it is not notation.
            raise IllegalPlay(Explainer(self.rules, core).reason(Play.parse(str(play))))
        return steps


def new_seed() -> str:
    """Return an unpredictable seed."""
    return secrets.token_hex(16)
