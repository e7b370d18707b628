# cython: language_level=3, annotation_typing=False
"""The distinct results of a 7, generated lazily, the simplest first (R10)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Set

from doghouse.rules.core.engine import Core

FIELD_BITS = 255
TARGET_SHIFT = 8
Result = tuple[tuple[int, ...], Core]


def seven_results(core: Core, card: int, known: Set[bytes] = frozenset()) -> Iterator[Result]:
    """Each distinct result of playing the card as a seven: its chunks, and the game after it.

    A chunk is the field it goes from, and the field it goes to << 8.

    Results whose keys are known already are left out.

    Boards are searched in order of the chunks it takes to reach them, so every result comes with a shortest
    description, and asking for the first few costs little however many there are.
    """
    work = core.copy()
    first = work.key()
    visited = {first, *known}
    waiting: deque[tuple[bytes, tuple[int, ...]]] = deque([(first, ())])
    while waiting:
        key, path = waiting.popleft()
        if path:
            work = core.copy()
            work.resume_seven(key, card)
        for chunk in work.seven_chunks(card):
            after = work.copy()
            after.apply(chunk)
            result = after.key()
            if result in visited:
                continue
            visited.add(result)
            source, target = work.ends(chunk)
            reached = (*path, source | (target << TARGET_SHIFT))
            if after.seven_left:
                waiting.append((result, reached))
            else:
                yield reached, after
