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


def next_duty(table: Table, pauses: Pauses, away_since: Mapping[str, int], present: Collection[str]) -> Duty | None:
    """Return the next duty; ``present`` are the people connected, ``away_since`` says since when others are not.

    Without a clock, a person who is away is replaced after a while, but only while another player is present. If nobody
    is present, the table waits, and so do its bots.
    """
    if table.status == "over":
        return None if table.revealed else Duty("reveal", table.at)
    if not present and not (table.settings.pace is not None and table.people):
        return None
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
    return min(due, key=lambda duty: duty.at, default=None)


def due_at(table: Table, pauses: Pauses) -> int | None:
    """Return when the next duty is due even if nobody is present."""
    duty = next_duty(table, pauses, {}, ())
    return None if duty is None else duty.at
