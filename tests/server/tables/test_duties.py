"""Duties of the server and their times: bots, clocks, absent people, folds, the reveal."""

from __future__ import annotations

import pytest

from doghouse.rules.game import Game
from doghouse.server.protocol.events import BotSat, Closed, Gave, Moved, Played, Revealed, Said
from doghouse.server.settings import Pauses
from doghouse.server.tables.duties import Duty, due_at, next_duty
from tests.support.players import can_play
from tests.support.table_log import BEGIN, SECRET, TableLog

PAUSES = Pauses(bot=1200, fold=2500, away=60_000)


def test_a_waiting_table_has_no_duty() -> None:
    book = TableLog(players=2, pace=30).seat(A="anna")
    assert next_duty(book.table, PAUSES, {}, {"anna"}) is None
    assert book.table.deadline is None


def test_a_bot_plays_after_its_pause() -> None:
    book = TableLog(players=2).seat(A="anna").start(lambda game: game.turn == "C")
    assert next_duty(book.table, PAUSES, {}, {"anna"}) == Duty("bot", BEGIN + 1200, "C")


def test_a_bot_waits_until_somebody_is_connected() -> None:
    book = TableLog(players=2).seat(A="anna").start(lambda game: game.turn == "C")
    assert due_at(book.table, PAUSES) is None
    assert next_duty(book.table, PAUSES, {}, {"somebody who watches"}) == Duty("bot", BEGIN + 1200, "C")


def test_with_a_clock_a_bot_plays_while_nobody_is_connected() -> None:
    book = TableLog(players=2, pace=30).seat(A="anna").start(lambda game: game.turn == "C")
    assert due_at(book.table, PAUSES) == BEGIN + 1200


def test_a_table_of_bots_waits_for_a_spectator_even_with_a_clock() -> None:
    book = TableLog(players=2, pace=30).start()
    assert due_at(book.table, PAUSES) is None
    assert next_duty(book.table, PAUSES, {}, {"somebody who watches"}) is not None


def test_without_a_clock_there_is_no_duty_for_a_connected_person() -> None:
    book = TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    assert next_duty(book.table, PAUSES, {}, {"anna", "carl"}) is None
    assert book.table.deadline is None


def test_a_stand_in_decides_for_a_disconnected_person_after_a_while() -> None:
    book = TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    left = BEGIN + 5000
    assert next_duty(book.table, PAUSES, {"anna": left}, {"carl"}) == Duty("stand-in", left + 60_000, "A")


def test_time_away_counts_from_the_decision() -> None:
    book = TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    assert next_duty(book.table, PAUSES, {"anna": 7}, {"carl"}) == Duty("stand-in", BEGIN + 60_000, "A")


def test_without_a_clock_an_abandoned_table_waits() -> None:
    book = TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    assert next_duty(book.table, PAUSES, {"anna": BEGIN, "carl": BEGIN}, set()) is None
    assert due_at(book.table, PAUSES) is None


def test_spectators_trigger_no_stand_in() -> None:
    book = TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    assert next_duty(book.table, PAUSES, {"anna": BEGIN, "carl": BEGIN}, {"spectator"}) is None


def test_a_person_who_never_connected_counts_as_away() -> None:
    """Such as one whose seat was moved to a device that has not come yet."""
    book = TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    book.append(Moved("A", "annas telephone"))
    assert next_duty(book.table, PAUSES, {}, {"carl"}) == Duty("stand-in", BEGIN + 60_000, "A")


def test_a_clock_runs_for_connected_and_disconnected_people() -> None:
    book = TableLog(players=2, pace=30).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    expected = Duty("stand-in", BEGIN + 30_000, "A")
    assert next_duty(book.table, PAUSES, {}, {"anna", "carl"}) == expected
    assert next_duty(book.table, PAUSES, {"anna": BEGIN}, set()) == expected
    assert due_at(book.table, PAUSES) == book.table.deadline == BEGIN + 30_000


def test_with_a_slow_clock_being_away_shortens_nothing() -> None:
    days = 3 * 24 * 3600
    book = TableLog(players=2, pace=days).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    assert next_duty(book.table, PAUSES, {"anna": BEGIN}, {"carl"}) == Duty("stand-in", BEGIN + 1000 * days, "A")


def test_every_decision_gets_the_full_pace() -> None:
    book = TableLog(players=2, pace=30).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    book.wait(20).append(Played("A", str(next(iter(book.game.plays()))), "person"))
    assert book.table.deadline == BEGIN + 50_000


def test_a_phrase_does_not_extend_the_deadline() -> None:
    book = TableLog(players=2, pace=30).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    book.wait(20).append(Said("A", "one_moment"))
    assert book.table.deadline == BEGIN + 30_000


def test_gifts_share_one_deadline() -> None:
    book = TableLog(players=4, pace=30).seat(A="anna", B="bea", C="carl", D="dora").start(can_play)
    for seconds, seat in enumerate("ABC", start=1):
        book.wait(seconds).append(Gave(seat, book.game.hand(seat)[0], "person"))
        assert book.table.deadline == BEGIN + 30_000
    assert next_duty(book.table, PAUSES, {}, set()) == Duty("stand-in", BEGIN + 30_000, "D")
    book.wait(1).append(Gave("D", book.game.hand("D")[0], "person"))
    assert book.table.deadline == BEGIN + 37_000


def cannot_play(game: Game) -> bool:
    """A begins, with nothing that leaves the kennel, whatever C gives."""
    if game.dealer != "D":
        return False
    return not {"A", "K", "X"} & {*game.hand("A"), *game.hand("C")}


def stuck(pace: int | None = None) -> TableLog:
    """A is to play and cannot."""
    book = TableLog(players=4, pace=pace).seat(A="anna", C="carl").start(cannot_play)
    for seat in "ABCD":
        book.append(Gave(seat, book.game.hand(seat)[0], "person"))
    assert (book.game.turn, book.table.must_fold) == ("A", True)
    return book


def test_a_forced_fold_happens_after_the_fold_pause() -> None:
    book = stuck()
    assert next_duty(book.table, PAUSES, {}, {"anna"}) == Duty("fold", BEGIN + 2500, "A")
    assert due_at(book.table, PAUSES) is None
    assert due_at(stuck(pace=30).table, PAUSES) == BEGIN + 2500


def test_a_forced_fold_has_no_deadline() -> None:
    assert stuck(pace=30).table.deadline is None


def test_a_forced_fold_of_a_bot_happens_after_the_bot_pause() -> None:
    book = stuck()
    book.append(BotSat("A", "wolf"))
    assert next_duty(book.table, PAUSES, {}, {"carl"}) == Duty("fold", BEGIN + 1200, "A")


def test_a_seat_handed_to_a_bot_is_played_by_it() -> None:
    book = TableLog(players=2).seat(A="anna", C="carl").start(lambda game: game.turn == "A")
    book.append(BotSat("A", "hunter"))
    assert next_duty(book.table, PAUSES, {}, {"carl"}) == Duty("bot", BEGIN + 1200, "A")


def test_a_closed_table_has_no_duty() -> None:
    book = TableLog(players=2, pace=30).seat(A="anna").start(lambda game: game.turn == "C")
    book.append(Closed("host"))
    assert next_duty(book.table, PAUSES, {}, {"anna"}) is None
    assert book.table.deadline is None


@pytest.fixture(scope="module")
def finished() -> TableLog:
    return TableLog(players=2).seat(A="anna").start().play_to_the_end()


def test_when_the_game_is_over_the_seed_is_revealed_once(finished: TableLog) -> None:
    assert next_duty(finished.table, PAUSES, {}, set()) == Duty("reveal", BEGIN)
    table = finished.table.copy()
    finished.append(Revealed(SECRET))
    assert next_duty(finished.table, PAUSES, {}, set()) is None
    assert not table.revealed  # a copy stands for itself
