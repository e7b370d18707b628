"""Set up a game, play it, and save its record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from doghouse.bots.registry import check_spec
from doghouse.i18n import Catalogue
from doghouse.rules.game import Game
from doghouse.rules.rules import EDITIONS, Rules
from doghouse.terminal.save_record import offer_to_save, save
from doghouse.terminal.screen import Screen
from doghouse.terminal.session import HUMAN, Session
from doghouse.terminal.turn import Quit


@dataclass(frozen=True)
class PlayOptions:
    rules: Rules
    bot: str  # who plays the other seats: a level, or a bot with its options
    seed: str | None
    name: str
    record: Path | None
    language: str


def play(options: PlayOptions, now: datetime) -> None:
    """Play one game. Raise UnknownBot if there is no such bot for these rules."""
    check_spec(options.bot, options.rules)
    game = Game(options.rules, options.seed)
    name = " ".join(options.name.split())
    game.headers = {"Edition": options.rules.printed or "", "Date": f"{now:%Y-%m-%d}"}
    for seat in game.rules.seats:
        if player := name if seat == HUMAN else options.bot:
            game.headers[f"Player {seat}"] = player
    texts = Catalogue.load(options.language)
    screen = Screen()
    session = Session(game, screen, texts, options.bot)
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
    _save_record(session, options, screen, texts, now, answers)
    screen.say(texts.text("goodbye"))


def _about(game: Game, session: Session, texts: Catalogue) -> str:
    """The edition, the number of players, and the team mates."""
    edition = EDITIONS[game.headers["Edition"]].title
    mates = game.rules.team(HUMAN).replace(HUMAN, "")
    if not mates:
        return texts.text("welcome.alone", edition=edition, players=game.rules.players)
    return texts.text("welcome.team", edition=edition, players=game.rules.players, mates=session.phrasing.seats(mates))


def _save_record(
    session: Session, options: PlayOptions, screen: Screen, texts: Catalogue, now: datetime, answers: bool
) -> None:
    """Save the record to the file of ``--record``, or ask for one; with nobody to ask, say how to get it."""
    record = session.game.record()
    try:
        if options.record is not None and save(record, options.record, screen, texts):
            return
        if answers and screen.interactive:
            offer_to_save(record, screen, texts, now)
        else:
            screen.say(texts.text("record.how", seed=session.game.seed))
    except (EOFError, KeyboardInterrupt):
        screen.say("")
