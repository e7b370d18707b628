"""Build a position set: select and value positions in threads, and resume after Ctrl-C.

Finished positions are stored in a ``.part`` file under a header with their origins; the same build resumes from it.
Each position follows from the seed and its own name, whatever the order and the number of attempts.
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
    InvalidPositionSet,
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
    """Raised in threads to cancel their work."""


class SetBuilder:
    """A build of a set, or of some of its modes: ``kept`` has the others.

    ``evaluator_for`` returns the evaluator of a mode; ``fixed`` has the positions, if they are not to be selected.
    """

    def __init__(
        self,
        path: Path,
        origins: Origins,
        home: Path | None,
        evaluator_for: Callable[[str], Evaluator],
        fixed: PositionSet | None = None,
        kept: PositionSet | None = None,
    ) -> None:
        self.path = path
        self.part = part_file(path)
        self.origins = origins
        self.home = home
        self.fixed = {} if fixed is None else {position.name: position for position in fixed.positions}
        self.kept = kept
        self._evaluator_for = cache(evaluator_for)
        self._stop = Event()
        self.done = self._resume()

    @property
    def names(self) -> list[str]:
        return [f"{mode}/{number}" for mode, origin in self.origins.items() for number in range(1, origin.count + 1)]

    def run(self, threads: int, report: Report) -> bool:
        """Build what is missing; return whether the set is complete and saved."""
        missing = [name for name in self.names if name not in self.done]
        pool = ThreadPoolExecutor(threads)
        futures = [pool.submit(self._build, name) for name in missing]
        try:
            self._collect(futures, report)
        except KeyboardInterrupt:
            return False
        finally:
            self._stop.set()
            pool.shutdown(cancel_futures=True)
        self._save()
        self.part.unlink(missing_ok=True)
        return True

    def _save(self) -> None:
        """Save the set, its modes in the usual order."""
        kept = PositionSet({}, (), "") if self.kept is None else self.kept
        origins = kept.origins | self.origins
        before = [position for position in kept.positions if position.mode not in self.origins]
        order = [*COUNTS, *origins]
        positions = sorted([*before, *(self.done[name] for name in self.names)], key=lambda one: order.index(one.mode))
        save(self.path, dict(sorted(origins.items(), key=lambda one: order.index(one[0]))), positions)

    def _collect(self, futures: list[Future[Position]], report: Report) -> None:
        with self.part.open("a", encoding="utf-8") as file:
            for future in as_completed(futures):
                position = future.result()
                file.write(line(position.to_json()))
                file.flush()
                self.done[position.name] = position
                report(position)

    def _build(self, name: str) -> Position:
        mode_name, _slash, number = name.rpartition("/")
        mode, nets = mode_named(mode_name), nets_for(mode_name, self.home)
        evaluator = self._evaluator_for(mode_name)

        def unless_stopped(rows: Rows) -> Numbers:
            if self._stop.is_set():
                raise Stopped
            return evaluator(rows)

        origin = self.origins[mode_name]
        seat, position = self._fixed_position(name) or find(mode, int(number), nets.net, origin.seed)
        selected = Position(name, seat, position)
        decision = Decision(selected.game().view(seat))
        plays = decision.evaluate(nets.net)
        return value(selected, decision, plays, unless_stopped, origin.deals, f"{origin.seed} {name}")

    def _fixed_position(self, name: str) -> tuple[str, dict[str, object]] | None:
        return (self.fixed[name].seat, self.fixed[name].position) if self.fixed else None

    def _resume(self) -> dict[str, Position]:
        """Load what an interrupted build has finished; its last line may be truncated."""
        if not self.part.exists() or not self.part.stat().st_size:
            self.part.parent.mkdir(parents=True, exist_ok=True)
            self.part.write_text(header(self.origins), encoding="utf-8")
            return {}
        try:
            lines = self.part.read_text(encoding="utf-8").splitlines(keepends=True)
        except UnicodeDecodeError:
            raise InvalidPositionSet(f"{self.part}: damaged; delete it to start over") from None
        if read_header(self.part, lines[0])[0] != self.origins:
            raise InvalidPositionSet(
                f"{self.part}: build with another seed, deals or nets; delete it or choose another file"
            )
        complete = [text for text in lines if text.endswith("\n")]
        done = {position.name: position for position in self._positions(complete[1:])}
        self.part.write_text("".join(complete), encoding="utf-8")
        return done

    def _positions(self, lines: list[str]) -> Iterator[Position]:
        for number, text in enumerate(lines, start=2):
            try:
                position = Position.from_json(json.loads(text))
                position.game()
            except (ValueError, TypeError, KeyError, DogError):
                raise InvalidPositionSet(f"{self.part}: damaged in line {number}; delete it to start over") from None
            yield position


def part_file(path: Path) -> Path:
    """Return the file that holds the finished part of a build."""
    return path.with_name(path.name + ".part")


def origins_of(
    seed: str,
    deals: int,
    rolled_by: str,
    home: Path | None,
    modes: Sequence[str] = (),
    fixed: PositionSet | None = None,
) -> Origins:
    """Return the origins of a build; without ``modes``, of all modes."""
    counts = COUNTS if fixed is None else {mode: origin.count for mode, origin in fixed.origins.items()}
    kept = "" if fixed is None else fixed.sha256
    return {
        mode: Origin(seed, count, deals, rolled_by, nets_for(mode, home).card["sha256"], kept)
        for mode, count in counts.items()
        if not modes or mode in modes
    }
