"""``doghouse advise`` as a user sees it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import doghouse as dog
from doghouse.cli import main
from doghouse.i18n import LANGUAGES
from tests.support.analysis_positions import game_at, giving, played_on
from tests.support.hidden_worlds import other_world
from tests.support.rules_dsl import ALL_RULES
from tests.support.terminal import Advise, said


def test_a_position(advise: Advise) -> None:
    game = game_at(["5", "X", "9"], A=["A3"], B=["A8"], C=["C2"])
    result = advise(game, "--top", "0")
    assert result.exit_code == 0, result.output
    assert "You (A) are to play." in result.output
    assert "Your hand: [5] [9] [X]" in result.output
    assert "5 A3>A8  marble A3 to A8" in result.output
    assert "+ sends home B's marble on A8 (56 fields lost)" in said(result)
    assert "- costs a joker" in said(result)
    assert "Chances of winning as a trained net sees them" in said(result)
    assert "more play" not in result.output
    assert "*B" in result.output  # the board


def test_reasons_that_need_several_lines_are_indented(advise: Advise) -> None:
    game = game_at(["5", "X", "9"], A=["A3"], B=["A8"], C=["C2"])
    lines = [line.rstrip() for line in advise(game, "--language", "de", columns=60).output.splitlines()]
    first = next(at for at, line in enumerate(lines) if "+ schickt die Murmel" in line)
    assert lines[first].index("schickt") == len(lines[first + 1]) - len(lines[first + 1].lstrip())


def test_top_says_how_many_more_there_are(advise: Advise) -> None:
    game = game_at(["5", "6", "9"], A=["A3"])
    assert "1 more; --top 0 shows all." in advise(game, "--top", "2").output
    assert "2 more; --top 0 shows all." in advise(game, "--top", "1").output
    assert "There is nothing to choose." in advise(game_at(["5"], A=["A3"])).output


def test_the_exchange(advise: Advise) -> None:
    result = advise(giving(["K", "5"], A=["A3"]))
    assert "You (A) give C a card." in result.output
    assert "give K  king" in result.output
    assert "C has all marbles in the kennel and can bring one out with it" in said(result)
    assert "You (D) give B a card." in advise(giving(["K", "5"]), "--seat", "d").output


@pytest.mark.parametrize(
    ("language", "to_play", "to_give", "gift"),
    [
        ("en", "You (A) are to play.", "You (A) give C a card.", "give K  king"),
        ("de", "Du (A) bist am Zug.", "Du (A) gibst C eine Karte.", "K geben  König"),
        ("fr", "À toi (A) de jouer.", "À toi (A) de donner une carte à C.", "donner K  roi"),
        ("it", "Tocca a te (A).", "Tocca a te (A) dare una carta a C.", "dare K  re"),
        ("es", "Te toca (A).", "Te toca (A) dar una carta a C.", "dar K  rey"),
    ],
)
def test_the_player_is_addressed(language: str, to_play: str, to_give: str, gift: str, advise: Advise) -> None:
    assert to_play in advise(game_at(["K", "5"], A=["A3"]), "--language", language).output
    output = advise(giving(["K", "5"], A=["A3"]), "--language", language).output
    assert to_give in output
    assert gift in output
    data = json.loads(advise(giving(["K", "5"], A=["A3"]), "--language", language, "--json").output)
    assert {choice["choice"] for choice in data["choices"]} == {"give K", "give 5"}  # notation


def test_a_record(tmp_path: Path, nets: Path) -> None:
    game = played_on(dog.Rules(), 42)
    game.headers = {"Player A": "Anna", "Player C": "Carla"}
    file = tmp_path / "game.dog"
    file.write_text(game.record(), encoding="utf-8")
    words = ["advise", str(file), "--nets", str(nets), "--language", "en"]
    given = CliRunner().invoke(main, [*words, "--move", "2"])
    assert "You (A) give Carla (C) a card." in given.output
    assert given.output.count("(given)") == 1
    played = CliRunner().invoke(main, [*words, "--move", "3", "--top", "1"])
    assert played.output.count("(played)") == 1
    last = CliRunner().invoke(main, words)
    assert f"You ({game.turn}) are to play." in last.output
    assert "(played)" not in last.output
    refused = CliRunner().invoke(main, [*words, "--move", "1"])
    assert refused.exit_code == 2
    assert "number 1 is a deal" in refused.output


def test_played_choice_that_is_not_evaluated_is_mentioned(advise: Advise) -> None:
    game = game_at(["7", "9"], {"players": 3}, A=["A3"], B=["B3", "B7"], C=["C3", "C9"])
    game.play("7 B3>B5 B7>B9 C3>C6")
    moves = advise(game.record(), "--move", "2")
    assert "Played in this game: 7 B3>B5 B7>B9 C3>C6, which is not among the plays that were judged." in said(moves)


def test_wasted_joker_is_listed_last(advise: Advise) -> None:
    game = game_at(["X", "9"], A=["A3"])
    few, everything = advise(game), advise(game, "--top", "0")
    assert "At the very end of the list is a play of a joker as a card that is in hand too." in said(few)
    assert "X=9 A3>A12" not in few.output
    assert "X=9 A3>A12 marble A3 to A12" in said(everything)
    assert "- costs a joker, and 9 would do the same" in said(everything)
    assert "in hand too" not in advise(game_at(["8", "9"], A=["A3"])).output


def test_joker_that_can_only_be_wasted_is_playable(advise: Advise) -> None:
    told = said(advise(game_at(["3", "8", "K", "X"], B=["B0!"])))
    assert "(3) (8) [K] [X]" in told
    assert "1 K A->A0 marble from the kennel to A0" in told
    assert "+ keeps joker" in told
    assert "- costs a joker, and king would do the same" in told


def test_no_play_is_shown_as_better_than_the_first(advise: Advise) -> None:
    wasted = 0
    for acts in range(0, 120, 3):
        game = played_on(dog.Rules(), acts)
        if game.turn is None or "X" not in game.hand(game.turn):
            continue
        found = json.loads(advise(game, "--top", "0", "--json").output)
        assert all(choice["behind"] >= 0 for choice in found["choices"])
        wasted += found["wasteful"]
    assert wasted


def test_seven_in_progress_has_no_playable_cards(advise: Advise) -> None:
    told = said(advise(game_at(["5", "7"], A=["A3", "A9"], seven={"card": "7", "left": 3})))
    assert "(5) (7)" in told


def test_reasons_fit_a_narrow_terminal(advise: Advise) -> None:
    told = advise(game_at(["5", "6", "9", "K"], A=["A3", "B3"], B=["C3"]), "--deals", "4", "--top", "2", columns=40)
    assert "…" not in told.output
    assert "nearer" in told.output
    assert "behind" not in told.output


def test_deals_shows_the_roll_outs(advise: Advise) -> None:
    game = game_at(["5", "6", "9", "K"], A=["A3", "B3"], B=["C3"])
    narrow, wide = (advise(game, "--deals", "2", columns=columns) for columns in (80, 120))
    assert "±" in narrow.output
    assert "at once" not in narrow.output
    assert "at once" in wide.output
    assert "The best 4 were also tried on 2 deals of the hidden cards" in said(narrow)
    assert "In brackets, what the net alone saw" in said(narrow)
    chances = [
        line.split("%")[0].split()[-1] for line in narrow.output.splitlines() if line[:1].isdigit() and "%" in line
    ]
    assert [chance.startswith("(") for chance in chances[:6]] == [False] * 4 + [True] * 2
    few = advise(game, "--deals", "2", "--top", "3")
    assert "In brackets" not in few.output
    assert "(" not in "".join(line for line in few.output.splitlines() if line[:1].isdigit())
    once = advise(game, "--deals", "1")
    assert "tried on one deal" in said(once)
    assert "±" not in once.output


def test_json(advise: Advise) -> None:
    game = game_at(["5", "9"], A=["A3"], B=["A8"])
    data = json.loads(advise(game, "--json", "--deals", "3").output)
    assert (data["seat"], data["phase"], data["hand"], data["more"]) == ("A", "play", ["5", "9"], 0)
    assert {choice["choice"] for choice in data["choices"]} == {"5 A3>A8", "9 A3>A12"}
    hit = next(choice for choice in data["choices"] if choice["choice"] == "5 A3>A8")
    assert 0 < hit["chance"] < 1
    assert set(hit["ahead"]) == {"chance", "error"}
    assert hit["words"] == "marble A3 to A8"
    assert hit["reasons"][0] == {
        "code": "home_opponent",
        "speaks_for": True,
        "marbles": [["B", "A8"]],
        "count": 56,
        "text": "sends home B's marble on A8 (56 fields lost)",
    }


def test_example_in_the_docs(advise: Advise) -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
    position = json.loads(page.split("```json")[1].split("```")[0])
    shown = re.findall(r"^\d (\w+ .*?)  ", page, re.MULTILINE)
    assert len(shown) == 5
    choices = json.loads(advise(position, "--json", "--top", "0").output)["choices"]
    assert set(shown) <= {choice["choice"] for choice in choices}
    assert f"{len(choices) - len(shown)} more; --top 0" in page


@pytest.mark.parametrize("name", ALL_RULES)
def test_the_output_does_not_depend_on_hidden_cards(name: str, advise: Advise) -> None:
    chooser = random.Random(name)
    for acts, words in ((0, ["--language", "de"]), (23, ["--language", "fr"]), (30, ["--json"])):
        game = played_on(ALL_RULES[name], acts)
        seat = game.turn or game.to_give()[-1]
        here, there = game.position(), other_world(game, seat, chooser)
        one, other = (advise(position, "--seat", seat, *words) for position in (here, there))
        assert one.exit_code == 0, one.output
        assert one.output == other.output


@pytest.mark.parametrize("name", ["4-pairs", "3-draw", "6-trios"])
def test_a_view_is_advised_like_the_position(name: str, advise: Advise) -> None:
    for acts in (0, 23, 61):
        game = played_on(ALL_RULES[name], acts)
        seat = game.turn or game.to_give()[-1]
        from_view, from_position = (advise(source, "--seat", seat) for source in (game.view(seat), game.position()))
        assert from_view.exit_code == 0, from_view.output
        assert from_view.output == from_position.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str, advise: Advise) -> None:
    """Positions of all kinds: no missing text, no unfilled placeholder, no line wider than the terminal."""
    for number, name in enumerate(("4-pairs", "2-pass", "3-draw", "4-canadian", "6-trios")):
        result = advise(played_on(ALL_RULES[name], 12 * number, seed=number), "--language", language, "--top", "30")
        assert result.exit_code == 0, result.output
        assert "{" not in result.output
        assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_the_decimal_sign_of_the_language(language: str, advise: Advise) -> None:
    game = game_at(["5", "6", "9", "K"], A=["A3", "B3"], B=["C3"])
    output = advise(game, "--deals", "2", "--language", language, columns=120).output
    signs = set(re.findall(r"\d([.,])\d", output))
    assert signs == ({"."} if language == "en" else {","})


def test_roll_outs_with_many_teams_have_no_decimals(advise: Advise) -> None:
    output = advise(game_at(["5", "6", "9", "K"], {"players": 5}, A=["A3", "B3"]), "--deals", "4", columns=120).output
    assert re.search(r" \d+ % ±\d+ ", output)
    assert not re.search(r"\d\.\d", output)


def test_chances_with_many_teams_have_no_decimals(advise: Advise) -> None:
    for rules, pattern in (({"players": 3}, r" (\d+) % \S+ +(\d+|=)$"), ({}, r" (\d+\.\d) % \S+ +(\d+\.\d|=)$")):
        game = game_at(["5", "6", "9", "K"], rules, A=["A3", "B3"], B=["C3"])
        output = advise(game, "--top", "0").output
        rows = [line.rstrip() for line in output.splitlines() if " % " in line]
        best = float(re.findall(r" ([\d.]+) % ", rows[0])[0])
        assert len(rows) > 4
        for row in rows[1:]:
            ((chance, behind),) = re.findall(pattern, row)
            assert round(best - float(chance), 1) == (0 if behind == "=" else float(behind)), "as they are shown"
            assert behind not in ("0", "0.0"), "as good, as far as a net can tell"


def test_the_language_of_the_environment(nets: Path) -> None:
    text = json.dumps(game_at(["5"], A=["A3"]).position())
    environment = {"LC_ALL": "it_CH.UTF-8"}
    result = CliRunner().invoke(main, ["advise", "-", "--nets", str(nets)], input=text, env=environment)
    assert "Tocca a te (A)." in result.output


def test_number_of_deals_is_limited() -> None:
    result = CliRunner().invoke(main, ["advise", "position.json", "--deals", "9" * 20])
    assert result.exit_code == 2
    assert "0<=x<=100000" in result.output
