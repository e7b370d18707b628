"""Practice positions: the server answers by the rules and survives any request."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

import doghouse as dog
from tests.support.server_process import HouseProcess

POSITION = {
    "rules": {"players": 4},
    "marbles": {
        "A": ["A3", "D14", "A+4", "A-"],
        "B": ["A4", "B0!", "B-", "B-"],
        "C": ["C2", "C-", "C-", "C-"],
        "D": ["D-", "D-", "D-", "D-"],
    },
    "hands": {"A": ["7", "J", "Q", "X"], "B": ["5"], "C": ["K"], "D": ["9"]},
    "turn": "A",
    "phase": "play",
}


def post(house: HouseProcess, path: str, body: Any, **headers: str) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection(urlsplit(house.address).netloc, timeout=30)
    text = body if isinstance(body, str) else json.dumps(body)
    connection.request("POST", f"/api/practice/{path}", text, {"Content-Type": "application/json", **headers})
    response = connection.getresponse()
    found = response.status, json.loads(response.read())
    connection.close()
    return found


def options(house: HouseProcess, partial: str, **changes: Any) -> tuple[int, dict[str, Any]]:
    return post(house, "options", {"position": {**POSITION, **changes}, "partial": partial})


def play(house: HouseProcess, text: str, **changes: Any) -> tuple[int, dict[str, Any]]:
    return post(house, "play", {"position": {**POSITION, **changes}, "play": text})


@pytest.mark.parametrize("partial", ["7", "7 A3>A5", "J", "X=9", "Q"])
def test_options_are_those_of_the_rules(house: HouseProcess, partial: str) -> None:
    status, found = options(house, partial)
    expected = dog.Game.from_position(POSITION).options(partial).to_json()
    assert status == 200
    assert {name: found[name] for name in expected} == expected
    assert found["blocked"] == {}


def test_the_empty_play_asks_for_the_cards_and_says_why_others_cannot_be_played(house: HouseProcess) -> None:
    home = {"A": ["A-", "A-", "A-", "A-"], "B": ["B5", "B-", "B-", "B-"]}
    status, found = options(
        house,
        "",
        marbles={**POSITION["marbles"], **home},  # type: ignore[dict-item]
        hands={**POSITION["hands"], "A": ["5", "K", "9"]},  # type: ignore[dict-item]
    )
    assert status == 200
    assert [option["play"] for option in found["next"]] == ["K"]
    assert {card: reasons[0]["rule"] for card, reasons in found["blocked"].items()} == {"5": "R7.1", "9": "R7.1"}


def test_a_joker_alone_shows_all_it_can_do(house: HouseProcess) -> None:
    _status, found = options(house, "X")
    plays = {option["play"] for option in found["next"]}
    assert {"X=9 A3>A12", "X=A A->A0", "X=J A3<>C2", "X=7 A3>A5"} <= plays


@pytest.mark.parametrize(
    ("partial", "rule"),
    [("7 A3>B0", "R7.5"), ("J A3<>B0", "R9.2"), ("8 A3>A11", "R5.1"), ("Q A3>A14", "R7.5"), ("fold", "R5.1")],
)
def test_illegal_play_names_its_rule(house: HouseProcess, partial: str, rule: str) -> None:
    for status, found in (options(house, partial), play(house, partial)):
        assert status == 200
        assert found["code"] == "illegal"
        assert found["why"]["rule"] == rule
        assert found["text"].endswith(f"({rule})")


def test_play_returns_effects_and_new_position(house: HouseProcess) -> None:
    status, tried = play(house, "7 A3>A5 D14>A+3")
    assert status == 200
    assert tried["seat"] == "A"
    assert sorted(tried["marbles"]["A"]) == ["A+3", "A+4", "A-", "A5"]
    assert tried["sent_home"] == [{"seat": "B", "field": "A4"}]
    assert tried["view"]["turn"] == "B"
    assert "hands" not in tried["view"]
    status, following = post(house, "play", {"position": tried["position"], "play": "5 B0>B5"})
    assert (status, following["seat"], following["view"]["seat"]) == (200, "B", "B")


def test_winning_play_is_reported(house: HouseProcess) -> None:
    marbles = {
        "A": ["A+1", "A+2", "A+3", "A+4"],
        "B": ["B-", "B-", "B-", "B-"],
        "C": ["C+2", "C+3", "C+4", "B12"],
        "D": ["D-", "D-", "D-", "D-"],
    }
    _status, tried = play(house, "5 B12>C+1", marbles=marbles, hands={"A": ["5"], "B": ["5"]})
    assert tried["view"]["outcome"]["winners"] == ["A", "C"]


@pytest.mark.parametrize("text", ["", "hello", "7 A3>", "K A->A0 ?C", "5 Z9>A1"])
def test_invalid_notation_is_refused(house: HouseProcess, text: str) -> None:
    status, found = play(house, text)
    assert (status, found["code"]) == (400, "not_notation")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"marbles": {**POSITION["marbles"], "B": ["A4"]}}, "B has 1 marbles instead of 4 (R1.1)"),  # type: ignore[dict-item]
        ({"marbles": {**POSITION["marbles"], "B": ["A3", "B-", "B-", "B-"]}}, "two marbles stand on A3"),  # type: ignore[dict-item]
        ({"hands": {"A": ["7", "Z"]}}, "'Z', which is not a card"),
        ({"hands": {"B": ["7"]}}, "it is A's turn, but A has no cards (R5.3)"),
        ({"turn": "E"}, "turn must be one of the seats A B C D"),
        ({"nonsense": 1}, "unknown field 'nonsense'"),
        ({"rules": {"players": 7}}, "Dog is for 2 to 6 players, not 7 (R2)"),
        ({"rules": []}, "rules must be an object"),
        ({"marbles": "x" * 9000}, "marbles must map each seat"),
    ],
)
def test_invalid_position_is_refused_with_its_faults(house: HouseProcess, changes: dict[str, Any], fault: str) -> None:
    for status, found in (options(house, "", **changes), play(house, "7 A3>A10", **changes)):
        assert (status, found["code"]) == (400, "bad_position")
        assert fault in found["detail"]
        assert len(found["text"]) < 700


def test_practice_is_for_team_games_with_open_hands(house: HouseProcess) -> None:
    marbles = {"A": ["A3", "A-", "A-", "A-"], "C": ["C0!", "C-", "C-", "C-"]}
    status, found = options(house, "7", rules={"players": 2}, marbles=marbles, hands={"A": ["7"], "C": ["5"]})
    assert (status, found["code"]) == (400, "bad_rules")
    status, found = options(house, "", hands={seat: ["?"] for seat in "ABCD"})
    assert (status, found["code"]) == (400, "bad_position")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        '{"position": []}',
        '{"position": {}, "partial": 7}',
        '{"position": {}, "partial": "", "more": 1}',
        json.dumps({"position": {}, "partial": "7" * 201}),
        json.dumps({"position": {"rules": "x" * 20_000}}),
        '{"position": ' + '{"A":' * 2500 + "1" + "}" * 2501,
        '{"position": {"marbles": {"A": ' + "[" * 900 + "]" * 900 + "}}}",
        '{"position": {"round": ' + "9" * 9000 + "}}",
    ],
)
def test_hostile_bodies_are_refused(house: HouseProcess, body: str) -> None:
    for path in ("options", "play"):
        status, found = post(house, path, body)
        assert (status, found["code"] in ("not_a_message", "bad_position")) == (400, True)
        assert len(found["text"]) < 1000
    assert house.is_open()


def test_foreign_origins_are_refused(house: HouseProcess) -> None:
    body = {"position": POSITION, "partial": ""}
    assert post(house, "options", body, Origin="https://elsewhere.example")[0] == 400
    assert post(house, "options", body, Origin=house.address)[0] == 200


def test_practice_is_rate_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    house = HouseProcess(tmp_path_factory.mktemp("practice") / "data", "--per-address", "10").start()
    try:
        answers = [options(house, "")[0] for _ask in range(15)]
    finally:
        house.kill()
    assert answers[0] == 200
    assert answers[-1] == 429
