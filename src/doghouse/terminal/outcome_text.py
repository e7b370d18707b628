"""The end of a game: the result, and goodbye."""

from __future__ import annotations

from doghouse.rules.game import Game
from doghouse.terminal.phrasing import Words
from doghouse.terminal.screen import Screen


def tell_outcome(game: Game, screen: Screen, words: Words) -> None:
    """Who has won, and how all teams stand."""
    outcome = game.outcome
    if outcome is None:
        return
    winners = words.seats(outcome.winners)
    if outcome.winners != game.rules.team(outcome.winners[0]):
        screen.say(words.text("outcome.tie", winners=winners), "heading")
    elif words.person and words.person in outcome.winners:
        mates = outcome.winners.replace(words.person, "")
        key = "outcome.you_win" if not mates else "outcome.your_team_wins"
        screen.say(words.text(key, mates=words.seats(mates)), "good")
    else:
        key = "outcome.wins" if len(outcome.winners) == 1 else "outcome.team_wins"
        screen.say(words.text(key, winners=winners), "heading")
    for standing in outcome.standings:
        screen.say(
            "  "
            + words.text(
                "outcome.standing",
                team=words.seats(standing.team),
                finished=standing.finished,
                marbles=4 * len(standing.team),
                to_go=standing.to_go,
            )
        )
