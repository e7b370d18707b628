"""The shipped set is complete: 200 real decisions that can be loaded, each play legal and with a value."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from doghouse.bots.determinize import Determinization, legal_plays
from doghouse.bots.modes import mode_of
from doghouse.positions.play_identity import result_of
from doghouse.positions.position_set import SHIPPED, InvalidPositionSet, Position, PositionSet, load, save
from doghouse.rules.notation import Play
from tools.positions.select import COUNTS


@pytest.fixture(scope="module")
def shipped() -> PositionSet:
    return load()


def test_two_hundred_positions_of_all_kinds(shipped: PositionSet) -> None:
    assert Counter(position.mode for position in shipped.positions) == COUNTS
    assert len({position.name for position in shipped.positions}) == len(shipped.positions) == 200
    games = [position.game() for position in shipped.positions]
    for position, game in zip(shipped.positions, games, strict=True):
        assert mode_of(game.rules).name == position.mode
        assert game.position() == position.position
        assert position.seat in (game.turn or game.to_give())
    assert len({game.seed for game in games}) == 200, "each from a game of its own"
    four = [game for game in games if game.rules.players == 4]
    for variant in ("canadian_seven", "quick_start"):
        assert sum(getattr(game.rules, variant) for game in four) >= 5
    assert sum(not game.rules.joker_may_finish for game in four) >= 5
    assert sum(game.phase == "give" for game in games) >= 20
    rounds = sorted(game.round for game in games)
    assert rounds[20] <= 3
    assert rounds[-20] >= 12


def test_every_play_is_legal_and_has_a_value(shipped: PositionSet) -> None:
    for position in shipped.positions:
        view = position.game().view(position.seat)
        names = [valued.play for valued in position.plays]
        if view["phase"] == "give":
            assert {name.removeprefix("give ") for name in names} == set(view["hand"])
        else:
            core = Determinization(view).core
            assert all(name in legal_plays(view) for name in names)
            assert len({result_of(core, Play.of(name)) for name in names}) == len(names) >= 3
        assert position.best.loss == position.best.loss_error == 0
        assert position.best.deals == max(valued.deals for valued in position.plays)
        losses = [valued.loss for valued in position.plays]
        assert losses == sorted(losses)
        assert -0.05 < position.luck < 0.5
        for valued in position.plays:
            assert 0 <= valued.value <= 1
            assert 0 <= valued.loss <= 1
            assert 0 <= valued.error < 0.5
            assert 0 <= valued.loss_error < 0.5
            assert 2 <= valued.deals <= shipped.origins[position.mode].deals
            if valued.deals == position.best.deals:
                assert valued.loss == pytest.approx(position.best.value - valued.value, abs=2e-5)


def test_file_is_small_and_names_its_origins(shipped: PositionSet) -> None:
    assert SHIPPED.stat().st_size < 600_000
    assert {mode: origin.count for mode, origin in shipped.origins.items()} == COUNTS
    assert all(len(origin.nets) == 64 for origin in shipped.origins.values())


def test_some_modes_only(shipped: PositionSet) -> None:
    assert len(shipped.only(()).positions) == 200
    assert {position.mode for position in shipped.only(("2", "5")).positions} == {"2", "5"}


def test_save_and_load(shipped: PositionSet, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    save(path, shipped.origins, shipped.positions[:3])
    assert load(path).positions == shipped.positions[:3]
    assert Position.from_json(json.loads(json.dumps(shipped.positions[5].to_json()))) == shipped.positions[5]


def test_invalid_set_is_rejected(tmp_path: Path) -> None:
    header, _newline, rest = SHIPPED.read_text(encoding="utf-8").partition("\n")
    path = tmp_path / "set.jsonl"
    with pytest.raises(InvalidPositionSet, match="No such file"):
        load(path)
    for text, complaint in (
        ("", "not a position set"),
        ("[1]\n", "not a position set"),
        ('{"arena": 1}\n', "not a position set"),
        (header + "\n" + rest.replace('"A"', '"2"', 1), "damaged or modified"),
        (header.replace('"rules_version":1', '"rules_version":99') + "\n" + rest, "version 99 of the rules"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InvalidPositionSet, match=complaint):
            load(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidPositionSet, match="not a text file"):
        load(path)
