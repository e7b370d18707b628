"""Making a set: position by position chosen and valued, in threads; nothing that is done is lost by Ctrl-C.

What is done stands in a file beside the one to be, under a header that says what the set follows from; the same making
goes on with it. Each position follows from the seed and its own name, so that it does not matter in which order or in
how many goes they were made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from threading import Event

from doghouse.bots.modes import mode as mode_named
from doghouse.bots.net_evaluation import Decision
from doghouse.bots.nets.inference import Numbers, Rows, nets_for
from doghouse.bots.rollout import Evaluator
from doghouse.positions.position_set import (
    BadSet,
    Origin,
    Origins,
    Position,
    PositionSet,
    header,
    line,
    read_header,
    save,
)
from doghouse.rules.errors import DogError
from tools.positions.rollout_values import value
from tools.positions.select import COUNTS, find

Report = Callable[[Position], None]


class Stopped(Exception):
    """Raised in threads whose work is no longer wanted."""


class Making:
    """A set being made, or some modes of it: the others are ``kept`` as they are.

    ``judge`` makes a judge of a mode; ``fixed`` has the positions, if they are given.
    """

    def __init__(
        self,
        path: Path,
        origins: Origins,
        home: Path | None,
        judge: Callable[[str], Evaluator],
        fixed: PositionSet | None = None,
        kept: PositionSet | None = None,
    ) -> None:
        self.path = path
        self.beside = part_of(path)
        self.origins = origins
        self.home = home
        self.fixed = {} if fixed is None else {position.name: position for position in fixed.positions}
        self.kept = kept
        self._judge = cache(judge)
        self._stop = Event()
        self.done = self._resume()

    @property
    def names(self) -> list[str]:
        return [f"{mode}/{number}" for mode, origin in self.origins.items() for number in range(1, origin.count + 1)]

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
        self._save()
        self.beside.unlink(missing_ok=True)
        return True

    def _save(self) -> None:
        """Write the set, its modes in their usual order."""
        kept = PositionSet({}, (), "") if self.kept is None else self.kept
        origins = kept.origins | self.origins
        before = [position for position in kept.positions if position.mode not in self.origins]
        order = [*COUNTS, *origins]
        positions = sorted([*before, *(self.done[name] for name in self.names)], key=lambda one: order.index(one.mode))
        save(self.path, dict(sorted(origins.items(), key=lambda one: order.index(one[0]))), positions)

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

        origin = self.origins[mode_name]
        seat, position = self._given(name) or find(mode, int(number), nets.net, origin.seed)
        found = Position(name, seat, position)
        decision = Decision(found.game().view(seat))
        judged = decision.evaluate(nets.net)
        return value(found, decision, judged, unless_stopped, origin.deals, f"{origin.seed} {name}")

    def _given(self, name: str) -> tuple[str, dict[str, object]] | None:
        return (self.fixed[name].seat, self.fixed[name].position) if self.fixed else None

    def _resume(self) -> dict[str, Position]:
        """What an earlier go has done, after which a line may have been cut off."""
        if not self.beside.exists() or not self.beside.stat().st_size:
            self.beside.parent.mkdir(parents=True, exist_ok=True)
            self.beside.write_text(header(self.origins), encoding="utf-8")
            return {}
        try:
            lines = self.beside.read_text(encoding="utf-8").splitlines(keepends=True)
        except UnicodeDecodeError:
            raise BadSet(f"{self.beside} is damaged: remove it to begin anew") from None
        if read_header(self.beside, lines[0])[0] != self.origins:
            raise BadSet(f"{self.beside} is of another making (seed, deals or nets): remove it, or choose another file")
        whole = [text for text in lines if text.endswith("\n")]
        done = {position.name: position for position in self._positions(whole[1:])}
        self.beside.write_text("".join(whole), encoding="utf-8")
        return done

    def _positions(self, lines: list[str]) -> Iterator[Position]:
        for number, text in enumerate(lines, start=2):
            try:
                position = Position.from_json(json.loads(text))
                position.game()
            except (ValueError, TypeError, KeyError, DogError):
                raise BadSet(f"{self.beside} is damaged in line {number}: remove it to begin anew") from None
            yield position


def part_of(path: Path) -> Path:
    """The file beside a set to be that holds what is done of it."""
    return path.with_name(path.name + ".part")


def origins_of(
    seed: str,
    deals: int,
    rolled_by: str,
    home: Path | None,
    modes: Sequence[str] = (),
    fixed: PositionSet | None = None,
) -> Origins:
    """What is made now follows from; of all modes if none is named."""
    counts = COUNTS if fixed is None else {mode: origin.count for mode, origin in fixed.origins.items()}
    kept = "" if fixed is None else fixed.sha256
    return {
        mode: Origin(seed, count, deals, rolled_by, nets_for(mode, home).card["sha256"], kept)
        for mode, count in counts.items()
        if not modes or mode in modes
    }
