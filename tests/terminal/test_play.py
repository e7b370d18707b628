"""``doghouse play``, run as a command."""

from pathlib import Path

import pytest

from doghouse import Game
from tests.support.terminal import first_line_always, run, run_answering, said

THREE = ("--players", "3", "--seed", "14", "--language", "en")  # A begins, with 5 7 8 9 10 J


def test_a_turn_and_the_end_of_input() -> None:
    result = run("play", "--seed", "3", "--players", "2", "--language", "en", input="1\n")
    assert result.exit_code == 0
    assert "Welcome to the table!" in result.output
    assert "Round 1: 6 cards, dealer A (you), first to play C" in result.output
    assert "You draw from C: " in result.output
    assert "Your hand: [" in result.output
    assert "Your play (? for help): 1\nYou play " in result.output
    assert "--record FILE" in result.output
    assert result.output.endswith("Goodbye!\n")


def test_the_output_of_a_pipe_is_plain() -> None:
    result = run("play", "--seed", "3", "--players", "2", "--edition", "dog", "--language", "en", input="5\n1\n?\n")
    assert result.output.isascii()
    assert "\x1b" not in result.output


def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "de_CH.UTF-8")
    assert "Willkommen am Tisch, Rösli!" in run("play", "--seed", "1", "--name", "Rösli").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--edition", "xs", "--players", "6"], "Brändi Dog XS is for 2 to 4 players, not 6 (R14)"),
        (["--players", "4", "--teams", "trios"], "4 players form teams 'pairs', not 'trios' (R2)"),
        (["--players", "3", "--canadian-seven"], "the Canadian seven needs team mates"),
        (["--players", "7"], "7 is not in the range 2<=x<=6"),
        (["--record", "nowhere/at/all.dog"], "no such directory: 'nowhere/at'"),
        (["--bot", "lassie"], "unknown bot 'lassie'; bots are random, greedy"),
        (["--bot", "neural:nets=nowhere"], "neural:nets=nowhere: nets must be a folder"),
        (["--bot", "greedy", "--level", "wolf"], "--level and --bot cannot be used together"),
    ],
)
def test_contradictory_options_are_usage_errors(arguments: list[str], message: str) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_invalid_input_does_not_end_the_game() -> None:
    nonsense = ["", "hello", "99", "0", "-1", "5 A3>", "X", "X=X A1>A2", "7 A0>A1", "fold", "J A0<>A0", "2 ?Z", "\x00"]
    result = run("play", *THREE, input="\n".join(nonsense) + "\n")
    assert result.exit_code == 0
    assert "A cannot fold while a play is possible" in result.output
    assert "(R5.1)" in result.output
    assert "is not a play" in result.output
    assert "There is no line 99" in result.output


def test_why_a_card_cannot_be_played() -> None:
    # The jack has nothing to swap with while all marbles are fresh.
    questions = ["why jack", "J", "why 8", "why 2", "why zz"]
    output = said(run("play", *THREE, input="\n".join(questions) + "\n"))
    assert output.count("Why this card cannot be played (jack):") == 2
    assert "both on the ring and not fresh (R9.2)." in output
    assert "This card can be played (8): type c8" in output
    assert "A holds no 2 (R5.1)." in output
    assert "“zz” is not a card" in output


def test_a_seven_step_by_step_with_undo() -> None:
    script = ["c7", "1", "2", "undo", "undo", "undo", "7 A0>A3", "A3>A5", "undo", "A3>A7"]
    result = run("play", *THREE, input="\n".join(script) + "\n")
    points = [line.split("Points left: ")[1][0] for line in result.output.splitlines() if "Points left: " in line]
    assert points == ["7", "7", "5", "7", "4", "2", "4"]
    assert "You play 7: marble A0 to A3; marble A3 to A7" in result.output


def test_undo_without_a_choice() -> None:
    result = run("play", *THREE, input="undo\n")
    assert "There is nothing to take back." in result.output


def test_number_that_is_line_and_card_is_ambiguous() -> None:
    # The card 5 is in the first line; the fifth is the 7.
    asked = run("play", *THREE, input="5\n2\n").output
    assert "1  line 5 of the list: 7: seven points, step by step" in asked
    assert "Points left" not in asked
    assert "Points left: 7" in run("play", *THREE, input="5\nx\n1\n").output


def test_giving_a_card() -> None:
    result = run("play", "--seed", "5", "--language", "en", input="?\n3\nzz\n\n8\n")
    assert "You do not hold that card. Your cards: 2 2 8 Q K K." in result.output
    assert "“zz” is not a card" in result.output
    assert "You give C: 8. You get from C: " in result.output


def test_folding_is_explained() -> None:
    # A gives away its only ways out of the kennel round by round, and can only lay down.
    output = said(run("play", "--seed", "1", "--language", "en", input="A\nK\nX\n2\n3\n4\n5\n6\n\n\n\n\n"))
    assert "None of your cards can be played" in output
    assert "it takes an ace, a king or a joker to leave the kennel (R7.1)." in output
    assert "and are out of this round." in output


def test_bot_option_accepts_any_bot(tmp_path: Path) -> None:
    record = tmp_path / "game.dog"
    result = run("play", *THREE, "--bot", "search:playouts=8", "--record", str(record), input="1\n1\n")
    assert result.exit_code == 0
    assert "You play " in result.output
    assert Game.from_record(record.read_text(encoding="utf-8")).headers["Player C"] == "search:playouts=8"


def test_the_same_seed_is_the_same_game() -> None:
    outputs = {run("play", "--seed", "seven", "--players", "5", input="1\n" * 30).output for _ in range(2)}
    assert len(outputs) == 1
    assert outputs != {run("play", "--seed", "eight", "--players", "5", input="1\n" * 30).output}


def test_quit_saves_the_record_to_the_given_file(tmp_path: Path) -> None:
    file = tmp_path / "game.dog"
    arguments = ["--seed", "7 # 8", "--players", "2", "--edition", "dog", "--name", "Anna # 1\n", "--record", str(file)]
    result = run("play", *arguments, "--language", "en", input="5\n1\nquit\n")
    assert result.exit_code == 0
    game = Game.from_record(file.read_text(encoding="utf-8"))
    assert game.headers["Player A"] == "Anna # 1"
    assert game.headers["Player C"] == "companion"
    assert game.headers["Edition"] == "dog"
    assert game.rules.exchange == "pass"
    assert game.outcome is None


def test_unwritable_record_is_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "game.dog"
    blocked.mkdir()
    assert run("play", "--record", str(blocked)).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "give"),
    [
        (["--players", "2"], "-"),
        (["--players", "3", "--edition", "kings"], "Which card"),
        (["--players", "4", "--edition", "xs", "--no-joker-finish", "--canadian-seven"], "Which card"),
        (["--players", "5", "--edition", "dog"], "Which card"),
        (["--players", "6", "--quick-start"], "Which card"),
        (["--players", "6", "--teams", "trios"], "Which card"),
    ],
)
def test_whole_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], give: str) -> None:
    file = tmp_path / "game.dog"
    everything = [*arguments, "--seed", "1", "--language", "en", "--record", str(file)]
    result = run_answering(monkeypatch, first_line_always(give), "play", *everything)
    assert result.exit_code == 0, result.exception
    assert "won" in result.output
    game = Game.from_record(file.read_text(encoding="utf-8"))
    assert game.outcome is not None
    assert game.outcome.reason == "finished"
    replayed = run("replay", str(file), "--all", "--language", "en")
    assert replayed.exit_code == 0
    assert replayed.output.count("first to play") == game.round


@pytest.mark.parametrize(
    ("language", "give", "said"),
    [
        ("de", "Welche Karte", ["schickt", "Runde 2", "legt"]),
        ("en", "Which card", ["sends home", "Round 2", "lays down"]),
        ("fr", "Quelle carte", ["renvoie", "Manche 2", "dépose"]),
        ("it", "Quale carta", ["rimanda", "Giro 2", "depone"]),
        ("es", "¿Qué carta", ["envía a casa", "Ronda 2", "deja"]),
    ],
)
def test_play_in_every_language(monkeypatch: pytest.MonkeyPatch, language: str, give: str, said: list[str]) -> None:
    prompts = 0
    always = first_line_always(give)

    def answer(prompt: str) -> str:
        nonlocal prompts
        prompts += 1
        if prompts > 150:
            raise EOFError
        return "?" if prompts % 50 == 0 else always(prompt)

    result = run_answering(monkeypatch, answer, "play", "--seed", "2", "--language", language)
    assert result.exit_code == 0, result.exception
    for word in said:
        assert word in result.output
