"""Grouping many options into a short list."""

from doghouse.rules.options import Option
from doghouse.terminal.option_groups import Line, group_options


def options(*plays: str) -> list[Option]:
    return [Option(play, True) for play in plays]


def reachable(found: list[Line], limit: int) -> set[str]:
    """All plays that can be reached through the lines."""
    plays: set[str] = set()
    for line in found:
        if line.group:
            assert len(line.options) < 100
            plays |= reachable(group_options(line.options, limit), limit)
        else:
            plays |= {option.play for option in line.options}
    return plays


def test_short_list_is_not_grouped() -> None:
    few = options("5 A3>A8", "K A->A0", "K A3>B0")
    assert group_options(few, 3) == [Line((option,)) for option in few]


def test_only_largest_groups_are_collapsed() -> None:
    many = options("5 A3>A8", "X=2 A3>A5", "X=3 A3>A6", "X=5 A3>A8", "X=6 A3>A9", "K A->A0")
    found = group_options(many, 4)
    assert [(line.group, line.key) for line in found] == [("", ""), ("card", "X"), ("", "")]
    assert len(found[1].options) == 4


def test_groups_of_equal_size_are_collapsed_together() -> None:
    many = options(*(f"7 {seat}0>{seat}{number}" for seat in "ABC" for number in range(1, 8)))
    assert [(line.group, line.key) for line in group_options(many, 15)] == [
        ("marble", "A0"),
        ("marble", "B0"),
        ("marble", "C0"),
    ]


def test_joker_is_grouped_by_card_then_by_marble() -> None:
    many = options(*(f"X={card} A{field}>B{field}" for card in ("2", "3", "5", "6") for field in range(4)))
    assert {line.group for line in group_options(many, 6)} == {"head"}
    assert group_options(many[:4], 3)[-1].group == "more"


def test_ungroupable_options_are_paged() -> None:
    many = options(*(f"J A3<>{seat}{number}" for seat in "BCDEF" for number in range(4)))
    found = group_options(many, 15)
    assert len(found) == 15
    assert found[-1].group == "more"
    assert len(found[-1].options) == 6


def test_every_option_is_reachable() -> None:
    many = options(
        *(f"J {mine}<>{seat}{number}" for mine in ("A1", "A2", "A3", "A4") for seat in "BCDEF" for number in range(4)),
        *(f"X={card} A1>A{number}" for card in ("2", "3", "5", "6", "8", "9") for number in range(5)),
        "5 A3>A8",
        "X=7",
    )
    for limit in (4, 9, 15):
        assert len(group_options(many, limit)) <= limit
        assert reachable(group_options(many, limit), limit) == {option.play for option in many}
