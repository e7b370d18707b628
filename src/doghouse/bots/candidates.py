"""Candidate plays with their value by the hand-written evaluation."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

from doghouse.bots.core.policy import best_step, value_of
from doghouse.bots.core.weights import TAKING
from doghouse.bots.weights import Weights
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import CARD_SHIFT, DIVE, RUN, STEP_KIND_BITS, TAKE
from doghouse.rules.core.results import TARGET_SHIFT, seven_results
from doghouse.rules.notation import Play
from doghouse.rules.plays import play_of, seven_play

MAX_RESULTS = 400  # of a 7: nearly always all in team games, the simplest without teams
DESCENTS = 6  # with more results, also follow the best chunks greedily


@dataclass(frozen=True)
class Candidate:
    """A play and its value, with its step or, for a 7, the key of the core after it."""

    play: Play
    value: float
    card: int
    step: int | None = None
    key: bytes | None = None

    def apply(self, core: Core) -> None:
        """Apply this play to a core with the same board and own hand."""
        if self.step is not None:
            core.apply(self.step)
        elif self.key is not None:
            core.complete_seven(self.key, self.card)


def ranked(core: Core, weights: Weights, deadline: float = math.inf) -> list[Candidate]:
    """Return the candidates of the seat to act, the best first; stop searching at ``deadline`` by ``perf_counter``."""
    return sorted(_candidates(core, weights, deadline), key=lambda candidate: -candidate.value)


def _candidates(core: Core, weights: Weights, deadline: float) -> Iterator[Candidate]:
    seat = core.turn
    sevens = []
    for step in core.steps():
        card = (step >> CARD_SHIFT) & 15
        if step & STEP_KIND_BITS in (RUN, DIVE):
            if card not in sevens:
                sevens.append(card)
            continue
        yield Candidate(play_of(core, step), _step_value(core, step, seat, weights), card, step)
    for card in sevens:
        yield from _sevens(core, card, weights, deadline)


def _step_value(core: Core, step: int, seat: int, weights: Weights) -> float:
    after = core.copy()
    if step & STEP_KIND_BITS == TAKE:  # the card taken is unknown: only discard
        after.discard((step >> CARD_SHIFT) & 15)
        return value_of(after, seat, weights) + weights[TAKING]
    after.apply(step)
    return value_of(after, seat, weights)


def _sevens(core: Core, card: int, weights: Weights, deadline: float) -> Iterator[Candidate]:
    seat = core.turn
    result_count = 0
    for chunks, after in itertools.islice(seven_results(core, card), MAX_RESULTS):
        result_count += 1
        yield Candidate(seven_play(card, chunks), value_of(after, seat, weights), card, key=after.key())
        if perf_counter() > deadline:
            return
    if result_count == MAX_RESULTS:
        yield from _descents(core, card, weights)


def _descents(core: Core, card: int, weights: Weights) -> Iterator[Candidate]:
    """Yield sevens found greedily, chunk by chunk, from the best first chunks."""
    seat = core.turn
    first = []
    for chunk in core.seven_chunks(card):
        after = core.copy()
        after.apply(chunk)
        first.append((value_of(after, seat, weights), chunk))
    first.sort(reverse=True)
    for _value, chunk in first[:DESCENTS]:
        work = core.copy()
        chunks: list[int] = []
        next_chunk = chunk
        while True:
            source, target = work.ends(next_chunk)
            chunks.append(source | target << TARGET_SHIFT)
            work.apply(next_chunk)
            if not work.seven_left:
                break
            next_chunk = best_step(work, weights)
        yield Candidate(seven_play(card, chunks), value_of(work, seat, weights), card, key=work.key())
