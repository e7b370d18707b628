"""Making a set: position by position chosen and valued, in threads; nothing that is done is lost by Ctrl-C.

What is done stands in a file beside the one to be, under a header that says what the set follows from; the same making
goes on with it. Each position follows from the seed and its own name, so that it does not matter in which order or in
how many goes they were made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict
from functools import cache
from pathlib import Path
from threading import Event

from doghouse.bots.judging import Decision
from doghouse.bots.modes import mode as mode_named
from doghouse.bots.nets import Numbers, Rows, nets_for
from doghouse.bots.rolling import Judge
from doghouse.positions.choosing import COUNTS, find
from doghouse.positions.collection import FORMAT, BadSet, Origin, Position, PositionSet, line, read_header, save
from doghouse.positions.values import value

Report = Callable[[Position], None]


class Stopped(Exception):
    """Raised in threads whose work is no longer wanted."""


class Making:
    """A set being made. ``judge`` makes a judge of a mode; ``fixed`` has the positions, if they are given."""

    def __init__(
        self,
        path: Path,
        origin: Origin,
        home: Path | None,
        judge: Callable[[str], Judge],
        fixed: PositionSet | None = None,
    ) -> None:
        self.path = path
        self.beside = path.with_name(path.name + ".part")
        self.origin = origin
        self.home = home
        self.fixed = {} if fixed is None else {position.name: position for position in fixed.positions}
        self._judge = cache(judge)
        self._stop = Event()
        self.done = self._resume()

    @property
    def names(self) -> list[str]:
        return [f"{mode}/{number}" for mode, count in self.origin.counts.items() for number in range(1, count + 1)]

    def run(self, threads: int, report: Report) -> bool:
        """Make what is missing; whether the set is whole and written."""
        missing = [name for name in self.names if name not in self.done]
        pool = ThreadPoolExecutor(threads)
        futures = [pool.submit(self._make, name) for name in missing]
        try:
            self._collect(futures, report)
        except KeyboardInterrupt:
            return False
        finally:
            self._stop.set()
            pool.shutdown(cancel_futures=True)
        save(self.path, self.origin, [self.done[name] for name in self.names])
        self.beside.unlink(missing_ok=True)
        return True

    def _collect(self, futures: list[Future[Position]], report: Report) -> None:
        with self.beside.open("a", encoding="utf-8") as file:
            for future in as_completed(futures):
                position = future.result()
                file.write(line(position.to_json()))
                file.flush()
                self.done[position.name] = position
                report(position)

    def _make(self, name: str) -> Position:
        mode_name, _slash, number = name.rpartition("/")
        mode, nets = mode_named(mode_name), nets_for(mode_name, self.home)
        judge = self._judge(mode_name)

        def unless_stopped(rows: Rows) -> Numbers:
            if self._stop.is_set():
                raise Stopped
            return judge(rows)

        seat, position = self._given(name) or find(mode, int(number), nets.net, self.origin.seed)
        found = Position(name, seat, position)
        decision = Decision(found.game().view(seat))
        judged = decision.judge(nets.net)
        return value(found, decision, judged, unless_stopped, self.origin.deals, f"{self.origin.seed} {name}")

    def _given(self, name: str) -> tuple[str, dict[str, object]] | None:
        return (self.fixed[name].seat, self.fixed[name].position) if self.fixed else None

    def _resume(self) -> dict[str, Position]:
        """What an earlier go has done, after which a line may have been cut off."""
        header = line({"positions": FORMAT, **asdict(self.origin)})
        if not self.beside.exists():
            self.beside.parent.mkdir(parents=True, exist_ok=True)
            self.beside.write_text(header, encoding="utf-8")
            return {}
        lines = self.beside.read_text(encoding="utf-8").splitlines(keepends=True)
        if read_header(self.beside, lines[0] if lines else "")[0] != self.origin:
            raise BadSet(f"{self.beside} is of another making (seed, deals or nets): remove it, or choose another file")
        whole = [text for text in lines if text.endswith("\n")]
        self.beside.write_text("".join(whole), encoding="utf-8")
        return {position.name: position for position in self._positions(whole[1:])}

    def _positions(self, lines: list[str]) -> Iterator[Position]:
        for text in lines:
            yield Position.from_json(json.loads(text))


def origin_of(seed: str, deals: int, rolled_by: str, home: Path | None, fixed: PositionSet | None = None) -> Origin:
    """What a set made now follows from."""
    counts = COUNTS if fixed is None else fixed.origin.counts
    nets = {mode: nets_for(mode, home).card["sha256"] for mode in counts}
    return Origin(seed, deals, counts, rolled_by, nets, "" if fixed is None else fixed.sha256)
