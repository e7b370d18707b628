"""The command ``doghouse play``: set up a game, play it, and keep its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from doghouse.bots.registry import check_spec
from doghouse.i18n import Catalogue
from doghouse.rules.game import Game
from doghouse.rules.rules import EDITIONS, Rules
from doghouse.terminal.save_record import offer, save
from doghouse.terminal.screen import Screen
from doghouse.terminal.session import PERSON, Session
from doghouse.terminal.turn import Quit


@dataclass(frozen=True)
class Wishes:
    """What the player asked for on the command line."""

    edition: str = "xl"
    players: int = 4
    changes: Mapping[str, Any] | None = None  # rules that differ from the edition's
    seed: str | None = None
    name: str = ""
    record: Path | None = None
    language: str = "en"
    others: str = "companion"  # the level of the other players, or a bot with its options


def new_game(wishes: Wishes, now: datetime) -> Game:
    """A game with its headers; InvalidRules if the wishes contradict each other, UnknownBot if nobody plays so."""
    rules = Rules.edition(wishes.edition, players=wishes.players, **(wishes.changes or {}))
    check_spec(wishes.others, rules)
    game = Game(rules, wishes.seed)
    game.headers = {"Edition": wishes.edition, "Date": f"{now:%Y-%m-%d}"}
    name = " ".join(wishes.name.split())
    if name:
        game.headers[f"Player {PERSON}"] = name
    for seat in rules.seats.replace(PERSON, ""):
        game.headers[f"Player {seat}"] = wishes.others
    return game


def play(wishes: Wishes, now: datetime) -> None:
    game = new_game(wishes, now)
    texts = Catalogue.load(wishes.language)
    screen = Screen()
    session = Session(game, screen, texts, wishes.others)
    name = " ".join(wishes.name.split())
    greeting = texts.text("welcome.named", name=name) if name else texts.text("welcome.plain")
    screen.say(f"{greeting} {_about(game, session, texts)}")
    screen.say(texts.text("welcome.help"))
    answers = True
    try:
        session.run()
    except EOFError:
        answers = False
        screen.say("")
    except KeyboardInterrupt:
        screen.say("")
    except Quit:
        pass
    _keep_record(session, wishes, screen, texts, now, answers)
    screen.say(texts.text("goodbye"))


def _about(game: Game, session: Session, texts: Catalogue) -> str:
    """Which game is played, and with whom."""
    edition = EDITIONS[game.headers["Edition"]].title
    mates = game.rules.team(PERSON).replace(PERSON, "")
    if not mates:
        return texts.text("welcome.alone", edition=edition, players=game.rules.players)
    return texts.text("welcome.team", edition=edition, players=game.rules.players, mates=session.words.seats(mates))


def _keep_record(
    session: Session, wishes: Wishes, screen: Screen, texts: Catalogue, now: datetime, answers: bool
) -> None:
    """Save the record where it was wished, or ask; without anybody to ask, say how it is done."""
    record = session.game.record()
    try:
        if wishes.record is not None and save(record, wishes.record, screen, texts):
            return
        if answers and screen.interactive:
            offer(record, screen, texts, now)
        else:
            screen.say(texts.text("record.how", seed=session.game.seed))
    except (EOFError, KeyboardInterrupt):
        screen.say("")
