"""What the house has to do next at a table by itself, and when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from doghouse.server.settings import Pauses
from doghouse.server.tables.table import Table

STAND_IN = "companion"  # decides for people who are gone or out of time


@dataclass(frozen=True)
class Duty:
    """Something to do at some time: let a bot decide, fold for a seat that cannot play, or reveal the seed."""

    kind: Literal["bot", "stand-in", "fold", "reveal"]
    at: int
    seat: str = ""


def next_duty(table: Table, pauses: Pauses, away_since: Mapping[str, int], present: Collection[str]) -> Duty | None:
    """The next thing to do. ``away_since`` says since when people are gone, ``present`` who is there.

    Without a clock a person who is gone holds up others only for a while; if nobody is there at all, the table waits,
    and so do its bots.
    """
    if table.status == "over":
        return None if table.revealed else Duty("reveal", table.at)
    if not present and not (table.settings.pace is not None and table.people):
        return None
    due = []
    for seat in table.to_decide():
        sitting = table.seats[seat]
        if table.must_fold:
            pause = pauses.fold if sitting.level is None else pauses.bot
            due.append(Duty("fold", table.decision_at + pause, seat))
        elif sitting.level is not None:
            due.append(Duty("bot", table.decision_at + pauses.bot, seat))
        elif table.deadline is not None:
            due.append(Duty("stand-in", table.deadline, seat))
        elif (
            sitting.guest is not None
            and sitting.guest not in present
            and any(guest in table.people for guest in present)
        ):
            gone = max(away_since.get(sitting.guest, 0), table.decision_at)
            due.append(Duty("stand-in", gone + pauses.away, seat))
    return min(due, key=lambda duty: duty.at, default=None)


def due_at(table: Table, pauses: Pauses) -> int | None:
    """When the table needs the house even if nobody is there."""
    duty = next_duty(table, pauses, {}, ())
    return None if duty is None else duty.at
