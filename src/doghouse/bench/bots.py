"""``doghouse bench bots``: how fast the sensible play-outs and the bots are."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import doghouse as dog
from doghouse.bench.measures import MODES
from doghouse.bots.core.policy import play_out
from doghouse.bots.imagine import legal_plays
from doghouse.bots.registry import make_bot
from doghouse.bots.weights import weights_for

PLAY_OUTS = 1000  # whole games a second and core, at least, with four players
GREEDY_MS = 1.0  # a decision of greedy in team games, at most
MOST_STEPS = 20_000
REFUSED = "the core is not compiled, so no figure can be given for it: install a C compiler and install doghouse again"


def run(seconds: float, as_json: bool) -> None:
    """Measure and print."""
    if not dog.COMPILED:
        raise click.ClickException(REFUSED)
    figures = {
        name: {"games": whole_games(rules, seconds), "greedy_ms": greedy_milliseconds(rules, seconds)}
        for name, rules in MODES.items()
    }
    if as_json:
        click.echo(json.dumps(figures, indent=2))
    else:
        show(figures, Console())


def whole_games(rules: dog.Rules, seconds: float) -> float:
    """Games a second that the sensible policy plays to their end inside the core."""
    weights = [weights_for(rules)] * 6
    began = time.perf_counter()
    games = 0
    while time.perf_counter() - began < seconds:
        games += 1
        play_out(rules.core(rules.seats[0], games), MOST_STEPS, MOST_STEPS, weights)
    return games / (time.perf_counter() - began)


def greedy_milliseconds(rules: dog.Rules, seconds: float) -> float:
    """How long greedy takes for a play on average, from the view to the play, in games against itself."""
    spent = 0.0
    plays = 0
    for view in _views(rules, seconds):
        bot = make_bot("greedy")
        began = time.perf_counter()
        bot.play(view, legal_plays(view))
        spent += time.perf_counter() - began
        plays += 1
    return spent / plays * 1000


def _views(rules: dog.Rules, seconds: float) -> Iterator[dict[str, Any]]:
    """What the seats to play see, in games that greedy plays."""
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
            game.play(bot.play(view, legal_plays(view)))


def show(figures: dict[str, Any], console: Console) -> None:
    table = Table(title="Sensible play (one core of this machine)", title_justify="left")
    table.add_column("game")
    table.add_column("whole games a second", justify="right")
    table.add_column("greedy, ms a play", justify="right")
    for name, figure in figures.items():
        table.add_row(name, f"{figure['games']:,.0f}", f"{figure['greedy_ms']:.2f}")
    console.print(table)
    games = figures["4 players"]["games"]
    slowest = max(figure["greedy_ms"] for name, figure in figures.items() if not MODES[name].alone)
    for what, holds in (
        (f"at least {PLAY_OUTS:,} whole games a second with four players: {games:,.0f}", games >= PLAY_OUTS),
        (f"greedy under {GREEDY_MS:g} ms a play in team games: {slowest:.2f}", slowest < GREEDY_MS),
    ):
        console.print(f"[{'green' if holds else 'red'}]{'✓' if holds else '✗'}[/] {what}")
