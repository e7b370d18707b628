"""Explain why a play is not legal: the first rule it breaks, with fields and cards.

The core decides what is legal; this runs only after it refused a play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH, KENNEL, SECTION
from doghouse.rules.notation import KIND, SEATS, Move, Play, field_code, field_text
from doghouse.rules.plays import find_chunk, possible_plays
from doghouse.rules.reasons import Reason, because
from doghouse.rules.rules import Rules

VALUES = {"A": (1, 11), "J": (), "7": tuple(range(1, 8)), "Q": (12,), "K": (13,)}
LEAVING = ("A", "K")


def values(card: str) -> tuple[int, ...]:
    """Return the distances a card moves forwards."""
    return VALUES.get(card) or ((int(card),) if card.isdigit() else ())


@dataclass(frozen=True)
class Marble:
    seat: int
    field: int
    fresh: bool


class Explainer:
    """Explains illegal plays of the seat to act."""

    def __init__(self, rules: Rules, core: Core) -> None:
        self.rules = rules
        self.core = core
        self.seat = core.turn
        self.lap = rules.sections * SECTION
        fields, fresh = core.marbles(), core.fresh()
        self.marbles = {
            field: Marble(index >> 2, field, bool(field == (index >> 2) * SECTION and fresh >> (index >> 2) & 1))
            for index, field in enumerate(fields)
            if field < KENNEL
        }
        self.kennels = {seat for seat in range(6) if KENNEL in fields[4 * seat : 4 * seat + 4]}

    def reason(self, play: Play) -> Reason:
        """Return why a play that the core refuses is not legal."""
        if play.card is None:
            return because("must_play", seat=SEATS[self.seat], play=str(next(possible_plays(self.core))))
        if self.core.seven_left:
            if KIND[play.card] != self.core.seven_card or play.acts_as != "7":
                return because("seven_under_way")
        elif KIND[play.card] not in self.core.hand(self.seat):
            return because("card_not_held", seat=SEATS[self.seat], kind=play.card)
        card = play.acts_as or ""
        if play.takes_from is not None:
            return self._taking(card, play.takes_from)
        if card == "7":
            return self._seven(play)
        if not play.moves:
            return self._idle_jack(play) if card == "J" else because("move_missing", card=card)
        if len(play.moves) > 1:
            return because("one_move")
        return self._single(play, card, play.moves[0])

    def _single(self, play: Play, card: str, move: Move) -> Reason:
        if card == "J" or move.swap:
            return self._swap(card, move)
        reason = self._move(card, move)
        if reason is None and play.card == "X" and not self.rules.joker_may_finish:
            return because("joker_last")
        return reason or self._wrong_distance(card, move)

    def _taking(self, card: str, other: str) -> Reason:
        if card != "2":
            return because("only_two_takes", card=card)
        if not self.rules.alone:
            return because("only_alone_takes")
        if other not in self.rules.seats:
            return because("not_playing", seat=other)
        if other == SEATS[self.seat]:
            return because("take_from_self")
        return because("nothing_to_take", other=other)

    # Jack.

    def _idle_jack(self, play: Play) -> Reason:
        for other in possible_plays(self.core):
            if not other.is_fold and other != play:
                return because("jack_has_effect", play=str(other))
        return because("others_under_way")

    def _swap(self, card: str, move: Move) -> Reason:
        if card != "J":
            return because("only_jack_swaps", card=card)
        if not move.swap:
            return because("jack_swaps")
        for text in (move.source, move.target):
            field = field_code(text)
            if field >= FINISH:
                return because("swap_off_ring", field=text)
            marble = self.marbles.get(field)
            if marble is None:
                return because("no_marble", source=text)
            if marble.fresh:
                return because("swap_fresh", field=text)
        return because("swap_own")

    # Moves of one marble.

    def _move(self, card: str, move: Move) -> Reason | None:
        """Return why this move is not possible, or None if nothing is wrong with it."""
        source, target = field_code(move.source), field_code(move.target)
        if source == KENNEL:
            return self._leaving(card, move)
        marble = self.marbles.get(source)
        if marble is None:
            return because("no_marble", source=move.source)
        if not self.may_move(marble.seat, card):
            return because("not_yours", source=move.source, owner=SEATS[marble.seat])
        if target == KENNEL:
            return self._wrong_distance(card, move)
        if target >= FINISH:
            return self._inwards(card, move, marble, target)
        if source >= FINISH:
            return because("no_way_out")
        return self._along(card, move, source, target)

    def may_move(self, seat: int, card: str) -> bool:
        if seat == self.seat or (card == "7" and self.rules.alone):
            return True
        mates = SEATS[seat] in self.rules.team(SEATS[self.seat])
        return mates and (self.core.finished(self.seat) == 15 or (card == "7" and self.rules.canadian_seven))

    def _leaving(self, card: str, move: Move) -> Reason | None:
        seat = SEATS.index(move.source[0])
        if card not in LEAVING:
            return because("cannot_leave")
        if move.source[0] not in self.rules.seats:
            return because("not_playing", seat=move.source[0])
        if not self.may_move(seat, card):
            return because("not_yours", source=move.source, owner=move.source[0])
        if seat not in self.kennels:
            return because("kennel_empty", owner=move.source[0])
        if move.target != f"{move.source[0]}0":
            return self._wrong_distance(card, move)
        start = self.marbles.get(seat * SECTION)
        return because("start_taken", field=move.target) if start is not None and start.fresh else None

    def _along(self, card: str, move: Move, source: int, target: int) -> Reason | None:
        ahead, behind = (target - source) % self.lap, (source - target) % self.lap
        if target >= self.lap or source >= self.lap or ahead == 0:
            return self._wrong_distance(card, move)
        if ahead in values(card):
            return self._blocked((source + step) % self.lap for step in range(1, ahead + 1))
        if card == "4" and behind == 4:
            return self._blocked((source - step) % self.lap for step in range(1, 5))
        if behind in values(card):
            return because("seven_forwards" if card == "7" else "wrong_way")
        return self._wrong_distance(card, move)

    def _blocked(self, way: Iterator[int]) -> Reason | None:
        for field in way:
            marble = self.marbles.get(field)
            if marble is not None and marble.fresh:
                return because("blocked", field=field_text(field, 0))
        return None

    def _inwards(self, card: str, move: Move, marble: Marble, target: int) -> Reason | None:
        finish = FINISH + 4 * marble.seat
        if not finish <= target < finish + 4:
            return because("other_finish")
        if marble.field >= FINISH:
            distance, first = target - marble.field, marble.field + 1
            if distance <= 0:
                return because("no_way_out")
        else:
            start = marble.seat * SECTION
            ahead = (start - marble.field) % self.lap
            distance, first = ahead + target - finish + 1, finish
            if marble.fresh:
                return because("fresh_turning_in")
            if distance in values(card):
                blocked = self._blocked((marble.field + step) % self.lap for step in range(1, ahead + 1))
                if blocked is not None:
                    return blocked
            elif card == "4" and (marble.field - start) % self.lap < 4:
                return because("backwards_in")
        if distance not in values(card):
            return self._wrong_distance(card, move, distance)
        for field in range(first, target + 1):
            if field in self.marbles:
                return because("finish_taken", field=field_text(field, 0))
        return None

    def _wrong_distance(self, card: str, move: Move, distance: int | None = None) -> Reason:
        source, target = field_code(move.source), field_code(move.target)
        if distance is None:
            if max(source, target) >= self.lap or source == target:
                return because("no_such_move", source=move.source, target=move.target)
            distance = (target - source) % self.lap
        facts = {"source": move.source, "target": move.target}
        return because("wrong_distance", card=card, values=values(card), distance=distance, **facts)

    # Seven.

    def _seven(self, play: Play) -> Reason:
        """Return why a 7 is not legal: follow its chunks to the first illegal one."""
        left = self.core.seven_left or 7
        if not play.moves:
            possible = self.core.seven_chunks(KIND[play.card or ""])
            return because("points_unused", left=left) if possible else because("seven_impossible")
        work = self.core.copy()
        for move in play.moves:
            if move.swap:
                return because("only_jack_swaps", card="7")
            if left == 0:
                return because("too_many_points")
            chunk = find_chunk(work, play.card or "", move)
            if chunk is None:
                return self._chunk(play, work, move, left)
            work.apply(chunk)
            left = work.seven_left
        return because("points_unused", left=left)

    def allowing_joker(self, core: Core) -> Core:
        """Return a core of the same position where a joker may make the last play (R12.2)."""
        free = Rules.from_json({**self.rules.to_json(), "joker_may_finish": True}).core(SEATS[core.starter])
        free.load_board(core.marbles(), core.fresh())
        free.load_hand(self.seat, core.hand(self.seat))
        seven = {"seven_left": core.seven_left, "seven_card": core.seven_card}
        free.load_turn(turn=self.seat, phase=core.phase, round=core.round, starter=core.starter, **seven)
        return free

    def _chunk(self, play: Play, work: Core, move: Move, left: int) -> Reason:
        reason = Explainer(self.rules, work)._move("7", move)
        if reason is not None:
            return reason
        if _points(move, self.lap) > left:
            return because("too_many_points")
        if play.card == "X" and find_chunk(self.allowing_joker(work), "X", move) is not None:
            return because("joker_last")
        return because("cannot_use_up", move=str(move))


def _points(move: Move, lap: int) -> int:
    """Return the points of a chunk on the ring, in a finish, or into it over the start."""
    source, target = field_code(move.source), field_code(move.target)
    if source >= FINISH:
        return target - source
    if target >= FINISH:
        start = (target - FINISH) // 4 * SECTION
        return (start - source) % lap + target % 4 + 1
    return (target - source) % lap
