"""Facts about marbles that are sent home, brought out, forward, back, or into the finish."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.play_diff import COMPLETE, MAX_DISTANCE, PlayDiff, kennel_of
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH
from doghouse.rules.notation import SEATS, field_text


def marble_facts(diff: PlayDiff) -> Iterator[Fact]:
    yield from _sent_home(diff)
    yield from _left_kennel(diff)
    yield from _swapped_ahead(diff)
    for seat in diff.rules.seats:
        yield from _entered(diff, seat)
        yield from _finish_fields(diff, seat)
        yield from _progress(diff, seat)


def _sent_home(diff: PlayDiff) -> Iterator[Fact]:
    for code, seats in (("home_opponent", diff.opponents), ("home_mate", diff.mates), ("home_own", diff.seat)):
        marbles = [marble for marble in diff.sent_home if marble.owner in seats]
        if marbles:
            lost = sum(map(diff.travelled, marbles))
            kind = pro if code == "home_opponent" else con
            pairs = tuple((marble.owner, marble.field) for marble in marbles)
            yield kind(code, 200 + lost, marbles=pairs, count=lost)  # never left out: nothing else says so


def _left_kennel(diff: PlayDiff) -> Iterator[Fact]:
    for marble in diff.left_kennel:
        if marble.owner != diff.seat:
            yield pro("leaves_mate", 70, owner=marble.owner)
        elif left := kennel_of(diff.after, diff.seat):
            yield pro("leaves", 70, count=left)
        else:
            yield pro("leaves_last", 70)


def _entered(diff: PlayDiff, seat: str) -> Iterator[Fact]:
    if not any(marble.owner == seat for marble in diff.entered):
        return
    inside = diff.after.finished(SEATS.index(seat)).bit_count()
    if seat == diff.seat:
        if inside == 4 and diff.mates:
            yield pro("completes", 110, owners=tuple(diff.mates))
        else:
            yield pro("enters", 90, count=inside)
    elif inside == 4:
        yield _for_whom(diff, seat, "other_completes", 110)
    else:
        yield _for_whom(diff, seat, "other_enters", 85, count=inside)


def _for_whom(diff: PlayDiff, seat: str, code: str, weight: float, **about: int) -> Fact:
    """What helps a team mate is good, what helps an opponent is bad."""
    kind = pro if seat in diff.mates else con
    return kind(code, weight, owner=seat, **about)


def _finish_fields(diff: PlayDiff, seat: str) -> Iterator[Fact]:
    """Finish fields of the team that a play makes reachable, or shuts off."""
    if seat in diff.opponents or diff.after.finished(SEATS.index(seat)) == COMPLETE:
        return
    open_before, open_after = _open(diff.before, seat), _open(diff.after, seat)
    if len(open_after) > len(open_before):
        yield pro("opens_finish", 45, fields=open_after)
    entered = [marble.now for marble in diff.entered if marble.owner == seat]
    if entered:
        inside = diff.after.finished(SEATS.index(seat))
        behind = [depth for depth in range(min(entered) % 4 + 1, 4) if not inside >> depth & 1]
        if behind:
            fields = tuple(_finish_field(seat, depth) for depth in behind)
            yield con("finish_gap", 35, count=len(fields), fields=fields)


def _open(core: Core, seat: str) -> tuple[str, ...]:
    """Return the finish fields that a marble on the ring could reach with the right card."""
    inside = core.finished(SEATS.index(seat))
    return tuple(_finish_field(seat, depth) for depth in takewhile(lambda depth: not inside >> depth & 1, range(4)))


def _finish_field(seat: str, depth: int) -> str:
    return field_text(FINISH + 4 * SEATS.index(seat) + depth, 0)


def _swapped_ahead(diff: PlayDiff) -> Iterator[Fact]:
    """One fact for gain and loss of a swap with an opponent."""
    if (swap := _gain_by_swap(diff)) is not None:
        yield pro("swap_ahead", swap[1] * 1.8, owner=swap[0], count=swap[1])


def _gain_by_swap(diff: PlayDiff) -> tuple[str, int] | None:
    """Return the opponent who lost as many fields by a swap as the player gained, and how many."""
    if not any(move.swap for move in diff.play.moves):
        return None
    ways = {marble.owner: diff.nearer(marble) for marble in diff.moved}
    gained = ways.pop(diff.seat, 0)
    for owner, way in ways.items():
        if owner in diff.opponents and way == -gained < 0:
            return owner, gained
    return None


def _progress(diff: PlayDiff, seat: str) -> Iterator[Fact]:
    """How much nearer to the finish the marbles of a seat came, without those that entered it."""
    ways = [(marble, diff.nearer(marble)) for marble in diff.moved if marble.owner == seat and marble.now < FINISH]
    if not ways or _gain_by_swap(diff) is not None:
        return
    swapped = any(move.swap for move in diff.play.moves)
    nearer = sum(way for _marble, way in ways)
    if seat not in diff.opponents and not swapped:
        # Further back than any card goes: the marble passed its finish.
        past = tuple(marble.field for marble, way in ways if way < -MAX_DISTANCE)
        if past:
            yield con("round_again", 60, fields=past)
            return
    if seat == diff.seat:
        if nearer:
            code, kind = ("nearer", pro) if nearer > 0 else ("farther", con)
            yield kind(code, abs(nearer), count=abs(nearer))
        return
    if nearer > 0:
        yield _for_whom(diff, seat, "other_nearer", nearer * 0.8, count=nearer)
    elif nearer < 0:
        kind = con if seat in diff.mates else pro
        yield kind("other_farther", -nearer * 0.8, owner=seat, count=-nearer)
