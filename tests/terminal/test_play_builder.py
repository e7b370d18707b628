"""Building a play step by step, with undo."""

import pytest

from doghouse import IllegalPlay
from doghouse.terminal.option_groups import Line
from doghouse.terminal.play_builder import PlayBuilder
from tests.support.terminal import game_at


def line(builder: PlayBuilder, play: str) -> Line:
    """The line that leads to a play; groups are expanded."""
    for found in builder.lines():
        if not found.group and found.options[0].play == play:
            return found
    raise AssertionError(f"{play} is not in {[found.options[0].play for found in builder.lines()]}")


def test_seven_is_a_single_option() -> None:
    builder = PlayBuilder(game_at(["5", "7", "K"], A=["A3", "A9"]))
    plays = [option.play for option in builder.level.options]
    assert set(plays) == {"5 A3>A8", "5 A9>A14", "K A->A0", "K A3>B0", "K A9>B6", "7"}
    assert builder.cards() == {"5", "7", "K"}


def test_ordinary_play_is_complete_after_one_choice() -> None:
    builder = PlayBuilder(game_at(["5"], A=["A3"]))
    assert builder.pick(line(builder, "5 A3>A8")) == "5 A3>A8"


def test_seven_is_entered_and_undone_chunk_by_chunk() -> None:
    builder = PlayBuilder(game_at(["7"], A=["A3", "B2"], B=["A5"]))
    assert builder.pick(line(builder, "7")) is None
    assert (builder.level.partial, builder.level.points_left) == ("7", 7)
    four = line(builder, "7 A3>A7")
    assert four.options[0].sends_home == ("A5",)
    assert builder.pick(four) is None
    assert builder.level.points_left == 3
    assert "A7" in builder.level.marbles["A"]
    assert builder.pick(line(builder, "7 A3>A7 B2>B4")) is None
    assert builder.level.points_left == 1
    assert builder.undo()
    assert (builder.level.partial, builder.level.points_left) == ("7 A3>A7", 3)
    assert builder.undo()
    assert (builder.level.partial, builder.level.points_left) == ("7", 7)
    assert builder.undo()
    assert not builder.in_seven
    assert not builder.undo()
    assert builder.pick(line(builder, "7")) is None
    builder.pick(line(builder, "7 A3>A7"))
    assert builder.pick(line(builder, "7 A3>A7 B2>B5")) == "7 A3>A7 B2>B5"


def test_undo_of_a_chunk_chosen_in_a_group() -> None:
    builder = PlayBuilder(game_at(["7"], 3, A=["A0!", "A3"], B=["B0!", "B3"], C=["C0!", "C3"]))
    builder.pick_card("7")
    group = next(found for found in builder.lines() if found.group == "marble" and found.key == "B0")
    builder.pick(group)
    assert builder.level.narrowed
    builder.pick(line(builder, "7 B0>B2"))
    assert builder.level.partial == "7 B0>B2"
    builder.undo()
    assert builder.level.partial == "7"
    assert not builder.level.narrowed


def test_seven_can_be_abandoned_for_another_card() -> None:
    builder = PlayBuilder(game_at(["5", "7"], A=["A3", "A9"]))
    builder.parse("7 A3>A5")
    assert builder.in_seven
    assert builder.pick_card("5")
    assert not builder.in_seven
    assert {option.play for option in builder.level.options} == {"5 A3>A8", "5 A9>A14"}


def test_beginning_of_a_seven_is_parsed() -> None:
    builder = PlayBuilder(game_at(["7"], A=["A3", "B2"]))
    assert builder.parse("7 a3>a5 b2>b4") is None
    assert builder.level.points_left == 3
    builder.undo()
    assert builder.level.partial == "7 A3>A5"
    assert builder.parse("7 A3>A7 B2>B5") == "7 A3>A7 B2>B5"


def test_illegal_seven_changes_nothing() -> None:
    builder = PlayBuilder(game_at(["7"], A=["A3"]))
    builder.parse("7 A3>A5")
    with pytest.raises(IllegalPlay):
        builder.parse("7 A3>A5 A9>A10")
    assert builder.level.partial == "7 A3>A5"


def test_joker_is_listed_as_all_cards_or_as_one() -> None:
    builder = PlayBuilder(game_at(["X"], A=["A3"]))
    assert builder.pick_card("X=Q")
    assert [option.play for option in builder.level.options] == ["X=Q A3>A15"]
    assert builder.pick_card("X=7")
    assert builder.level.partial == "X=7"
    assert builder.pick_card("X")
    assert len(builder.level.options) > 10
    assert not builder.pick_card("9")


def test_no_play_means_fold() -> None:
    assert PlayBuilder(game_at(["5"])).must_fold
    assert not PlayBuilder(game_at(["K"])).must_fold


def test_a_jack_without_effect_is_one_line() -> None:
    builder = PlayBuilder(game_at(["J"], A=["A3"]))
    assert builder.pick(line(builder, "J")) == "J"
