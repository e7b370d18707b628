"""Small matches for the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from doghouse.arena.match import play_match
from doghouse.arena.plan import Limits, Plan
from doghouse.arena.results import log_writer
from doghouse.arena.results.game_result import Results
from doghouse.arena.workers.local_executor import Executor, LocalExecutor
from doghouse.rules.rules import Rules

SHORT = Limits(most_plies=60)


def plan(*bots: str, pairs: int = 3, limits: Limits = SHORT, players: int = 4, **more: Any) -> Plan:
    return Plan(Rules(players=players), bots, "7", pairs, limits=limits, **more)


def play(wanted: Plan, path: Path, executor: Executor | None = None) -> Results:
    results: Results = {}
    with log_writer.create(path, wanted) as file:
        assert play_match(wanted, executor or LocalExecutor(2), file, results, lambda _running: None)
    return results


def without_clock(results: Results) -> dict[int, list[dict[str, Any]]]:
    return {number: [game.without_clock() for game in results[number]] for number in sorted(results)}


def command(words: Iterable[str]) -> list[str]:
    return [sys.executable, "-m", "doghouse", "arena", *words]


def arena(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    return subprocess.run(command(words), cwd=folder, env=dict(os.environ), capture_output=True, text=True, timeout=120)
