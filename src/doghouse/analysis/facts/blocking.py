"""Fresh marbles in the way (R7.1): whom a play blocks, and whose way it frees."""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.facts.fact import Fact, speaks_against, speaks_for
from doghouse.analysis.facts.hand_facts import LEAVING
from doghouse.analysis.facts.play_diff import LONGEST_WAY, Change, Marble, kennel_of, led_by
from doghouse.rules.core.layout import FINISH, SECTION
from doghouse.rules.notation import SEATS


def way_facts(change: Change) -> Iterator[Fact]:
    for seat in change.rules.seats:
        place = SEATS.index(seat)
        was, now = (bool(core.fresh() >> place & 1) for core in (change.before, change.after))
        if now and not was:
            yield from _blocked(change, place)
        elif was and not now:
            yield from _freed(change, place)


def _blocked(change: Change, place: int) -> Iterator[Fact]:
    others, mates, own = _behind(change, place)
    if others:
        yield speaks_for("blocks", 30 + 5 * len(others), **_who(others))
    if mates:
        yield speaks_against("blocks_mate", 35, **_who(mates))
    if own:
        yield speaks_against("blocks_own", 40, fields=_who(own)["fields"])


def _freed(change: Change, place: int) -> Iterator[Fact]:
    others, mates, own = _behind(change, place)
    if others:
        yield speaks_against("frees", 25 + 5 * len(others), **_who(others))
    if mates:
        yield speaks_for("frees_mate", 25, **_who(mates))
    if own:
        yield speaks_for("frees_own", 30, fields=_who(own)["fields"])
    if (
        SEATS[place] in led_by(change.rules, change.after, change.seat)
        and kennel_of(change.after, SEATS[place])
        and any(card in LEAVING for card in change.hand)
        and change.after.marble_on(place * SECTION) >> 2 != place
    ):
        yield speaks_for("frees_start", 30)


def _behind(change: Change, place: int) -> tuple[list[Marble], list[Marble], list[Marble]]:
    """The marbles that a card could now bring to this start or past it: of opponents, of team mates, one's own."""
    start = place * SECTION
    near = [
        marble
        for marble in change.marbles
        if marble.now < FINISH
        and 0 < (start - marble.now) % change.lap <= LONGEST_WAY
        and (marble.was, marble.number >> 2) != (start, place)  # the fresh one itself, four fields back
    ]
    groups = (change.opponents, change.mates, change.seat)
    others, mates, own = ([marble for marble in near if marble.owner in seats] for seats in groups)
    return others, mates, own


def _who(marbles: list[Marble]) -> dict[str, tuple[str, ...]]:
    owners = tuple(dict.fromkeys(marble.owner for marble in marbles))
    return {"owners": owners, "fields": tuple(marble.target for marble in marbles)}
