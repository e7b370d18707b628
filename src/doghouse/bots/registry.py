"""Bots by name, with options, such as ``search:time=0.5``.

Other packages add bots by entry points in the group ``doghouse.bots``: a callable that takes the seed and the options
as keywords and returns a ``Bot``::

    [project.entry-points."doghouse.bots"]
    my-bot = "my_package:MyBot"
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from doghouse.bots.bot import Bot, InvalidOption
from doghouse.rules.rules import Rules

GROUP = "doghouse.bots"
Maker = Callable[..., Bot]

# Loaded lazily, like those of other packages: importing numpy is slow.
BUILTIN_BOTS = {
    name: EntryPoint(name, f"doghouse.bots.{place}", GROUP)
    for name, place in (
        ("random", "random_bot:RandomBot"),
        ("greedy", "greedy:GreedyBot"),
        ("search", "search:SearchBot"),
        ("neural", "neural:NeuralBot"),
        ("neural-search", "neural_search:NeuralSearchBot"),
        ("puppy", "level_bot:puppy"),
        ("companion", "level_bot:companion"),
        ("hunter", "level_bot:hunter"),
        ("wolf", "level_bot:wolf"),
    )
}


class UnknownBot(ValueError):
    """Unknown bot name or option."""


class MissingBot(UnknownBot):
    """The bot is not installed, or cannot be loaded."""


def names() -> list[str]:
    """Return the names of all bots."""
    return [*BUILTIN_BOTS, *sorted(_others())]


def make_bot(spec: str, seed: int = 0) -> Bot:
    """Create a bot for one seat of one game from a spec such as ``search:time=1.0,width=4``."""
    maker, options = _maker(spec)
    try:
        return maker(seed=seed, **options)
    except InvalidOption as error:
        raise UnknownBot(f"{spec}: {error}") from None


def check_spec(spec: str, rules: Rules | None = None) -> None:
    """Raise UnknownBot unless the bot exists, takes these options and can play by these rules.

    A bot of another package is not created for this.
    """
    _maker(spec)
    if parse_spec(spec)[0] not in BUILTIN_BOTS:
        return
    prepare = getattr(make_bot(spec), "prepare", None)
    if prepare is not None and rules is not None:
        try:
            prepare(rules)
        except ValueError as error:  # an invalid net
            raise UnknownBot(f"{spec}: {error}") from None


def _maker(spec: str) -> tuple[Maker, dict[str, Any]]:
    name, options = parse_spec(spec)
    maker = _load(name)
    return maker, _convert_options(name, maker, options)


def _convert_options(name: str, maker: Maker, options: dict[str, str]) -> dict[str, Any]:
    """Convert option values to numbers where possible, unless the parameter is a str."""
    if "seed" in options:
        raise UnknownBot(f"{name}: seed is not an option: it follows from the seed of the match")
    try:
        signature = inspect.signature(maker)
    except ValueError:  # C callables have no signature
        return {key: _value(text) for key, text in options.items()}
    try:
        signature.bind(seed=0)
    except TypeError as error:
        raise UnknownBot(f"cannot create bot {name}: it must accept the keyword seed ({error})") from None
    try:
        signature.bind(seed=0, **options)
    except TypeError:
        takes = [option for option in signature.parameters if option != "seed"]
        unknown = ", ".join(option for option in options if option not in takes) or "of that kind"
        raise UnknownBot(f"bot {name} has no option {unknown}; options are {', '.join(takes) or 'none'}") from None
    texts = {key for key, parameter in signature.parameters.items() if parameter.annotation in (str, "str")}
    return {key: text if key in texts else _value(text) for key, text in options.items()}


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split a spec into name and options."""
    name, _colon, rest = spec.partition(":")
    options: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise UnknownBot(f"bot options must be name=value, not {part!r}")
        if key in options:
            raise UnknownBot(f"duplicate option {key!r} in {spec!r}")
        options[key] = value
    return name, options


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _load(name: str) -> Maker:
    entry = BUILTIN_BOTS.get(name) or _others().get(name)
    if entry is None:
        raise MissingBot(f"unknown bot {name!r}; bots are {', '.join(names())}")
    try:
        maker: Maker = entry.load()
    except (Exception, SystemExit) as error:
        raise MissingBot(f"cannot load bot {name}: {type(error).__name__}: {error}") from None
    return maker


@cache
def _others() -> dict[str, EntryPoint]:
    """Return the bots of other packages, not loaded yet; they cannot replace ours."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in BUILTIN_BOTS}
