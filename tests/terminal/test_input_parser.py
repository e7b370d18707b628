"""Parsing what a player types."""

import pytest

from doghouse.i18n import Catalogue
from doghouse.rules.rules import Rules
from doghouse.terminal.input_parser import Entry, parse_entry
from doghouse.terminal.phrasing import Phrasing


def phrasing(language: str) -> Phrasing:
    return Phrasing(Catalogue.load(language), Rules(), "A")


@pytest.mark.parametrize(
    ("typed", "entry"),
    [
        ("", Entry("nothing")),
        ("  ", Entry("nothing")),
        ("3", Entry("number", "3")),
        ("10", Entry("number", "10")),
        ("c5", Entry("card", "5")),
        ("card 10", Entry("card", "10")),
        ("k", Entry("card", "K")),
        ("q", Entry("card", "Q")),
        ("Joker", Entry("card", "X")),
        ("x=q", Entry("card", "X=Q")),
        ("why 9", Entry("why", "9")),
        ("why king?", Entry("why", "K")),
        ("why", Entry("why", "")),
        ("undo", Entry("undo")),
        ("board", Entry("board")),
        ("?", Entry("help")),
        ("quit", Entry("quit")),
        ("7 a3>a7  b2>b5", Entry("play", "7 A3>A7 B2>B5")),
        ("2 ?c", Entry("play", "2 ?C")),
        ("a3>a7 b2>b5", Entry("moves", "A3>A7 B2>B5")),
        ("fold", Entry("play", "fold")),
        ("hello there", Entry("unknown", "hello there")),
        ("c99", Entry("unknown", "c99")),
    ],
)
def test_input_is_parsed(typed: str, entry: Entry) -> None:
    assert parse_entry(typed, phrasing("en")) == entry


@pytest.mark.parametrize(
    ("language", "typed", "entry"),
    [
        ("de", "zurück", Entry("undo")),
        ("de", "Warum König", Entry("why", "K")),
        ("de", "Karte 5", Entry("card", "5")),
        ("de", "undo", Entry("undo")),
        ("fr", "plateau", Entry("board")),
        ("fr", "roi", Entry("card", "K")),
        ("it", "esci", Entry("quit")),
        ("it", "jolly", Entry("card", "X")),
        ("es", "por qué 9", Entry("why", "9")),
        ("es", "king", Entry("card", "K")),
    ],
)
def test_commands_and_cards_are_parsed_in_every_language(language: str, typed: str, entry: Entry) -> None:
    assert parse_entry(typed, phrasing(language)) == entry
