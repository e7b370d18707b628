"""The description of a table has what clients would need rules for: teams, receivers, die, first player."""

from __future__ import annotations

import pytest

from doghouse.rules.rules import Rules
from doghouse.server.protocol.events import TableSettings
from doghouse.server.tables.table import Table
from doghouse.server.tables.visibility import about, seating


def test_pairs_of_six_give_their_cards_across_the_table() -> None:
    found = seating(Rules(6, "pairs"))
    assert (found.seats, found.sections, found.teams) == (tuple("ABCDEF"), 6, ("AD", "BE", "CF"))
    assert found.receivers == {"A": "D", "B": "E", "C": "F", "D": "A", "E": "B", "F": "C"}


def test_players_alone_are_their_own_teams() -> None:
    found = seating(Rules(3, exchange="pass"))
    assert (found.sections, found.teams, found.receivers) == (4, ("A", "B", "C"), {"A": "B", "B": "C", "C": "A"})


@pytest.mark.parametrize(
    ("edition", "players", "has_die", "first"),
    [("xl", 4, True, "A-"), ("kings", 4, False, "A-"), ("dog", 3, True, "A0!")],
)
def test_description_has_die_and_beginning(edition: str, players: int, has_die: bool, first: str) -> None:
    table = Table("K7Q3ZM", "secret")
    table.settings, table.rules = TableSettings(edition, {}), Rules.edition(edition, players)
    found = about(table)
    assert (found.die, found.beginning["A"]) == (has_die, [first, "A-", "A-", "A-"])
    assert tuple(found.beginning) == found.seating.seats
