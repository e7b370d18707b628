"""The Swiss board game Dog: rules, bots, server and research tools."""

from doghouse.rules.core.engine import COMPILED
from doghouse.rules.errors import (
    DogError,
    IllegalGive,
    IllegalPlay,
    InvalidPlay,
    InvalidPosition,
    InvalidRecord,
    InvalidRules,
)
from doghouse.rules.game import Game
from doghouse.rules.notation import CARDS, Move, Play
from doghouse.rules.options import Option, Options
from doghouse.rules.outcome import Outcome, Standing
from doghouse.rules.plays import Plays
from doghouse.rules.reasons import Reason
from doghouse.rules.record_reader import Event
from doghouse.rules.rules import EDITIONS, RULES_VERSION, Edition, Rules
from doghouse.version import __version__

__all__ = [
    "CARDS",
    "COMPILED",
    "EDITIONS",
    "RULES_VERSION",
    "DogError",
    "Edition",
    "Event",
    "Game",
    "IllegalGive",
    "IllegalPlay",
    "InvalidPlay",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidRules",
    "Move",
    "Option",
    "Options",
    "Outcome",
    "Play",
    "Plays",
    "Reason",
    "Rules",
    "Standing",
    "__version__",
]
