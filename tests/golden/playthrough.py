"""A game told act by act, with what the public and each seat see: a leak or a changed rule shows up as a difference."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import doghouse as dog

HERE = Path(__file__).parent / "games"
FIRST_ROUNDS = 2
LAST_ACTS = 10


def path(name: str) -> Path:
    return HERE / f"{name}.txt"


def playthrough(name: str, rules: dog.Rules) -> str:
    """The first rounds of a random game and its last acts; of each view, what has changed."""
    acts = list(_acts(rules, name))
    game = dog.Game(rules, seed=name)
    seen: dict[str | None, dict[str, Any]] = {}
    lines = [f"{name}: {rules!r}", f"{len(acts)} acts", ""]
    for number, act in enumerate(acts, 1):
        shown = game.round <= FIRST_ROUNDS or number > len(acts) - LAST_ACTS
        if shown:
            lines += _changes(game, seen)
            plays = [str(play) for play in itertools.islice(game.plays(), 12)]
            lines += [f"plays: {', '.join(plays)}{' ...' if len(plays) == 12 else ''}"] if plays else []
            lines += ["", f"{number}. {act}"]
        _carry_out(game, act)
    lines += _changes(game, seen)
    return "\n".join([*lines, "", game.record()])


def _changes(game: dog.Game, seen: dict[str | None, dict[str, Any]]) -> Iterator[str]:
    """What each viewer sees that it did not see before."""
    for viewer in (None, *game.rules.seats):
        view = game.view(viewer)
        if viewer is not None:
            public = game.view(None)
            view = {key: value for key, value in view.items() if key not in public or public[key] != value}
        before = seen.get(viewer, {})
        for key, value in view.items():
            if key not in before or before[key] != value:
                yield f"  {viewer or 'public'} {key}: {json.dumps(value)}"
        seen[viewer] = view


def _acts(rules: dog.Rules, seed: str) -> Iterator[str]:
    """Random acts of a whole game, in words that ``_carry_out`` understands."""
    chooser = random.Random(seed)
    game = dog.Game(rules, seed=seed)
    while game.phase != "over":
        if game.phase == "give":
            seat = chooser.choice(game.to_give())
            act = f"{seat} gives {chooser.choice(game.hand(seat))}"
        else:
            act = f"{game.turn}: {chooser.choice(list(itertools.islice(game.plays(), 40)))}"
        yield act
        _carry_out(game, act)


def _carry_out(game: dog.Game, act: str) -> None:
    if " gives " in act:
        game.give(*act.split(" gives "))
    else:
        seat, play = act.split(": ")
        game.play(play, seat=seat)
