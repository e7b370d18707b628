"""The progress bar shows the running score."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from doghouse.arena.report.progress import SLOW_PAIRS, MatchProgress, slow_status
from doghouse.arena.stats.running_totals import RunningTotals
from tests.support.matches import plan, play


def bar(wanted_bots: tuple[str, ...], folder: Path, round_robin: bool = False, width: int = 160) -> str:
    wanted = plan(*wanted_bots, pairs=1, round_robin=round_robin)
    totals = RunningTotals(wanted, play(wanted, folder / "results"))
    shown = io.StringIO()
    with MatchProgress(wanted, Console(file=shown, force_terminal=True, width=width)) as progress:
        progress.show(totals)
    return shown.getvalue()


def test_two_bots_show_points(tmp_path: Path) -> None:
    assert "crashing 0 : 2 random" in bar(("crashing", "random"), tmp_path)


def test_more_bots_show_win_rates(tmp_path: Path) -> None:
    text = bar(("crashing", "random", "quick"), tmp_path, round_robin=True)
    assert "crashing 0%" in text
    assert "random" in text
    assert "quick" in text
    assert text.index("random") < text.index("crashing")


def test_a_narrow_terminal_shows_games_and_time(tmp_path: Path) -> None:
    bots = ("random", "quick", "crashing", "search:playouts=2,width=2")
    text = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", bar(bots, tmp_path, round_robin=True, width=80))
    last = text.replace("\r", "\n").strip().splitlines()[-1]
    assert "12/12" in last
    assert "random" in last
    assert "/s" in last
    assert "0:00:00" in last


def test_slow_actions_show_a_status() -> None:
    shown = io.StringIO()
    terminal = Console(file=shown, force_terminal=True, width=80)
    with slow_status(terminal, "Evaluating", SLOW_PAIRS - 1):
        assert shown.getvalue() == ""
    with slow_status(terminal, "Evaluating", SLOW_PAIRS):
        pass
    assert "Evaluating 10,000 pairs" in shown.getvalue()
    piped = io.StringIO()
    with slow_status(Console(file=piped), "Evaluating", SLOW_PAIRS):
        pass
    assert piped.getvalue() == ""
