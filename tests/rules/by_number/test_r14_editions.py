"""R14: the printed editions."""

from __future__ import annotations

import pytest

import doghouse as dog

ALL = ("de", "en", "fr", "it", "es")

# name: players, dealer, exchange alone, die, languages, pieces
TABLE = {
    "xl": (6, "moves", "draw", True, ALL, "marbles"),
    "xs": (4, "moves", "draw", False, ALL, "figures"),
    "dog": (6, "moves", "pass", True, ("es",), "marbles"),
    "kings": (6, "fixed", "pass", False, ("de", "en", "fr", "it"), "spheres"),
}


@pytest.mark.rule("R14")
def test_the_table() -> None:
    found = {
        name: (
            edition.most_players,
            edition.dealer,
            edition.exchange_alone,
            edition.die,
            edition.languages,
            edition.pieces,
        )
        for name, edition in dog.EDITIONS.items()
    }
    assert found == TABLE


@pytest.mark.rule("R14")
@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_rules_without_teams(name: str, players: int) -> None:
    most, dealer, exchange, *_ = TABLE[name]
    if players > most:
        with pytest.raises(dog.InvalidRules, match="Brändi Dog XS is for 2 to 4 players, not 5"):
            dog.Rules.edition(name, players)
    else:
        rules = dog.Rules.edition(name, players)
        assert (rules.dealer, rules.exchange, rules.teams, rules.quick_start) == (dealer, exchange, "none", True)


@pytest.mark.rule("R14")
@pytest.mark.parametrize("name", TABLE)
def test_rules_in_teams(name: str) -> None:
    rules = dog.Rules.edition(name)
    assert rules == dog.Rules(4, dealer=TABLE[name][1])  # type: ignore[arg-type]
    assert (rules.exchange, rules.quick_start) == ("partner", False)


@pytest.mark.rule("R14")
@pytest.mark.parametrize("name", ["xl", "dog", "kings"])
def test_six_players(name: str) -> None:
    assert dog.Rules.edition(name, 6, teams="trios").all_teams() == ("ACE", "BDF")
    with pytest.raises(dog.InvalidRules, match="2 to 4 players, not 6"):
        dog.Rules.edition("xs", 6)


@pytest.mark.rule("R14")
def test_any_field_can_be_changed() -> None:
    rules = dog.Rules.edition("kings", 3, exchange="draw", joker_may_finish=False, dealer="moves")
    assert (rules.exchange, rules.joker_may_finish, rules.dealer) == ("draw", False, "moves")


@pytest.mark.rule("R14")
def test_names_are_read_in_any_case() -> None:
    assert dog.Rules.edition("Kings") == dog.Rules.edition("kings")


@pytest.mark.rule("R14")
def test_unknown_edition_is_refused() -> None:
    with pytest.raises(dog.InvalidRules, match="unknown edition 'tock'; editions are xl, xs, dog, kings"):
        dog.Rules.edition("tock")
