"""Games by random play, and records of such games whose deals can be verified."""

from __future__ import annotations

import itertools
import random
from itertools import islice

import doghouse as dog
from doghouse.server.fairness import commitment_to, game_seed, open_seed, record_headers

MAX_PLAYS = 60  # plays considered where a seven may have thousands
NAMES = ("Anna", "Beat", "Carla", "Dario", "Elsa", "Fabio")


def act_at_random(game: dog.Game, chooser: random.Random) -> None:
    """Give a random card, or choose one of the first legal plays."""
    if game.phase == "give":
        seat = chooser.choice(game.to_give())
        game.give(seat, chooser.choice(game.hand(seat)))
    else:
        game.play(chooser.choice(list(itertools.islice(game.plays(), MAX_PLAYS))))


def fair_record(rules: dog.Rules, number: int, most_rounds: int = 1000) -> str:
    """A game played at random; the first seat has a seed of its own, the others have the open one."""
    chooser = random.Random(number)
    secret = f"{chooser.getrandbits(256):064x}"
    commitment = commitment_to(secret)
    seeds = {seat: open_seed(commitment, seat) for seat in rules.seats}
    seeds[rules.seats[0]] = f"{chooser.getrandbits(128):032x}"
    game = dog.Game(rules, game_seed(secret, seeds))
    game.headers.update({f"Player {seat}": name for seat, name in zip(rules.seats, NAMES)})
    while game.phase != "over":
        if game.round > most_rounds:
            game.stop()
        elif seats := game.to_give():
            game.give(seats[0], chooser.choice(game.hand(seats[0])))
        else:
            game.play(_some_play(game, chooser))
    game.headers.update(record_headers(commitment, secret, seeds))
    return game.record()


def _some_play(game: dog.Game, chooser: random.Random) -> dog.Play:
    """Any of the first plays, but a card is taken more often than chance would have it."""
    plays = list(islice(game.plays(), 12))
    takes = [play for play in plays if play.takes_from]
    return chooser.choice(takes if takes and chooser.random() < 0.5 else plays)
