"""Measure the strength of the bots and update the tables of docs/strength.md and its lab page: ``make strength``.

Every match is a ``doghouse arena`` command. Its results are stored in ``build/strength`` and reused as long as the nets
are the same; delete the folder after other changes of the bots. ``--kept`` plays nothing and uses the stored results.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs" / "strength.md", ROOT / "docs" / "lab" / "strength-measurements.md")
NOT_MEASURED = "Not measured yet."
STORE = ROOT / "build" / "strength"
STORED_ONLY = "--kept" in sys.argv
SEED = 41
MODES = {
    "two": "--players 2",
    "three": "--players 3",
    "four": "",
    "five": "--players 5",
    "pairs": "--players 6 --teams pairs",
    "trios": "--players 6 --teams trios",
}
CARDS = {"two": "2", "three": "3", "four": "4-pairs", "five": "5", "pairs": "6-pairs", "trios": "6-trios"}
RATED = "greedy random puppy companion hunter search:playouts=200 neural neural-search"
# Pairs (or sets) per pairing: of the ratings, of the levels, and of the net against greedy.
PAIRS = {
    "two": (40, 60, 250),
    "three": (15, 20, 80),
    "four": (30, 40, 1000),
    "five": (6, 8, 60),
    "pairs": (4, 6, 60),
    "trios": (15, 20, 80),
}
STRANGERS = {"four": 100, "pairs": 30, "trios": 60}
# Pairs (or sets) of neural-search against neural, and of neural against search; for four players see BARS.
AHEAD = {"two": (100, 100), "three": (30, 30), "five": (10, 10), "pairs": (15, 15), "trios": (40, 40)}
# Sets of neural-search against greedy, when it assumes greedy opponents.
KNOWING = {"three": 30, "five": 12, "pairs": 12}
VARIANTS = (
    "--canadian-seven",
    "--no-joker-finish",
    "--quick-start",
    "--canadian-seven --no-joker-finish --quick-start",
)
ORDER = ("greedy random", "search:playouts=4000 greedy")
LEVELS = ("companion puppy", "hunter companion", "wolf hunter")
BARS = (
    f"greedy random --pairs 500 --seed {SEED}",
    f"search:time=1.0 greedy --pairs 20 --seed {SEED}",
    f"neural search:time=1.0 --pairs 20 --seed {SEED}",
    f"neural-search neural --pairs 100 --seed {SEED}",
)


def nets(options: str) -> str:
    """Return a hash of the nets that play in a match."""
    mode = max((mode for mode in MODES if MODES[mode] in options), key=lambda mode: len(MODES[mode]))
    card = ROOT / "src/doghouse/bots/nets" / f"{CARDS[mode]}.toml"
    return hashlib.sha256(card.read_bytes()).hexdigest()[:8]


def match(options: str) -> dict[str, Any] | None:
    """Return the result of a match, stored or played now; None if it is not stored and ``--kept`` is given."""
    STORE.mkdir(parents=True, exist_ok=True)
    name = "".join(letter if letter.isalnum() else "-" for letter in f"{options} {nets(options)}")
    file = STORE / f"{name}.json"
    if not file.exists():
        if STORED_ONLY:
            return None
        print(f"doghouse arena {options}", file=sys.stderr, flush=True)
        log = STORE / f"{name}.jsonl"
        arguments = f"--resume {log}" if log.exists() else f"{options} --out {log}"
        command = [sys.executable, "-m", "doghouse", "arena", *shlex.split(arguments), "--json"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        file.write_text(done.stdout, encoding="utf-8")
    result: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return result


def percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def between(interval: list[float], scale: float = 100, form: str = ".1f") -> str:
    return f"{scale * interval[0]:{form}} … {scale * interval[1]:{form}}"


def duration(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 0.1 else f"{1000 * seconds:.0f} ms"


def rating_table(mode: str) -> str:
    command = f"{RATED} {MODES[mode]} --pairs {PAIRS[mode][0]} --seed {SEED}".replace("  ", " ")
    result = match(command)
    if result is None:
        return NOT_MEASURED
    lines = [
        f"`doghouse arena {command}`",
        "",
        "| bot | Elo | 95 % | wins against greedy | time |",
        "|---|---|---|---|---|",
    ]
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
        if result is None:
            lines.append(f"| `doghouse arena {command}` | not measured yet |" + " |" * (4 if alone else 3))
            continue
        pairing, bot = result["pairings"][0], result["bots"][0]
        line = (
            f"| `doghouse arena {command}` | {bot['games']} | {percent(pairing['win_rate'])} "
            f"| {between(pairing['interval'])} | {duration(bot['seconds_per_decision'])} |"
        )
        if alone:
            line += f" {alone_cell(pairing)}|"
        lines.append(line)
    return "\n".join(lines)


def alone_cell(pairing: dict[str, Any]) -> str:
    """Return the first bot's win rate with one team against the rest; empty for two teams."""
    return f"{percent(pairing['alone'][0])} ({between(pairing['alone_intervals'][0])}) " if pairing["alone"] else ""


def commands_of(bots: Sequence[str], options: str, pairs: int) -> list[str]:
    return [f"{pair} {options} --pairs {pairs} --seed {SEED}".replace("  ", " ") for pair in bots]


def tables() -> Mapping[str, Callable[[], str]]:
    """Return the function that makes each table of the page."""
    net = [
        command
        for mode, options in MODES.items()
        for command in commands_of(["neural greedy"], options, PAIRS[mode][2])
    ]
    strangers = [
        command
        for mode, pairs in STRANGERS.items()
        for command in commands_of(["neural greedy"], f"--with greedy {MODES[mode]}", pairs)
    ]
    ahead = [
        command
        for mode, (nets, search) in AHEAD.items()
        for command in (
            *commands_of(["neural-search neural"], MODES[mode], nets),
            *commands_of(["neural search:playouts=1000"], MODES[mode], search),
        )
    ]
    knowing = [
        command
        for mode, sets in KNOWING.items()
        for command in commands_of(["neural-search:others=greedy greedy"], MODES[mode], sets)
    ]
    variants = [command for options in VARIANTS for command in commands_of(["neural greedy"], options, 100)]
    result = {
        "bars": partial(duel_table, list(BARS)),
        "net": partial(duel_table, net, alone=True),
        "knowing": partial(duel_table, knowing, alone=True),
        "strangers": partial(duel_table, strangers),
        "ahead": partial(duel_table, ahead),
        "variants": partial(duel_table, variants),
    }
    for mode, options in MODES.items():
        result[f"ratings-{mode}"] = partial(rating_table, mode)
        result[f"order-{mode}"] = partial(duel_table, commands_of(ORDER, options, PAIRS[mode][0]))
        result[f"levels-{mode}"] = partial(duel_table, commands_of(LEVELS, options, PAIRS[mode][1]))
    return result


def write(only: list[str]) -> None:
    """Write each table between its two marks, on the page that has them."""
    for name, table in tables().items():
        if only and name not in only:
            continue
        begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
        for path in PAGES:
            before, mark, rest = path.read_text(encoding="utf-8").partition(begin)
            if mark:
                path.write_text(before + begin + "\n" + table() + "\n" + end + rest.split(end, 1)[1], encoding="utf-8")


if __name__ == "__main__":
    write([name for name in sys.argv[1:] if name != "--kept"])
