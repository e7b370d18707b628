"""Who may enter which room (docs/architecture.md), and that the doors are what they say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import doghouse

HOUSE = Path(doghouse.__file__).parent
REPOSITORY = Path(__file__).parent.parent
ROOMS: dict[str, set[str]] = {
    "util": set(),
    "rules": set(),
    "i18n": set(),
    "bots": {"rules"},
    "arena": {"rules", "bots", "util", "game_options"},
    "server": {"rules", "bots", "i18n", "util"},
    "web": set(),
    "terminal": {"rules", "bots", "i18n", "game_options"},
    "analysis": {"rules", "bots", "i18n", "terminal"},
    "bench": {"rules", "bots", "server", "training"},
    "training": {"rules", "bots", "arena", "util"},
    "positions": {"rules", "bots", "util"},
}
SHARED_MODULES = {"game_options": {"rules"}}  # top-level modules that rooms may import
FRONT = {"__init__", "version"}  # the package's own door: rules in public names
IMPURE = {
    "asyncio",
    "datetime",
    "http",
    "io",
    "logging",
    "pathlib",
    "random",
    "socket",
    "subprocess",
    "threading",
    "time",
}


def imports(path: Path) -> set[str]:
    """The modules that a file imports, in full."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def rooms_entered(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports(path) if name.split(".")[0] == "doghouse"]
    known = {name.name for name in HOUSE.iterdir() if name.is_dir()} | {path.stem for path in HOUSE.glob("*.py")}
    return {name[1] if len(name) > 1 and name[1] in known else "rules" for name in parts} - FRONT


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_are_entered_by_the_doors(room: str) -> None:
    for path in sorted((HOUSE / room).rglob("*.py")):
        assert rooms_entered(path) <= ROOMS[room] | {room}, path


@pytest.mark.parametrize("module", SHARED_MODULES)
def test_shared_modules_import_no_other_rooms(module: str) -> None:
    assert rooms_entered(HOUSE / f"{module}.py") <= SHARED_MODULES[module]


def test_every_room_is_on_the_plan() -> None:
    rooms = {path.name for path in HOUSE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == set(ROOMS)


def test_the_rules_are_pure() -> None:
    """No clock, no network, no files in the rules."""
    for path in (HOUSE / "rules").rglob("*.py"):
        if path.parts[-2:] == ("core", "__init__.py"):
            continue  # chooses between compiled and source files
        assert not {name.split(".")[0] for name in imports(path)} & IMPURE, path


def test_nothing_is_imported_from_a_test_file_or_conftest() -> None:
    """What several tests share is in tests/support."""
    for folder in ("tests", "tools"):
        for path in sorted((REPOSITORY / folder).rglob("*.py")):
            shared = {name for name in imports(path) if name.startswith("tests.")}
            assert not [name for name in shared if re.search(r"\.(test_|conftest)", name)], path


def test_the_public_names_are_there() -> None:
    for name in doghouse.__all__:
        assert hasattr(doghouse, name)
    public = {name for name, value in vars(doghouse).items() if not name.startswith("_") and not _is_module(value)}
    assert public <= set(doghouse.__all__)


def _is_module(value: object) -> bool:
    return type(value).__name__ == "module"
