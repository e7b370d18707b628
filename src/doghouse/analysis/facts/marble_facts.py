"""What a play does with marbles: sends them home, brings them out, forward, back, or into the finish."""

from __future__ import annotations

from collections.abc import Iterator

from doghouse.analysis.facts.fact import Fact, speaks_against, speaks_for
from doghouse.analysis.facts.play_diff import COMPLETE, LONGEST_WAY, Change, Marble, kennel_of
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH
from doghouse.rules.notation import SEATS, field_text


def marble_facts(change: Change) -> Iterator[Fact]:
    yield from _sent_home(change)
    yield from _left_kennel(change)
    yield from _swapped_ahead(change)
    for seat in change.rules.seats:
        yield from _entered(change, seat)
        yield from _finish_fields(change, seat)
        yield from _way(change, seat)


def _sent_home(change: Change) -> Iterator[Fact]:
    for code, seats in (("home_opponent", change.opponents), ("home_mate", change.mates), ("home_own", change.seat)):
        marbles = [marble for marble in change.sent_home if marble.owner in seats]
        if marbles:
            lost = sum(map(change.come, marbles))
            say = speaks_for if code == "home_opponent" else speaks_against
            # Nothing else tells that somebody is sent home, so it must not be left out.
            yield say(code, 200 + lost, marbles=_pairs(marbles), count=lost)


def _pairs(marbles: list[Marble]) -> tuple[tuple[str, str], ...]:
    return tuple((marble.owner, marble.field) for marble in marbles)


def _left_kennel(change: Change) -> Iterator[Fact]:
    for marble in change.left_kennel:
        if marble.owner != change.seat:
            yield speaks_for("leaves_mate", 70, owner=marble.owner)
        elif left := kennel_of(change.after, change.seat):
            yield speaks_for("leaves", 70, count=left)
        else:
            yield speaks_for("leaves_last", 70)


def _entered(change: Change, seat: str) -> Iterator[Fact]:
    if not any(marble.owner == seat for marble in change.entered):
        return
    inside = change.after.finished(SEATS.index(seat)).bit_count()
    if seat == change.seat:
        if inside == 4 and change.mates:
            yield speaks_for("completes", 110, owners=tuple(change.mates))
        else:
            yield speaks_for("enters", 90, count=inside)
    elif inside == 4:
        yield _for_whom(change, seat, "other_completes", 110)
    else:
        yield _for_whom(change, seat, "other_enters", 85, count=inside)


def _for_whom(change: Change, seat: str, code: str, weight: float, **about: int) -> Fact:
    """What is good for a team mate speaks for a play, what is good for an opponent against it."""
    say = speaks_for if seat in change.mates else speaks_against
    return say(code, weight, owner=seat, **about)


def _finish_fields(change: Change, seat: str) -> Iterator[Fact]:
    """Room made in a finish of the team for the marbles outside, or free fields that are now out of reach."""
    if seat in change.opponents or change.after.finished(SEATS.index(seat)) == COMPLETE:
        return
    open_before, open_after = _open(change.before, seat), _open(change.after, seat)
    if len(open_after) > len(open_before):
        yield speaks_for("opens_finish", 45, fields=open_after)
    came = [marble.now for marble in change.entered if marble.owner == seat]
    if came:
        inside = change.after.finished(SEATS.index(seat))
        behind = [depth for depth in range(min(came) % 4 + 1, 4) if not inside >> depth & 1]
        if behind:
            fields = tuple(_finish_field(seat, depth) for depth in behind)
            yield speaks_against("finish_gap", 35, count=len(fields), fields=fields)


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


def _swapped_ahead(change: Change) -> Iterator[Fact]:
    """An opponent with whom one has changed places to one's good, which is told as one thing."""
    if (swap := _gain_by_swap(change)) is not None:
        yield speaks_for("swap_ahead", swap[1] * 1.8, owner=swap[0], count=swap[1])


def _gain_by_swap(change: Change) -> tuple[str, int] | None:
    """The opponent who has lost by a swap as many fields as one's own marble has gained, and how many."""
    if not any(move.swap for move in change.play.moves):
        return None
    ways = {marble.owner: change.nearer(marble) for marble in change.moved}
    gained = ways.pop(change.seat, 0)
    for owner, way in ways.items():
        if owner in change.opponents and way == -gained < 0:
            return owner, gained
    return None


def _way(change: Change, seat: str) -> Iterator[Fact]:
    """How much nearer to the finish the marbles of a seat have come, apart from those that are in it now."""
    ways = [(marble, change.nearer(marble)) for marble in change.moved if marble.owner == seat and marble.now < FINISH]
    if not ways or _gain_by_swap(change) is not None:
        return
    swapped = any(move.swap for move in change.play.moves)
    nearer = sum(way for _marble, way in ways)
    if seat not in change.opponents and not swapped:
        # No card goes further, so whoever is thrown back by more has gone past the finish.
        past = tuple(marble.field for marble, way in ways if way < -LONGEST_WAY)
        if past:
            yield speaks_against("round_again", 60, fields=past)
            return
    if seat == change.seat:
        if nearer:
            code, say = ("nearer", speaks_for) if nearer > 0 else ("farther", speaks_against)
            yield say(code, abs(nearer), count=abs(nearer))
        return
    if nearer > 0:
        yield _for_whom(change, seat, "other_nearer", nearer * 0.8, count=nearer)
    elif nearer < 0:
        say = speaks_against if seat in change.mates else speaks_for
        yield say("other_farther", -nearer * 0.8, owner=seat, count=-nearer)
