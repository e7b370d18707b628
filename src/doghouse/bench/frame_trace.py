"""Frames in a browser trace while marbles moved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

MOVE_BEGINS, MOVE_ENDS = "marble-goes", "marble-rests"
PRESENTED = {"STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"}
DROPPED = "STATE_DROPPED"
Event = dict[str, Any]


@dataclass(frozen=True)
class Frames:
    """The frames of all moves."""

    seconds: float  # in which marbles moved
    presented: int
    dropped: int
    main_ms_per_frame: float  # busy time of the main thread per sixtieth of a second

    @property
    def a_second(self) -> float:
        return self.presented / self.seconds if self.seconds else 0.0


def frames_of(events: Iterable[Event]) -> Frames:
    events = list(events)
    moves = list(_moves(events))
    seconds = sum(end - begin for begin, end in moves) / 1e6
    states = [state for at, state in _frames(events) if _is_in(at, moves)]
    busy = sum(event.get("dur", 0) for event in _main_work(events) if _is_in(event["ts"], moves)) / 1000
    return Frames(
        seconds=round(seconds, 2),
        presented=sum(bool(state & PRESENTED) for state in states),
        dropped=sum(DROPPED in state and not state & PRESENTED for state in states),
        main_ms_per_frame=round(busy / max(1, 60 * seconds), 2),
    )


def _frames(events: list[Event]) -> Iterable[tuple[int, set[str]]]:
    """Return start and states of each frame of the page. A frame whose main part came late is reported twice."""
    pages = {event["pid"] for event in events if event.get("name") == MOVE_BEGINS}
    frames: dict[tuple[int, int], tuple[int, set[str]]] = {}
    for event in events:
        if event.get("name") == "PipelineReporter" and event.get("ph") == "b" and event["pid"] in pages:
            report = event["args"]["frame_reporter"]
            frame = report["frame_source"], report["frame_sequence"]
            frames.setdefault(frame, (event["ts"], set()))[1].add(report["state"])
    return frames.values()


def _moves(events: list[Event]) -> Iterable[tuple[int, int]]:
    """Yield start and end of each time in which marbles moved."""
    marks = sorted((event["ts"], event["name"]) for event in events if event.get("name") in (MOVE_BEGINS, MOVE_ENDS))
    moving, began = 0, 0
    for at, name in marks:
        if name == MOVE_BEGINS:
            began = at if moving == 0 else began
            moving += 1
        elif moving:
            moving -= 1
            if moving == 0:
                yield began, at


def _is_in(at: int, moves: list[tuple[int, int]]) -> bool:
    return any(begin <= at < end for begin, end in moves)


def _main_work(events: list[Event]) -> Iterable[Event]:
    """Return the tasks of the page's main thread."""
    threads = {(event["pid"], event["tid"]) for event in events if event.get("name") == MOVE_BEGINS}
    return (event for event in events if event.get("name") == "RunTask" and (event["pid"], event["tid"]) in threads)
