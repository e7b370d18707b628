"""The next automatic action at a table, and when it is due."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from doghouse.server.settings import Pauses
from doghouse.server.tables.table import Table

STAND_IN = "companion"  # level of the bot that decides for people who are away or out of time


@dataclass(frozen=True)
class Duty:
    """An action due at a time: let a bot decide, fold for a seat without a legal play, or reveal the seed."""

    kind: Literal["bot", "stand-in", "fold", "reveal"]
    at: int
    seat: str = ""


def all_duties(table: Table, pauses: Pauses, away_since: Mapping[str, int], present: Collection[str]) -> list[Duty]:
    """Return the duties in their order; ``present`` are the people connected, ``away_since`` says since when others
    are not.

    Without a clock, a person who is away is replaced after a while, but only while another player is present. If nobody
    is present, the table waits, and so do its bots.
    """
    if table.status == "over":
        return [] if table.revealed else [Duty("reveal", table.at)]
    if not present and not (table.settings.pace is not None and table.people):
        return []
    due = []
    for seat in table.to_decide():
        guest, level = table.seats[seat].guest, table.seats[seat].level
        if table.must_fold:
            due.append(Duty("fold", table.decision_at + (pauses.fold if level is None else pauses.bot), seat))
        elif level is not None:
            due.append(Duty("bot", table.decision_at + pauses.bot, seat))
        elif table.deadline is not None:
            due.append(Duty("stand-in", table.deadline, seat))
        elif guest is not None and guest not in present and not table.people.isdisjoint(present):
            due.append(Duty("stand-in", max(away_since.get(guest, 0), table.decision_at) + pauses.away, seat))
    return sorted(due, key=lambda duty: duty.at)


def next_duty(table: Table, pauses: Pauses, away_since: Mapping[str, int], present: Collection[str]) -> Duty | None:
    """Return the first duty."""
    return next(iter(all_duties(table, pauses, away_since, present)), None)


def thinking_time(duty: Duty, table: Table, pauses: Pauses) -> int:
    """Return how many milliseconds before ``duty.at`` its decision is begun.

    The fold of a bot gets the same time as its plays. The fold of a person and the reveal need none.
    """
    is_bots = duty.kind in ("bot", "stand-in") or (duty.kind == "fold" and table.seats[duty.seat].level is not None)
    return pauses.bot if is_bots else 0


def publish_at(duty: Duty, pause: int, begun: int, ready: int) -> int:
    """Return when to publish a decision that was begun and ready at these times.

    That is at ``duty.at`` or whole pauses later, so that the time does not tell how long the bot has thought, and thus
    something about its hand. A decision begun late gets at least half a pause, whether it needs it or not.
    """
    if pause == 0:
        return max(duty.at, ready)
    earliest = max(begun + pause // 2, ready)
    return duty.at + max(0, -((duty.at - earliest) // pause)) * pause


def due_at(table: Table, pauses: Pauses) -> int | None:
    """Return when the next duty is due even if nobody is present."""
    duty = next_duty(table, pauses, {}, ())
    return None if duty is None else duty.at
