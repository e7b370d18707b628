"""Plays and reasons as text."""

import pytest

from doghouse import Game, IllegalPlay, Play
from doghouse.i18n import LANGUAGES, Catalogue
from doghouse.rules.reasons import REASONS, Reason
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.play_stages import stages
from tests.support.terminal import game_at

BOARD = {"A": ["A2", "A5", "A+2"], "B": ["A8", "B0!"], "C": ["C9"], "D": ["D12"]}


def told(game: Game, play: str, language: str = "en", seat: str = "A") -> str:
    phrasing = Phrasing(Catalogue.load(language), game.rules, "A")
    wanted = Play.parse(play)
    return phrasing.play(seat, wanted, stages(game, wanted))


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("K A->A0", "marble from the kennel to A0"),
        ("3 A5>A8", "marble A5 to A8, sends home B's marble on A8"),
        ("3 A2>A5", "marble A2 to A5, sends home your marble on A5"),
        ("4 A2>A6", "marble A2 to A6"),
        ("4 A2>D14", "marble A2 back to D14"),
        ("2 A+2>A+4", "marble A+2 further in, A+4"),
        ("J A5<>C9", "marble A5 swaps with C's marble C9"),
        ("7 A2>A4 A4>A9", "marble A2 to A4; marble A4 to A9, sends home your marble on A5 and B's marble on A8"),
        ("X=Q A2>A14", "marble A2 to A14"),
    ],
)
def test_a_play_in_english(play: str, expected: str) -> None:
    game = game_at([play.split()[0].split("=")[0]], 4, **BOARD)
    assert told(game, play) == expected
    game.play(play)


def test_a_play_in_german() -> None:
    game = game_at(["3"], 4, **BOARD)
    assert told(game, "3 A5>A8", "de") == "Murmel A5 auf A8, schickt die Murmel von B auf A8 heim"


def test_taking_a_card_names_the_owner() -> None:
    game = game_at(["2"], 3, A=["A3"])
    assert told(game, "2 ?C") == "draw a card from C"
    assert told(game, "2 ?A", seat="B") == "draw a card from you"


def test_entering_the_finish() -> None:
    assert told(game_at(["8"], A=["D12"]), "8 D12>A+4") == "marble D12 into the finish, A+4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_reason_names_the_rule_and_is_translated(language: str) -> None:
    game = game_at(["A", "5"], A=["A3"])
    phrasing = Phrasing(Catalogue.load(language), game.rules, "A")
    with pytest.raises(IllegalPlay) as refused:
        game.play("A A3>A5")
    text = phrasing.reason(refused.value.reason)
    assert text.endswith("(R7.5).")
    if language != "en":
        assert " an ace" not in text
        assert " or " not in text
        assert phrasing.texts.text("card.A") in text
    else:
        assert text == "An ace moves 1 or 11, and A3>A5 is 2 (R7.5)."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_text(language: str) -> None:
    facts = dict.fromkeys(
        ("turn", "seat", "seats", "card", "kind", "form", "play", "other", "values", "source", "target", "distance",
         "owner", "field", "left", "move"),
        "A",
    )  # fmt: skip
    phrasing = Phrasing(Catalogue.load(language), game_at(["5"]).rules, "A")
    for code in REASONS:
        assert phrasing.reason(Reason(code, facts))


def test_list_text() -> None:
    phrasing = Phrasing(Catalogue.load("fr"), game_at(["5"]).rules, names={"B": "Zoé"})
    assert phrasing.seats("ABC") == "A, Zoé (B) et C"
    assert phrasing.seats("A") == "A"
