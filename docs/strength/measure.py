"""Measure how strong the bots are, and write the tables of docs/strength.md anew: ``make strength``.

Every match is a ``doghouse arena`` command. What has been played is kept in ``build/strength`` and not played again, so
that Ctrl-C loses nothing; delete the folder to begin anew.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = HERE.parent / "strength.md"
KEPT = HERE.parents[1] / "build" / "strength"
SEED = 41
MODES = {
    "two": "--players 2",
    "three": "--players 3",
    "four": "",
    "five": "--players 5",
    "pairs": "--players 6 --teams pairs",
    "trios": "--players 6 --teams trios",
}
RATED = "hunter random puppy companion greedy search:playouts=200 neural neural-search"
# Pairs (or sets) for each pairing of the ratings, for each pairing of levels, and for the net against greedy.
PAIRS = {
    "two": (30, 60, 250),
    "three": (10, 20, 80),
    "four": (30, 40, 250),
    "five": (4, 8, 30),
    "pairs": (10, 10, 60),
    "trios": (15, 20, 80),
}
LEVELS = ("companion puppy", "hunter companion", "wolf hunter")
BARS = (
    f"greedy random --pairs 100 --seed {SEED}",
    f"search:time=1.0 greedy --pairs 10 --seed {SEED}",
    f"neural search:time=1.0 --pairs 10 --seed {SEED}",
    f"neural-search neural --pairs 100 --seed {SEED}",
    f"neural greedy --with greedy --pairs 100 --seed {SEED}",
)


def match(options: str) -> dict[str, Any]:
    """The result of an arena, played now unless it has been before."""
    KEPT.mkdir(parents=True, exist_ok=True)
    name = "".join(letter if letter.isalnum() else "-" for letter in options)
    file = KEPT / f"{name}.json"
    if not file.exists():
        print(f"doghouse arena {options}", file=sys.stderr, flush=True)
        log = KEPT / f"{name}.jsonl"
        how = f"--resume {log}" if log.exists() else f"{options} --out {log}"
        command = [sys.executable, "-m", "doghouse", "arena", *shlex.split(how), "--json"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        file.write_text(done.stdout, encoding="utf-8")
        log.unlink()
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def between(interval: list[float], scale: float = 100, form: str = ".1f") -> str:
    return f"{scale * interval[0]:{form}} … {scale * interval[1]:{form}}"


def duration(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 0.1 else f"{1000 * seconds:.0f} ms"


def rating_table(mode: str) -> str:
    result = match(f"{RATED} {MODES[mode]} --pairs {PAIRS[mode][0]} --seed {SEED}".replace("  ", " "))
    lines = ["| bot | Elo | 95 % | wins against hunter | time |", "|---|---|---|---|---|"]
    against = {line["second"]: 1 - line["win_rate"] for line in result["pairings"]}
    for bot in sorted(result["bots"], key=lambda line: -line["rating"]["elo"]):
        rating = bot["rating"]
        wins = percent(against[bot["name"]]) if bot["name"] in against else ""
        lines.append(
            f"| {bot['name']} | {rating['elo']:+.0f} | {between(rating['interval'], 1, '+.0f')} | {wins} "
            f"| {duration(bot['seconds_per_decision'])} |"
        )
    return "\n".join(lines)


def duel_table(commands: list[str], alone: bool = False) -> str:
    head = "| command | games | wins | 95 % | time |" + (" alone |" if alone else "")
    lines = [head, "|---|---|---|---|---|" + ("---|" if alone else "")]
    for command in commands:
        result = match(command)
        pairing, bot = result["pairings"][0], result["bots"][0]
        line = (
            f"| `doghouse arena {command}` | {bot['games']} | {percent(pairing['win_rate'])} "
            f"| {between(pairing['interval'])} | {duration(bot['seconds_per_decision'])} |"
        )
        if alone:
            line += f" {percent(pairing['alone'][0])} |" if pairing["alone"] else " |"
        lines.append(line)
    return "\n".join(lines)


def mode_commands(bots: str, which: int) -> list[str]:
    return [
        f"{bots} {options} --pairs {PAIRS[mode][which]} --seed {SEED}".replace("  ", " ")
        for mode, options in MODES.items()
    ]


def tables() -> Mapping[str, Callable[[], str]]:
    """How each table of the page is made."""
    found = {
        "bars": partial(duel_table, list(BARS)),
        "net": partial(duel_table, mode_commands("neural greedy", 2), alone=True),
    }
    for mode, options in MODES.items():
        commands = [f"{pair} {options} --pairs {PAIRS[mode][1]} --seed {SEED}".replace("  ", " ") for pair in LEVELS]
        found[f"ratings-{mode}"] = partial(rating_table, mode)
        found[f"levels-{mode}"] = partial(duel_table, commands)
    return found


def write(only: list[str]) -> None:
    """Put each table between its two marks in the page."""
    page = PAGE.read_text(encoding="utf-8")
    for name, table in tables().items():
        begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        if begin not in page or (only and name not in only):
            continue
        before, rest = page.split(begin)
        page = before + begin + "\n" + table() + "\n" + end + rest.split(end, 1)[1]
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1:])
