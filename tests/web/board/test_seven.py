"""Splitting a 7: previewed, undone step by step, and played only as a whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import doghouse as dog
from doghouse.server.protocol.events import Said
from tests.support.browser.play_input import CARD, CHOSEN, CONFIRM, TapInput, expect_position
from tests.support.browser.table_page import expect_played, sit_down
from tests.support.in_process_server import Position, ScriptedServer, position

AT = position("7 J", "A+4 A3 D14", marbles={"B": "A5 B0!", "C": "C2 C9"})
UNDO = ".prompt-buttons .undo"


def begun(at: Position, partial: str) -> dog.Game:
    """The game as the board shows it once a part of the 7 was chosen."""
    marbles = dog.Game.from_position(at).options(partial).marbles
    return dog.Game.from_position({**at, "marbles": marbles})


def test_seven_is_built_undone_and_confirmed(anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, AT)
    finger, prompt = TapInput(anna), anna.locator(".prompt-text")
    finger.take(CARD.format("7"))
    finger.take(".choice.movable[data-pick='A3']")
    expect(anna.locator(".board .threatened[data-field='A5']").first).to_be_attached()
    finger.take(".choice.target[data-pick='A5']")
    expect(prompt).to_contain_text("5 points")
    expect_position(anna, begun(AT, "7 A3>A5"), "A")  # Beat's marble is at home
    expect(anna.locator(CONFIRM)).to_have_count(0)
    finger.move(dog.Play.parse("7 D14>A+3").moves[0])
    expect(prompt).to_contain_text("All seven points")
    finger.take(UNDO)
    expect(prompt).to_contain_text("5 points")
    anna.keyboard.press("Escape")
    expect(prompt).to_contain_text("Choose a card")
    expect_position(anna, dog.Game.from_position(AT), "A")
    assert scripted_server.game(code).turn == "A"
    finger.play("7 A3>A5 D14>A+3")
    expect_played(anna, scripted_server, code, AT, "7 A3>A5 D14>A+3")


def test_seven_is_played_point_by_point(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("7", "A3", marbles={"C": "A6"})
    code = sit_down(anna, scripted_server, at)
    TapInput(anna).take(CARD.format("7"))
    play = dog.Play.parse("7 A3>A4 A4>A5 A5>A6 A6>A7 A7>A8 A8>A9 A9>A10")
    for points, move in enumerate(play.moves):
        expect(anna.locator(".choice.target")).to_have_count(7 - points)
        TapInput(anna).move(move)
    TapInput(anna).take(CONFIRM)
    expect_played(anna, scripted_server, code, at, str(play))


def test_incomplete_seven_cannot_be_played(anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, AT)
    finger = TapInput(anna)
    finger.take(CARD.format("7"))
    finger.move(dog.Play.parse("7 A3>A4").moves[0])
    finger.take(".hand [data-card='J']")  # another card would leave it
    expect(anna.locator(".prompt-text")).to_contain_text("6 points")
    expect(anna.locator(".hand .lifted")).to_have_attribute("data-card", "7")
    expect(anna.locator(CONFIRM)).to_have_count(0)
    assert scripted_server.game(code).marbles() == dog.Game.from_position(AT).marbles()


def test_phrases_of_others_keep_an_incomplete_seven(anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, AT)
    finger = TapInput(anna)
    finger.take(CARD.format("7"))
    finger.move(dog.Play.parse("7 A3>A5").moves[0])
    scripted_server.append_event(code, Said("C", "one_moment"))
    expect(anna.locator(".player.seat-c .bubble")).to_have_text("One moment!")
    expect_position(anna, begun(AT, "7 A3>A5"), "A")
    expect(anna.locator(".prompt-text")).to_contain_text("5 points")


def test_log_can_be_read_during_a_seven(anna: Page, scripted_server: ScriptedServer) -> None:
    """And the begun 7 is there again afterwards."""
    at = {**AT, "turn": "D", "hands": {**AT["hands"], "D": ["K"]}}
    code = scripted_server.table(at, {"A": anna})
    scripted_server.play(code, "K D->D0")
    anna.goto(f"/t/{code}")
    finger = TapInput(anna)
    finger.take(CARD.format("7"))
    finger.move(dog.Play.parse("7 A3>A5").moves[0])
    half = begun(scripted_server.game(code).position(), "7 A3>A5")
    expect_position(anna, half, "A")
    anna.locator("button.log-entry").last.click()
    expect(anna.locator(".choice")).to_have_count(0)
    anna.get_by_role("button", name="Back to now").click()
    expect_position(anna, half, "A")
    expect(anna.locator(CHOSEN)).to_have_count(0)
    expect(anna.locator(".choice.movable")).not_to_have_count(0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_alone_a_seven_moves_the_marbles_of_others(anna: Page, scripted_server: ScriptedServer, players: int) -> None:
    at = position("7", "A3", rules={"players": players}, marbles={"C": "C0!"})
    code = sit_down(anna, scripted_server, at)
    TapInput(anna).play("7 C0>C4 A3>A6")
    expect_played(anna, scripted_server, code, at, "7 C0>C4 A3>A6")


def test_finished_player_helps_the_partner(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("7", "A+4 A+3 A+2 D15", marbles={"C": "C9 B14"})
    code = sit_down(anna, scripted_server, at)
    TapInput(anna).play("7 D15>A+1 C9>C14")
    expect_played(anna, scripted_server, code, at, "7 D15>A+1 C9>C14")
