"""Fresh marbles block the ring (R7.1): whom a play blocks or unblocks."""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.hand_facts import LEAVING
from doghouse.analysis.facts.play_diff import MAX_DISTANCE, Marble, PlayDiff, kennel_of, seats_moved_by
from doghouse.rules.core.layout import FINISH, SECTION
from doghouse.rules.notation import SEATS


def blocking_facts(diff: PlayDiff) -> Iterator[Fact]:
    for place in map(SEATS.index, diff.rules.seats):
        was, now = (core.fresh() >> place & 1 for core in (diff.before, diff.after))
        if now and not was:
            yield from _blocked(diff, place)
        elif was and not now:
            yield from _unblocked(diff, place)


def _blocked(diff: PlayDiff, place: int) -> Iterator[Fact]:
    others, mates, own = _behind(diff, place)
    if others:
        yield pro("blocks", 30 + 5 * len(others), **_values(others))
    if mates:
        yield con("blocks_mate", 35, **_values(mates))
    if own:
        yield con("blocks_own", 40, fields=_values(own)["fields"])


def _unblocked(diff: PlayDiff, place: int) -> Iterator[Fact]:
    others, mates, own = _behind(diff, place)
    if others:
        yield con("frees", 25 + 5 * len(others), **_values(others))
    if mates:
        yield pro("frees_mate", 25, **_values(mates))
    if own:
        yield pro("frees_own", 30, fields=_values(own)["fields"])
    if (
        SEATS[place] in seats_moved_by(diff.rules, diff.after, diff.seat)
        and kennel_of(diff.after, SEATS[place])
        and any(card in LEAVING for card in diff.hand)
        and diff.after.marble_on(place * SECTION) >> 2 != place
    ):
        yield pro("frees_start", 30)


def _behind(diff: PlayDiff, place: int) -> tuple[list[Marble], list[Marble], list[Marble]]:
    """Return the marbles that one card could bring to this start or past it: opponents', team mates', own."""
    start = place * SECTION
    near = [
        marble
        for marble in diff.marbles
        if marble.now < FINISH
        and 0 < (start - marble.now) % diff.lap <= MAX_DISTANCE
        and (marble.was, marble.number >> 2) != (start, place)  # not the fresh marble itself, moved back by a 4
    ]
    groups = (diff.opponents, diff.mates, diff.seat)
    others, mates, own = ([marble for marble in near if marble.owner in seats] for seats in groups)
    return others, mates, own


def _values(marbles: list[Marble]) -> dict[str, tuple[str, ...]]:
    owners = dict.fromkeys(marble.owner for marble in marbles)
    return {"owners": tuple(owners), "fields": tuple(marble.target for marble in marbles)}
