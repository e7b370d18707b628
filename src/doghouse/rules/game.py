"""A game of Dog from the first deal to the end, with the rules behind a friendly face."""

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

    The same rules and seed give the same deals everywhere. Without a seed an unpredictable one is drawn. A refused call
    raises one of ``doghouse.rules.errors`` and changes nothing.
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

    # How the game stands.

    @property
    def rules(self) -> Rules:
        return self._state.rules

    @property
    def headers(self) -> FreeHeaders:
        """What the record says about the game besides how it was played: names, date, event."""
        return self._headers

    @headers.setter
    def headers(self, values: Mapping[str, str]) -> None:
        self._headers = FreeHeaders(values)

    @property
    def seed(self) -> str:
        """What all chance of this game follows from. Whoever knows it knows every card."""
        return self._state.chance.seed

    @property
    def hands_known(self) -> bool:
        """False for a game written down without its hands: then only the board can be followed."""
        return self._state.hands_known

    @property
    def deals_follow(self) -> bool:
        """Whether all chance so far, from the lot for the first dealer on, follows from the seed."""
        state = self._state
        from_start = state.began_at is None and state.first_dealer == state.chance.first_dealer(self.rules.seats)
        return state.hands_known and state.deals_follow and from_start

    @property
    def phase(self) -> Phase:
        return self._state.phase

    @property
    def turn(self) -> str | None:
        """The seat to play; nobody's while cards are given or when the game is over."""
        return self._state.turn

    @property
    def round(self) -> int:
        """The number of the round, counted from 1."""
        return self._core.round

    @property
    def dealt(self) -> int:
        """How many cards each player was dealt in this round (R3.2)."""
        return self._state.dealt

    @property
    def dealer(self) -> str:
        """Who is shown as the dealer of this round (R3.3)."""
        return self._state.dealer

    @property
    def next_deal(self) -> int:
        """How many cards the next deal has: what the die of R3.5 shows."""
        return self._core.deal_size()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or nothing while it goes on."""
        return self._state.outcome

    @property
    def rounds(self) -> Sequence[Round]:
        """What has happened so far, round by round: the hands as dealt, what was given, and the turns."""
        return self._state.history.rounds

    @property
    def last(self) -> Turn | None:
        """The last play or fold."""
        return self._state.last

    def standings(self) -> tuple[Standing, ...]:
        """All teams in the order of R2.5, the best first."""
        return standings(self.rules, self._core)

    def marbles(self) -> dict[str, list[str]]:
        """The marbles of each seat, as fields; a fresh one is marked with ``!``."""
        return marbles_of(self._core, self.rules.seats)

    def hand(self, seat: str) -> list[str]:
        """The cards of a seat; ``?`` for each where the hands of the game are not known."""
        return self._state.hand(self._seat(seat))

    def to_give(self) -> str:
        """The seats that have still to give a card."""
        if self.phase != "give":
            return ""
        return "".join(seat for seat in self.rules.seats if self._core.given(SEATS.index(seat)) == EMPTY)

    # What can be done.

    def plays(self) -> Plays:
        """The legal plays of the seat to act, each distinct by its result; found only as they are asked for."""
        return Plays(self._legal_cores() if self.turn is not None else [])

    def options(self, partial: str = "") -> Options:
        """How a partial play can go on, and what the board looks like then.

        The empty text asks for the cards that can be played, a card for its moves, and a 7 with some of its moves for
        those that can follow.
        """
        self.check_turn()
        return options(self.rules, self._legal_cores(), partial)

    def check_turn(self, seat: str | None = None) -> None:
        """Raise ``IllegalPlay`` unless somebody, or the seat that is said, is to play now."""
        if self.phase == "over":
            raise IllegalPlay(self._why_over())
        if self.phase == "give":
            raise IllegalPlay(because("exchange_first", seats=self.to_give(), form=self.rules.exchange_form))
        if seat is not None and self._seat(seat) != self.turn:
            raise IllegalPlay(because("not_your_turn", turn=str(self.turn), seat=self._seat(seat)))

    def obstacles(self, card: str) -> tuple[Reason, ...]:
        """Why a card in the hand of the seat to act cannot be played; nothing if it can."""
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
        """Carry out a play, or fold, for the seat to act (and for no other, if ``seat`` is said)."""
        wanted = Play.of(play)
        self.check_turn(seat)
        self._state.act(wanted, self._steps(wanted))
        self._state.settle_chance()
        return wanted

    def give(self, seat: str, card: str) -> None:
        """Give a card in the exchange; when everyone has, the cards change hands (R4)."""
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
        """Take back a card laid out to be given, as long as others have still to give theirs (R4)."""
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
        """End the game early, as a tournament does when time is up (R2.5)."""
        if self.phase == "over":
            raise IllegalPlay(self._why_over())
        self._state.stop()
        return stopped(self.rules, self._core)

    # Views, positions, records, copies.

    def view(self, seat: str | None) -> dict[str, Any]:
        """What a seat, or with None a spectator, may know, as plain data."""
        return build_view(self._state, None if seat is None else self._seat(seat))

    def position(self) -> dict[str, Any]:
        """The whole position as plain data, hidden cards and chance included."""
        return positions.write(self._state)

    @classmethod
    def from_position(cls, position: Mapping[str, Any], seed: int | str | None = None) -> Game:
        """A game that goes on from a position; ``seed`` is for the chance to come, if the position does not say."""
        return cls._of(positions.read(position, new_seed() if seed is None else str(seed)))

    def record(self) -> str:
        """The game so far as a text that replays it."""
        return records.write(self._state, self.headers)

    @classmethod
    def from_record(cls, text: str) -> Game:
        """Replay a record; InvalidRecord names the line that is wrong and what was expected there."""
        reader = RecordReader(text, new_seed())
        return cls._of(reader.read(), reader.headers.kept)

    @classmethod
    def replay(cls, text: str) -> Iterator[tuple[Event, Game]]:
        """Replay a record event by event, each with the game as it stood then.

        Before the first deal, and after the last play of a round, nobody is to act: the next event deals.
        """
        reader = RecordReader(text, new_seed())
        for event in reader.events():
            yield event, cls._of(reader.state.copy(), reader.headers.kept)

    def copy(self) -> Game:
        """An independent copy, with the same chance to come."""
        return self._of(self._state.copy(), self.headers)

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.from_record, (self.record(),)

    def __repr__(self) -> str:
        return f"Game.from_position({self.position()!r})"

    # Inside.

    @property
    def _core(self) -> Core:
        return self._state.core

    def _legal_cores(self) -> list[Core]:
        """The core that says what is legal; where hands are not known, one for every card there is."""
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
        """The steps of a legal play; for any other, the reason why it is none is raised."""
        core = self._state.with_card(play)
        steps = find_steps(core, play)
        if steps is None:
            # A ``Play`` may be built by hand: parsing its text raises InvalidPlay if it is not notation.
            raise IllegalPlay(Explainer(self.rules, core).reason(Play.parse(str(play))))
        return steps


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)
