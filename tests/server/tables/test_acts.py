"""Who may act at a table and when, and which event is stored."""

from __future__ import annotations

import pytest

from doghouse.rules.notation import Play
from doghouse.server.protocol import events, incoming
from doghouse.server.protocol.events import BotSat, Closed, Event, Gave, Played, Sat, Stood
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.acts import check_rematch, event_for, validate_name
from doghouse.server.tables.visibility import visible_event
from tests.support.table_log import HOST, TableLog


def refusal(book: TableLog, guest: str, message: incoming.ActMessage) -> str:
    """The code with which a message is refused."""
    with pytest.raises(Refused) as refused:
        event_for(book.table, guest, "Name", message)
    return refused.value.code


def event_of(book: TableLog, guest: str, message: incoming.ActMessage) -> Event:
    return event_for(book.table, guest, "Name", message)


def waiting() -> TableLog:
    """Anna and Carl sit, a puppy too; D is free."""
    book = TableLog(players=4).seat(A="anna", C="carl")
    book.append(BotSat("B", "puppy"))
    return book


def playing() -> TableLog:
    return TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")


def closed() -> TableLog:
    book = playing()
    book.append(Closed("host"))
    return book


# Seats.


def test_anyone_may_take_an_empty_seat() -> None:
    assert event_of(waiting(), "dora", incoming.Sit("x", "D")) == Sat("D", "dora", "Name")


@pytest.mark.parametrize(("seat", "code"), [("A", "seat_taken"), ("B", "seat_taken"), ("E", "no_such_seat")])
def test_a_taken_or_unknown_seat_is_refused(seat: incoming.SeatName, code: str) -> None:
    assert refusal(waiting(), "dora", incoming.Sit("x", seat)) == code


def test_taking_another_seat_leaves_the_first() -> None:
    book = waiting()
    book.append(event_of(book, "anna", incoming.Sit("x", "D")))
    assert book.table.seat_of("anna") == "D"
    assert book.table.empty_seats == "A"


def test_stand_empties_the_own_seat() -> None:
    assert event_of(waiting(), "carl", incoming.Stand("x")) == Stood("C")
    assert refusal(waiting(), "dora", incoming.Stand("x")) == "not_seated"


def test_seats_cannot_be_taken_or_left_during_the_game() -> None:
    assert refusal(playing(), "dora", incoming.Sit("x", "A")) == "not_waiting"
    assert refusal(playing(), "anna", incoming.Stand("x")) == "not_waiting"
    assert refusal(playing(), "anna", incoming.Seed("x", "seed")) == "not_waiting"


# Bots.


@pytest.mark.parametrize("seat", ["A", "B", "C", "D"])
def test_the_host_puts_a_bot_on_any_seat(seat: incoming.SeatName) -> None:
    assert event_of(waiting(), HOST, incoming.Bot("x", seat, "wolf")) == BotSat(seat, "wolf")


def test_the_host_empties_any_seat_before_the_game() -> None:
    assert event_of(waiting(), HOST, incoming.Bot("x", "B")) == Stood("B")
    assert event_of(waiting(), HOST, incoming.Bot("x", "C")) == Stood("C")
    assert refusal(waiting(), HOST, incoming.Bot("x", "D")) == "seat_empty"


def test_others_hand_only_their_own_seat_to_a_bot() -> None:
    assert event_of(playing(), "carl", incoming.Bot("x", "C", "hunter")) == BotSat("C", "hunter")
    assert refusal(playing(), "carl", incoming.Bot("x", "A", "hunter")) == "not_host"
    assert refusal(waiting(), "dora", incoming.Bot("x", "D", "hunter")) == "not_host"


def test_a_bot_cannot_be_removed_during_the_game() -> None:
    book = playing()
    book.append(event_of(book, HOST, incoming.Bot("x", "C", "wolf")))
    assert book.table.seat_of("carl") is None
    assert refusal(book, HOST, incoming.Bot("x", "C")) == "not_waiting"
    assert refusal(book, "carl", incoming.Sit("x", "C")) == "not_waiting"
    assert refusal(book, "carl", incoming.Play("x", book.table.number, "fold")) == "not_seated"


def test_an_unknown_bot_level_is_refused() -> None:
    assert refusal(waiting(), HOST, incoming.Bot("x", "D", "lion")) == "no_such_level"
    assert refusal(waiting(), HOST, incoming.Start("x", "lion")) == "no_such_level"
    assert refusal(waiting(), HOST, incoming.Bot("x", "F", "wolf")) == "no_such_seat"


# Names and seeds.


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "tab\x07", "right\u202eleft"])
def test_unprintable_name_is_refused(name: str) -> None:
    assert refusal(waiting(), "anna", incoming.Name("x", name)) == "bad_name"


@pytest.mark.parametrize(
    ("name", "kept"), [("  Anna \n Maria ", "Anna Maria"), ("x" * 24, "x" * 24), ("Zoë 犬", "Zoë 犬")]
)
def test_white_space_in_names_is_normalised(name: str, kept: str) -> None:
    assert validate_name(name) == kept
    assert event_of(waiting(), "anna", incoming.Name("x", name)) == events.Renamed("A", kept)


@pytest.mark.parametrize("seed", ["", "x" * 65, "two words", "é", "line\n"])
def test_a_seed_is_letters_and_digits(seed: str) -> None:
    assert refusal(waiting(), "anna", incoming.Seed("x", seed)) == "bad_seed"


def test_a_seed_belongs_to_a_seat() -> None:
    assert event_of(waiting(), "anna", incoming.Seed("x", "a-Z_9")) == events.Seeded("A", "a-Z_9")
    assert refusal(waiting(), "dora", incoming.Seed("x", "a")) == "not_seated"


# The start.


def test_only_the_host_starts_and_only_with_all_seats_filled() -> None:
    book = waiting()
    assert refusal(book, "anna", incoming.Start("x", "puppy")) == "not_host"
    with pytest.raises(Refused, match="seats_empty") as refused:
        event_of(book, HOST, incoming.Start("x"))
    assert "D" in refused.value.text
    book.append(Sat("D", "dora", "Dora"))
    started = event_of(book, HOST, incoming.Start("x"))
    assert isinstance(started, events.Started)
    assert (started.bots, started.names) == ({}, {"A": "Anna", "B": "puppy", "C": "Carl", "D": "Dora"})


def test_fill_puts_bots_on_empty_seats() -> None:
    started = event_of(waiting(), HOST, incoming.Start("x", "wolf"))
    assert isinstance(started, events.Started)
    assert (started.bots, started.names["D"]) == ({"D": "wolf"}, "wolf")


def test_a_game_starts_once() -> None:
    assert refusal(playing(), HOST, incoming.Start("x", "wolf")) == "not_waiting"


# Decisions.


def test_a_decision_on_outdated_events_is_stale() -> None:
    book = playing()
    play = str(next(iter(book.game.plays())))
    seen = book.table.number
    book.append(events.Said("C", "hello"))
    assert event_of(book, "anna", incoming.Play("x", seen, play)) == Played("A", play, "person")
    assert refusal(book, "anna", incoming.Play("x", seen - 1, play)) == "stale"
    assert refusal(book, "anna", incoming.Play("x", book.table.number + 1, play)) == "stale"


def test_gifts_of_others_make_no_decision_stale() -> None:
    book = TableLog(players=4).seat(A="anna", B="bea", C="carl", D="dora").start()
    seen = book.table.number
    book.append(Gave("A", book.game.hand("A")[0], "person"))
    card = book.game.hand("B")[0]
    assert event_of(book, "bea", incoming.Give("x", seen, card)) == Gave("B", card, "person")  # type: ignore[arg-type]
    assert event_of(book, "anna", incoming.TakeBack("x", seen)) == events.TookBack("A")


def test_only_players_of_a_running_game_decide() -> None:
    book = playing()
    assert refusal(book, "dora", incoming.Play("x", book.table.number, "fold")) == "not_seated"
    assert refusal(book, HOST, incoming.Play("x", book.table.number, "fold")) == "not_seated"
    for message in (incoming.Play("x", 3, "fold"), incoming.Give("x", 3, "K"), incoming.TakeBack("x", 3)):
        assert refusal(waiting(), "anna", message) == "not_playing"
        assert refusal(closed(), "anna", message) == "not_playing"


def test_invalid_notation_is_refused() -> None:
    book = playing()
    assert refusal(book, "anna", incoming.Play("x", book.table.number, "five forwards")) == "not_notation"


def test_a_play_is_stored_in_normalised_notation() -> None:
    book = playing()
    kept = event_of(book, "anna", incoming.Play("x", book.table.number, "  x=q  a0>a12 "))
    assert kept == Played("A", "X=Q A0>A12", "person")


def test_a_play_is_parsed_once_from_message_to_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    book = playing()
    text = str(next(iter(book.game.plays())))
    parsed: list[str] = []
    parse = Play.parse

    def counting(play: str) -> Play:
        parsed.append(play)
        return parse(play)

    monkeypatch.setattr(Play, "parse", counting)
    effects = book.append(event_of(book, "anna", incoming.Play("p", book.table.number, text)))
    visible_event(effects, "A")
    assert parsed == [text]


def test_only_players_say_phrases() -> None:
    assert event_of(waiting(), "anna", incoming.Say("x", "hello")) == events.Said("A", "hello")
    assert refusal(waiting(), HOST, incoming.Say("x", "hello")) == "not_seated"


# The end.


def test_the_host_closes_a_table_that_is_not_over() -> None:
    assert event_of(waiting(), HOST, incoming.Close("x")) == Closed("host")
    assert event_of(playing(), HOST, incoming.Close("x")) == Closed("host")
    assert refusal(playing(), "anna", incoming.Close("x")) == "not_host"
    assert refusal(closed(), HOST, incoming.Close("x")) == "not_playing"
    assert refusal(closed(), HOST, incoming.Bot("x", "A", "wolf")) == "not_playing"


def test_players_and_host_may_rematch_once_the_game_is_over() -> None:
    book = playing()
    with pytest.raises(Refused, match="not_over"):
        check_rematch(book.table, "anna")
    book.play_to_the_end()
    check_rematch(book.table, "anna")
    check_rematch(book.table, HOST)
    with pytest.raises(Refused, match="not_seated"):
        check_rematch(book.table, "dora")
    book.append(events.Rematched("QWERTZ"))
    with pytest.raises(Refused, match="QWERTZ"):
        check_rematch(book.table, "carl")
