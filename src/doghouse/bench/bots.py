"""``doghouse bench bots``: speed of greedy play-outs and of the bots."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import doghouse as dog
from doghouse.bench.report import NO_CORE, print_figures, print_targets
from doghouse.bench.rules_measures import MODES
from doghouse.bots.core.policy import play_out
from doghouse.bots.registry import make_bot
from doghouse.bots.weights import weights_for

MIN_PLAY_OUTS = 1000  # whole games per second and core, with four players
GREEDY_MS = 1.0  # limit per play in team games
NEURAL_MS, SEARCH_MS = 5.0, 300.0  # limits per play with four players
BOTS = ("greedy", "neural", "neural-search")
SEVENS = ("7", "7", "X", "X", "4", "J")  # with all marbles on the ring, one of the hardest decisions
MAX_STEPS = 20_000


def run(seconds: float, as_json: bool) -> None:
    """Measure and print."""
    if not dog.COMPILED:
        raise click.ClickException(NO_CORE)
    figures = {
        name: {
            "games": whole_games(rules, seconds),
            "ms": {bot: milliseconds(bot, _views(rules, seconds)) for bot in BOTS},
            "sevens_ms": {bot: milliseconds(bot, _sevens(rules, seconds)) for bot in BOTS},
        }
        for name, rules in MODES.items()
    }
    print_figures(figures, as_json, show)


def whole_games(rules: dog.Rules, seconds: float) -> float:
    """Return games per second that the greedy policy plays to their end inside the core."""
    weights = [weights_for(rules)] * 6
    began = time.perf_counter()
    games = 0
    while time.perf_counter() - began < seconds:
        games += 1
        play_out(rules.core(rules.seats[0], games), MAX_STEPS, MAX_STEPS, weights)
    return games / (time.perf_counter() - began)


def milliseconds(name: str, views: Iterable[dict[str, Any]]) -> float:
    """Return the mean CPU time of a bot's play, from the view to the play."""
    bot = make_bot(name)
    spent = 0.0
    plays = 0
    for view in views:
        if not plays:
            bot.play(view)  # loads the nets
        began = time.process_time()
        bot.play(view)
        spent += time.process_time() - began
        plays += 1
    return spent / plays * 1000


def _views(rules: dog.Rules, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield the views of the seats to play, in games that greedy plays."""
    bot = make_bot("greedy")
    end = time.perf_counter() + seconds
    seed = 0
    while True:
        seed += 1
        game = dog.Game(rules, seed=seed)
        while game.phase != "over":
            for seat in game.to_give():
                game.give(seat, bot.give(game.view(seat)))
            view = game.view(game.turn)
            yield view
            if time.perf_counter() > end:
                return
            game.play(bot.play(view))


def _sevens(rules: dog.Rules, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield the view of a seat with sevens and jokers while all marbles are on the ring."""
    seats = rules.seats
    position = {
        "rules": rules.to_json(),
        "marbles": {seat: [f"{seat}{field}" for field in (1, 5, 9, 13)] for seat in seats},
        "hands": {seat: list(SEVENS) if seat == seats[0] else ["2", "3", "5", "6", "8", "9"] for seat in seats},
        "turn": seats[0],
        "phase": "play",
    }
    view = dog.Game.from_position(position, seed=1).view(seats[0])
    end = time.perf_counter() + seconds
    yield view
    while time.perf_counter() < end:
        yield view


def show(figures: dict[str, Any], console: Console) -> None:
    console.print(_table("Whole games by the greedy policy, and CPU milliseconds per play", figures, "ms", games=True))
    sevens = f"A hand of {' '.join(SEVENS)} with all marbles on the ring: milliseconds"
    console.print(_table(sevens, figures, "sevens_ms"))
    games, ms = figures["4 players"]["games"], figures["4 players"]["ms"]
    slowest = max(figure["ms"]["greedy"] for name, figure in figures.items() if not MODES[name].alone)
    targets = (
        (f"at least {MIN_PLAY_OUTS:,} whole games per second with four players: {games:,.0f}", games >= MIN_PLAY_OUTS),
        (f"greedy under {GREEDY_MS:g} ms per play in team games: {slowest:.2f}", slowest < GREEDY_MS),
        (
            f"neural under {NEURAL_MS:g} ms per play with four players: {ms['neural']:.2f}",
            ms["neural"] < NEURAL_MS,
        ),
        (
            f"neural-search at most {SEARCH_MS:g} ms per play with four players: {ms['neural-search']:.1f}",
            ms["neural-search"] <= SEARCH_MS,
        ),
    )
    print_targets(targets, console)


def _table(title: str, figures: dict[str, Any], kind: str, games: bool = False) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("game")
    if games:
        table.add_column("games per second", justify="right")
    for bot in BOTS:
        table.add_column(bot, justify="right")
    for name, figure in figures.items():
        first = [f"{figure['games']:,.0f}"] if games else []
        times = [figure[kind][bot] for bot in BOTS]
        table.add_row(name, *first, *(f"{ms:.2f}" if ms < 1 else f"{ms:.1f}" for ms in times))
    return table
