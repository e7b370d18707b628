"""Errors of ``doghouse advise``, in the language of the player."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import doghouse as dog
from doghouse.cli import main
from tests.support.analysis_positions import game_at, played_on
from tests.support.terminal import Advise, said


@pytest.mark.parametrize(
    ("source", "words", "complaint"),
    [
        ("hello", [], "neither a position"),
        ("{}", [], "this position lacks marbles, hands and phase"),
        ("\ufeff{}", [], "this position lacks marbles, hands and phase"),
        (game_at(["5"], A=["A3"]), ["--seat", "B"], "it is A's turn, not B's (R5.1)"),
        (game_at(["5"], A=["A3"]), ["--seat", "Z"], "'Z' is not one of"),
        (game_at(["5"], A=["A3"]), ["--move", "4"], "--move is for records"),
        (game_at(["5"], A=["A3"]), ["--top", "-1"], "-1 is not in the range"),
        (game_at(["5"], A=["A3"]), ["--nets", "nowhere"], "Error: --nets: there is no folder nowhere"),
        (played_on(dog.Rules(), 5000, seed=2), [], "the game is over (R2.4)"),
    ],
)
def test_errors(source: dog.Game | str, words: list[str], complaint: str, advise: Advise) -> None:
    result = advise(source, *words)
    assert result.exit_code == 2
    assert complaint in said(result)
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("source", "words", "german", "french"),
    [
        (
            "{",
            [],
            "Fehler: Standardeingabe: das ist kein JSON",
            "Erreur\u00a0: entrée standard\u00a0: ce n’est pas du JSON",
        ),
        ("{}", [], "dieser Stellung fehlt: marbles, hands und phase", "il manque marbles, hands et phase"),
        (
            game_at(["5"], A=["A3"]),
            ["--seat", "B"],
            "A ist an der Reihe, nicht B (R5.1)",
            "c’est à A de jouer, pas à B (R5.1)",
        ),
        (game_at(["5"], A=["A3"]), ["--move", "4"], "--move ist für Protokolle", "--move est pour les parties"),
        (game_at(["5"], A=["A3"]), ["--nets", "nowhere"], "es gibt keinen Ordner nowhere", "pas de dossier nowhere"),
        (played_on(dog.Rules(), 30).record(), ["--move", "1"], "Nummer 1 ist ein Verteilen", "est une distribution"),
        (played_on(dog.Rules(), 5000, seed=2), [], "das Spiel ist zu Ende (R2.4)", "la partie est terminée (R2.4)"),
    ],
)
def test_errors_in_every_language(
    source: dog.Game | str, words: list[str], german: str, french: str, advise: Advise
) -> None:
    for language, expected in (("de", german), ("fr", french)):
        result = advise(source, "--language", language, *words)
        assert result.exit_code == 2
        assert expected in result.output
        assert "Error" not in result.output
        assert "Usage" not in result.output


def test_unreadable_files(tmp_path: Path, nets: Path) -> None:
    strange = tmp_path / "strange.dog"
    strange.write_bytes(b"\xff\xfe\x00")
    for file, complaint in (
        (strange, "is UTF-8 text"),
        (tmp_path / "nothing", "does not exist"),
        (tmp_path, "a directory"),
    ):
        result = CliRunner().invoke(main, ["advise", str(file), "--nets", str(nets)])
        assert result.exit_code == 2
        assert f"{file}: " in result.output
        assert complaint in said(result)


def test_missing_nets_are_named(tmp_path: Path) -> None:
    text = json.dumps(game_at(["5"], A=["A3"]).position())
    result = CliRunner().invoke(main, ["advise", "-", "--nets", str(tmp_path)], input=text)
    assert result.exit_code == 2
    assert "no net for mode 4-pairs" in result.output
