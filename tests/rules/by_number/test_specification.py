"""Every numbered rule has a test that names it, and no test or message names a rule that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from doghouse.rules.reasons import REASONS

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = set(re.findall(r"^- \*\*(R\d+\.\d+)\*\* ", RULES, re.MULTILINE))
CHAPTERS = set(re.findall(r"^## (R\d+) ", RULES, re.MULTILINE))


def _marked(path: Path) -> Iterator[tuple[str, int]]:
    """The rule numbers that a test file marks, each with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{path.name}:{node.lineno}: a rule is marked by its number"
                yield str(argument.value), node.lineno


def _all_marked() -> Iterator[tuple[str, str]]:
    """The rule numbers that all tests mark, each with where that is."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for number, line in _marked(path):
            yield number, f"{path.relative_to(ROOT)}:{line}"


def _number_key(number: str) -> list[int]:
    return [int(part) for part in number[1:].split(".")]


def test_rules_page_is_parsed() -> None:
    assert {"R1.1", "R7.1", "R10.5", "R13.4"} <= NUMBERS
    assert {f"R{chapter}" for chapter in range(1, 15)} == CHAPTERS


def test_numbers_have_no_gaps() -> None:
    for chapter in CHAPTERS:
        numbers = sorted(_number_key(number)[1] for number in NUMBERS if number.startswith(f"{chapter}."))
        assert numbers == list(range(1, len(numbers) + 1)), chapter


def test_every_rule_has_a_test() -> None:
    tested = {number for number, _where in _all_marked()}
    missing = sorted(NUMBERS - tested, key=_number_key)
    assert not missing, f"rules without a test: {', '.join(missing)}"


def test_chapters_without_numbers_have_tests() -> None:
    """R6 and R14 are tables."""
    tested = {number for number, _where in _all_marked()}
    tables = {chapter for chapter in CHAPTERS if not any(number.startswith(f"{chapter}.") for number in NUMBERS)}
    assert tables == {"R6", "R14"}
    assert tables <= tested


def test_every_marker_names_a_rule() -> None:
    wrong = [f"{where}: {number}" for number, where in _all_marked() if number not in NUMBERS | CHAPTERS]
    assert not wrong, "markers of rules that are not there:\n" + "\n".join(wrong)


def test_every_reason_names_a_rule() -> None:
    for code, (number, _text) in REASONS.items():
        for form in (1, 2, 3):  # of the exchange, where the number depends on it
            assert number.format(form=form) in NUMBERS | CHAPTERS, code
