"""Completions of a partial play, for entering a play step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from doghouse.rules.core.engine import Core
from doghouse.rules.errors import IllegalPlay
from doghouse.rules.explain import Explainer
from doghouse.rules.marbles import marbles_of, sent_home
from doghouse.rules.notation import KIND, Play
from doghouse.rules.obstacles import obstacles
from doghouse.rules.plays import find_chunk, find_step, holds, move_of, play_of
from doghouse.rules.rules import Rules


@dataclass(frozen=True)
class Option:
    """One continuation: the play so far, whether it is complete, and the fields whose marbles it sends home."""

    play: str
    complete: bool
    sends_home: tuple[str, ...] = ()


@dataclass(frozen=True)
class Options:
    """A partial play: its text, the board after it, the points left of a 7, and the continuations."""

    play: str
    complete: bool
    points_left: int
    marbles: dict[str, list[str]]
    next: tuple[Option, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "play": self.play,
            "complete": self.complete,
            "points_left": self.points_left,
            "marbles": self.marbles,
            "next": [
                {"play": option.play, "complete": option.complete, "sends_home": list(option.sends_home)}
                for option in self.next
            ],
        }


def options(rules: Rules, cores: Sequence[Core], partial: str) -> Options:
    """Return the options of a partial play; several cores stand for the cards the seat may hold."""
    marbles = marbles_of(cores[0], rules.seats)
    if not partial.strip():
        return Options("", False, cores[0].seven_left, marbles, tuple(_cards(cores)))
    if partial.strip().upper() == "X" and (jokers := tuple(o for o in _cards(cores) if o.play.startswith("X="))):
        return Options("X", False, 0, marbles, jokers)
    play = Play.parse(partial)
    for core in cores:
        if play.acts_as != "7":
            completions = _other(rules, core, play)
        else:
            completions = _seven(rules, core, play) if _holds(core, play) else None
        if completions is not None:
            return completions
    core = next((core for core in cores if _holds(core, play)), cores[0])
    reason = Explainer(rules, core).reason(play)
    if reason.code == "move_missing" or (reason.code.startswith("jack") and not play.moves):
        raise IllegalPlay(obstacles(rules, core, play)[0])
    raise IllegalPlay(reason)


def _cards(cores: Sequence[Core]) -> Iterator[Option]:
    """Yield the playable cards; a joker with each card it can stand for."""
    heads: dict[str, bool] = {}
    for core in cores:
        for step in core.steps():
            play = play_of(core, step)
            heads[play.head] = heads.get(play.head, False) or not (play.moves or play.takes_from)
    return (Option(head, complete) for head, complete in heads.items())


def _holds(core: Core, play: Play) -> bool:
    return not core.hand(core.turn) if play.card is None else holds(core, play.card)


def _other(rules: Rules, core: Core, play: Play) -> Options | None:
    """Return the options of a card other than a 7: its moves, or the board after one."""
    steps = core.steps()
    step = find_step(core, play, steps)
    if step is None:
        if play.moves or play.takes_from:
            return None
        following = tuple(
            Option(str(candidate), True, _sent_home(core, step))
            for step in steps
            if (candidate := _as_requested(play_of(core, step), play)).head == play.head and candidate.acts_as != "7"
        )
        return Options(str(play), False, 0, marbles_of(core, rules.seats), following) if following else None
    after = core.copy()
    after.apply(step)
    return Options(str(play), True, 0, marbles_of(after, rules.seats), ())


def _as_requested(play: Play, requested: Play) -> Play:
    """Return the play with the joker as a king if requested: leaving the kennel is listed as an ace."""
    if (
        play.card == requested.card == "X"
        and requested.stands_for == "K"
        and any(m.source[1] == "-" for m in play.moves)
    ):
        return replace(play, stands_for="K")
    return play


def _seven(rules: Rules, core: Core, play: Play) -> Options | None:
    """Return the options of a 7: the board after its chunks, and the chunks that can follow."""
    work = core.copy()
    left = core.seven_left or 7
    for move in play.moves:
        chunk = find_chunk(work, play.card or "", move) if left else None
        if chunk is None:
            return None
        work.apply(chunk)
        left = work.seven_left
    following = []
    for chunk in work.seven_chunks(KIND[play.card or ""]) if left else []:
        after = work.copy()
        after.apply(chunk)
        text = f"{play} {move_of(work, chunk)}"
        following.append(Option(text, not after.seven_left, _fields_left(work, after)))
    if left and not following:
        return None
    return Options(str(play), not left, left, marbles_of(work, rules.seats), tuple(following))


def _sent_home(core: Core, step: int) -> tuple[str, ...]:
    after = core.copy()
    after.apply(step)
    return _fields_left(core, after)


def _fields_left(before: Core, after: Core) -> tuple[str, ...]:
    return tuple(field for _seat, field in sent_home(before.marbles(), after.marbles()))
