"""Show the result of a game."""

from __future__ import annotations

from doghouse.rules.game import Game
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.screen import Screen


def show_outcome(game: Game, screen: Screen, phrasing: Phrasing) -> None:
    """Show the winners and the standings, if the game is over."""
    outcome = game.outcome
    if outcome is None:
        return
    winners = phrasing.seats(outcome.winners)
    if outcome.winners != game.rules.team(outcome.winners[0]):
        screen.say(phrasing.text("outcome.tie", winners=winners), "heading")
    elif phrasing.own_seat and phrasing.own_seat in outcome.winners:
        mates = outcome.winners.replace(phrasing.own_seat, "")
        key = "outcome.you_win" if not mates else "outcome.your_team_wins"
        screen.say(phrasing.text(key, mates=phrasing.seats(mates)), "good")
    else:
        key = "outcome.wins" if len(outcome.winners) == 1 else "outcome.team_wins"
        screen.say(phrasing.text(key, winners=winners), "heading")
    for standing in outcome.standings:
        text = phrasing.text(
            "outcome.standing",
            team=phrasing.seats(standing.team),
            finished=standing.finished,
            marbles=4 * len(standing.team),
            to_go=standing.to_go,
        )
        screen.say(f"  {text}")
