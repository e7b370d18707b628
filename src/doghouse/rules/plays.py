"""Convert between the core's steps and plays in notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import (
    ARGUMENT_SHIFT,
    AS_SHIFT,
    BACK,
    CARD_SHIFT,
    DIVE,
    EMPTY,
    IDLE,
    LEAVE,
    MARBLE_SHIFT,
    MOVE,
    RUN,
    SEVEN,
    STEP_KIND_BITS,
    SWAP,
    TAKE,
)
from doghouse.rules.core.layout import FOLD as FOLDING
from doghouse.rules.core.results import FIELD_BITS, TARGET_SHIFT, seven_results
from doghouse.rules.notation import CARDS, KIND, SEATS, Move, Play, field_text


def possible_plays(core: Core) -> Iterator[Play]:
    """Yield the plays of the seat to act, one for each result, the sevens last."""
    sevens = [core.seven_card] if core.seven_left else []
    known: dict[int, set[bytes]] = {}
    for step in core.steps():
        card = (step >> CARD_SHIFT) & 15
        if step & STEP_KIND_BITS in (RUN, DIVE):
            if card not in sevens:
                sevens.append(card)
        elif _is_new(core, step, known.setdefault(card, set())):
            yield play_of(core, step)
    for card in sevens:
        for chunks, _after in seven_results(core, card, known.get(card, set())):
            yield seven_play(card, chunks)


def _is_new(core: Core, step: int, known: set[bytes]) -> bool:
    """Return whether no earlier step of the same card has the same result.

    Two steps have the same result only if a marble sends home one of its own owner.
    """
    if step & STEP_KIND_BITS not in (MOVE, BACK):
        return True
    there = core.marble_on(core.ends(step)[1])
    if there == EMPTY or there >> 2 != ((step >> MARBLE_SHIFT) & 31) >> 2:
        return True
    after = core.copy()
    after.apply(step)
    key = after.key()
    if key in known:
        return False
    known.add(key)
    return True


def seven_play(card: int, chunks: Sequence[int]) -> Play:
    """Return the play of a 7, or a joker as a 7, with these chunks."""
    moves = tuple(Move(field_text(chunk & FIELD_BITS, 0), field_text(chunk >> TARGET_SHIFT, 0)) for chunk in chunks)
    return Play(CARDS[card], None if card == SEVEN else "7", moves)


def play_of(core: Core, step: int) -> Play:
    """Return the play of a step; of a 7, its first chunk only."""
    step_kind = step & STEP_KIND_BITS
    if step_kind == FOLDING:
        return Play(None)
    card = (step >> CARD_SHIFT) & 15
    acts_as = (step >> AS_SHIFT) & 15
    stands_for = None if card == acts_as else CARDS[acts_as]
    argument = (step >> ARGUMENT_SHIFT) & 31
    if step_kind == IDLE:
        return Play(CARDS[card], stands_for)
    if step_kind == TAKE:
        return Play(CARDS[card], stands_for, takes_from=SEATS[argument])
    return Play(CARDS[card], stands_for, (move_of(core, step),))


def move_of(core: Core, step: int) -> Move:
    seat = ((step >> MARBLE_SHIFT) & 31) >> 2
    source, target = core.ends(step)
    return Move(field_text(source, seat), field_text(target, seat), step & STEP_KIND_BITS == SWAP)


def find_step(core: Core, play: Play, steps: Sequence[int]) -> int | None:
    """Return the step among ``steps`` that makes a play other than a 7."""
    for step in steps:
        candidate = play_of(core, step)
        if candidate == play or (candidate.card == play.card == "X" and _same_joker(candidate, play, step)):
            return step
        if step & STEP_KIND_BITS == SWAP and candidate.head == play.head and len(play.moves) == 1:
            (move,), (swap,) = candidate.moves, play.moves
            if swap.swap and {swap.source, swap.target} == {move.source, move.target}:
                return step
    return None


def _same_joker(candidate: Play, play: Play, step: int) -> bool:
    """Return whether both leave the kennel with a joker: as an ace or a king, the result is the same."""
    return step & STEP_KIND_BITS == LEAVE and play.stands_for in ("A", "K") and candidate.moves == play.moves


def find_chunk(core: Core, card: str, move: Move) -> int | None:
    """Return the chunk of a 7 that makes this move."""
    for chunk in core.seven_chunks(KIND[card]):
        if move_of(core, chunk) == move:
            return chunk
    return None


def find_chunks(core: Core, play: Play) -> list[int] | None:
    """Return the chunks of a whole 7, or None if one is not legal or points are left."""
    work = core.copy()
    chunks: list[int] = []
    for move in play.moves:
        chunk = find_chunk(work, play.card or "", move)
        if chunk is None or (chunks and not work.seven_left):
            return None
        work.apply(chunk)
        chunks.append(chunk)
    return chunks if chunks and not work.seven_left else None


def holds(core: Core, card: str) -> bool:
    """Return whether the seat to act can play this card; during a 7, only that card."""
    return KIND[card] == core.seven_card if core.seven_left else KIND[card] in core.hand(core.turn)


def find_steps(core: Core, play: Play) -> list[int] | None:
    """Return the steps of a play, for ``Core.apply``; None if it is not legal or not notation."""
    if play.moves and play.takes_from:
        return None
    if play.acts_as == "7":
        if play.card not in ("7", "X") or play.stands_for != (None if play.card == "7" else "7"):
            return None
        return find_chunks(core, play) if holds(core, play.card) else None
    step = find_step(core, play, core.steps())
    return None if step is None else [step]


class Plays:
    """The legal plays of a position, generated lazily; supports iteration, ``in`` and truth.

    If hands are not known there is one core for each card the seat may hold.
    """

    def __init__(self, cores: Sequence[Core]) -> None:
        self._cores = cores

    def __iter__(self) -> Iterator[Play]:
        folds = False
        for core in self._cores:
            for play in possible_plays(core):
                if play.is_fold:
                    folds = True
                else:
                    yield play
        if folds:
            yield Play(None)

    def __contains__(self, play: object) -> bool:
        """Return whether a play or its text is legal, even if written differently from the listed form."""
        if not isinstance(play, str | Play):
            return False
        parsed = Play.of(play)
        return any(find_steps(core, parsed) is not None for core in self._cores)

    def __bool__(self) -> bool:
        return bool(self._cores)
