"""What a play does with marbles: sends them home, brings them out, forward, back, or into the finish."""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.play_diff import COMPLETE, MAX_DISTANCE, Marble, PlayDiff, kennel_of
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
        yield from _way(diff, seat)


def _sent_home(diff: PlayDiff) -> Iterator[Fact]:
    for code, seats in (("home_opponent", diff.opponents), ("home_mate", diff.mates), ("home_own", diff.seat)):
        marbles = [marble for marble in diff.sent_home if marble.owner in seats]
        if marbles:
            lost = sum(map(diff.come, marbles))
            say = pro if code == "home_opponent" else con
            # Nothing else tells that somebody is sent home, so it must not be left out.
            yield say(code, 200 + lost, marbles=_pairs(marbles), count=lost)


def _pairs(marbles: list[Marble]) -> tuple[tuple[str, str], ...]:
    return tuple((marble.owner, marble.field) for marble in marbles)


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
    """What is good for a team mate speaks for a play, what is good for an opponent against it."""
    say = pro if seat in diff.mates else con
    return say(code, weight, owner=seat, **about)


def _finish_fields(diff: PlayDiff, seat: str) -> Iterator[Fact]:
    """Room made in a finish of the team for the marbles outside, or free fields that are now out of reach."""
    if seat in diff.opponents or diff.after.finished(SEATS.index(seat)) == COMPLETE:
        return
    open_before, open_after = _open(diff.before, seat), _open(diff.after, seat)
    if len(open_after) > len(open_before):
        yield pro("opens_finish", 45, fields=open_after)
    came = [marble.now for marble in diff.entered if marble.owner == seat]
    if came:
        inside = diff.after.finished(SEATS.index(seat))
        behind = [depth for depth in range(min(came) % 4 + 1, 4) if not inside >> depth & 1]
        if behind:
            fields = tuple(_finish_field(seat, depth) for depth in behind)
            yield con("finish_gap", 35, count=len(fields), fields=fields)


def _open(core: Core, seat: str) -> tuple[str, ...]:
    """The finish fields that a marble from outside can reach, if it comes by the right card."""
    found = []
    for depth in range(4):
        if core.finished(SEATS.index(seat)) >> depth & 1:
            break
        found.append(_finish_field(seat, depth))
    return tuple(found)


def _finish_field(seat: str, depth: int) -> str:
    return field_text(FINISH + 4 * SEATS.index(seat) + depth, 0)


def _swapped_ahead(diff: PlayDiff) -> Iterator[Fact]:
    """An opponent with whom one has changed places to one's good, which is told as one thing."""
    if (swap := _gain_by_swap(diff)) is not None:
        yield pro("swap_ahead", swap[1] * 1.8, owner=swap[0], count=swap[1])


def _gain_by_swap(diff: PlayDiff) -> tuple[str, int] | None:
    """The opponent who has lost by a swap as many fields as one's own marble has gained, and how many."""
    if not any(move.swap for move in diff.play.moves):
        return None
    ways = {marble.owner: diff.nearer(marble) for marble in diff.moved}
    gained = ways.pop(diff.seat, 0)
    for owner, way in ways.items():
        if owner in diff.opponents and way == -gained < 0:
            return owner, gained
    return None


def _way(diff: PlayDiff, seat: str) -> Iterator[Fact]:
    """How much nearer to the finish the marbles of a seat have come, apart from those that are in it now."""
    ways = [(marble, diff.nearer(marble)) for marble in diff.moved if marble.owner == seat and marble.now < FINISH]
    if not ways or _gain_by_swap(diff) is not None:
        return
    swapped = any(move.swap for move in diff.play.moves)
    nearer = sum(way for _marble, way in ways)
    if seat not in diff.opponents and not swapped:
        # No card goes further, so whoever is thrown back by more has gone past the finish.
        past = tuple(marble.field for marble, way in ways if way < -MAX_DISTANCE)
        if past:
            yield con("round_again", 60, fields=past)
            return
    if seat == diff.seat:
        if nearer:
            code, say = ("nearer", pro) if nearer > 0 else ("farther", con)
            yield say(code, abs(nearer), count=abs(nearer))
        return
    if nearer > 0:
        yield _for_whom(diff, seat, "other_nearer", nearer * 0.8, count=nearer)
    elif nearer < 0:
        say = con if seat in diff.mates else pro
        yield say("other_farther", -nearer * 0.8, owner=seat, count=-nearer)
