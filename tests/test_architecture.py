"""Allowed imports between and inside packages (docs/architecture.md), and the size of folders."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import doghouse

PACKAGE = Path(doghouse.__file__).parent
REPOSITORY = Path(__file__).parent.parent
MAX_MODULES = 24  # in a folder

# What each package, and each module beside them, may import of the others.
ALLOWED_IMPORTS: dict[str, set[str]] = {
    "util": set(),
    "rules": set(),
    "i18n": set(),
    "web": set(),
    "game_options": {"rules"},
    "bots": {"rules"},
    "arena": {"rules", "bots", "util", "game_options"},
    "server": {"rules", "bots", "i18n", "util"},
    "terminal": {"rules", "bots", "i18n", "game_options"},
    "analysis": {"rules", "bots", "i18n", "terminal"},
    "training": {"rules", "bots", "arena", "util"},
    "positions": {"rules", "bots", "util"},
    "bench": {"rules", "bots", "server", "training"},
}
PUBLIC_MODULES = {"__init__", "version"}  # public names of the rules; everything may import them

# What each tool may import: the makers of positions and weights no more than this, others what they show.
TOOL_IMPORTS = {"positions", "training", "arena", "bots", "rules", "util"}
MORE_TOOL_IMPORTS = {
    "draw_pictures": {"terminal"},
    "protocol_types": {"server"},
    "screenshots": {"server", "bench"},
}

# Inside a package: a module or sub-package may import what is in the lines above its own.
LAYERS: dict[str, list[set[str]]] = {
    "server": [
        {"protocol"},
        {"settings", "fairness", "metrics", "rate_limit", "fair_queue", "logs"},
        {"bot_pool", "storage"},
        {"tables"},
        {"house"},
        {"http"},
        {"client", "startup_banner"},
        {"serve"},
        {"cli_errors", "cli_options"},
        {"command"},
    ],
    "arena": [
        {"errors", "seating"},
        {"plan"},
        {"plan_options", "results"},
        {"game_runner", "stats"},
        {"workers", "report"},
        {"match"},
        {"command"},
    ],
    "analysis": [
        {"errors", "facts", "lookahead", "shorten_seven", "wasted_jokers"},
        {"unknown_hands", "fact_text"},
        {"view_to_position", "advice"},
        {"position_source", "display"},
        {"command"},
    ],
}

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
    """Return the full names of all that a file imports, also inside functions and for types alone."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def packages_imported(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports(path) if name.split(".")[0] == "doghouse"]
    known = {path.stem for path in PACKAGE.iterdir()}
    return {name[1] if len(name) > 1 and name[1] in known else "rules" for name in parts} - PUBLIC_MODULES


def modules_of(package: str) -> list[Path]:
    folder = PACKAGE / package
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


@pytest.mark.parametrize("package", ALLOWED_IMPORTS)
def test_package_imports_only_allowed_packages(package: str) -> None:
    for path in modules_of(package):
        assert packages_imported(path) <= ALLOWED_IMPORTS[package] | {package}, path


def test_every_package_has_allowed_imports() -> None:
    packages = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert packages <= set(ALLOWED_IMPORTS)
    assert all((PACKAGE / name).exists() or (PACKAGE / f"{name}.py").exists() for name in ALLOWED_IMPORTS)


def test_tool_imports_only_allowed_packages() -> None:
    for path in sorted((REPOSITORY / "tools").rglob("*.py")):
        assert packages_imported(path) <= TOOL_IMPORTS | MORE_TOOL_IMPORTS.get(path.stem, set()), path


@pytest.mark.parametrize("package", LAYERS)
def test_module_imports_only_layers_above_it(package: str) -> None:
    layer_of = {name: number for number, names in enumerate(LAYERS[package]) for name in names}
    parts = {
        path.stem for path in (PACKAGE / package).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert parts - {"__init__"} == set(layer_of)
    for path in modules_of(package):
        part = path.relative_to(PACKAGE / package).parts[0].removesuffix(".py")
        prefix = f"doghouse.{package}."
        for name in imports(path):
            other = name.removeprefix(prefix).split(".")[0]
            if name.startswith(prefix) and other != part:
                assert layer_of[other] < layer_of[part], f"{path} imports {name}"


def test_no_import_cycles() -> None:
    """Between modules, counting imports inside functions and for types alone."""
    files = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    files = {name.removesuffix(".__init__"): path for name, path in files.items()}
    graph = {name: {_module(found, files) for found in imports(path)} - {name, ""} for name, path in files.items()}
    while leaves := {name for name, needed in graph.items() if not needed & graph.keys()}:
        graph = {name: needed for name, needed in graph.items() if name not in leaves}
    assert not graph, f"cycle among {sorted(graph)}"


def _module(name: str, known: dict[str, Path]) -> str:
    """Return the module that a name is, or is in; nothing if it is not ours."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def test_no_folder_has_too_many_modules() -> None:
    for top in (PACKAGE, REPOSITORY / "tools", REPOSITORY / "tests"):
        for folder in (top, *(path for path in top.rglob("*") if path.is_dir())):
            modules = [path.name for path in folder.iterdir() if path.suffix in (".py", ".js")]
            assert len(set(modules) - {"__init__.py"}) <= MAX_MODULES, folder


def test_nothing_is_imported_from_a_test_file_or_conftest() -> None:
    """What several tests share is in tests/support."""
    for folder in ("tests", "tools"):
        for path in sorted((REPOSITORY / folder).rglob("*.py")):
            shared = {name for name in imports(path) if name.startswith("tests.")}
            assert not [name for name in shared if re.search(r"\.(test_|conftest)", name)], path


def test_files_listed_as_slow_exist() -> None:
    (listed,) = re.findall(r"SLOW_FILES = \((.*?)\n\)", (REPOSITORY / "tests" / "conftest.py").read_text(), re.DOTALL)
    names = re.findall(r'"(.+)"', listed)
    assert len(names) > 10
    assert [name for name in names if not (REPOSITORY / "tests" / name).exists()] == []


def test_rules_use_no_clock_network_or_files() -> None:
    for path in modules_of("rules"):
        if path.parts[-2:] == ("core", "__init__.py"):
            continue  # chooses between compiled and source files
        assert not {name.split(".")[0] for name in imports(path)} & IMPURE, path


def test_public_names_exist() -> None:
    for name in doghouse.__all__:
        assert hasattr(doghouse, name)
    public = {name for name, value in vars(doghouse).items() if not name.startswith("_") and not _is_module(value)}
    assert public <= set(doghouse.__all__)


def _is_module(value: object) -> bool:
    return type(value).__name__ == "module"
