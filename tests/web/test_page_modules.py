"""The modules of the page: who may import whom, no import cycles, and no crowded folder."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from doghouse.server.http.pages import PATHS

WEB = Path(__file__).parents[2] / "src" / "doghouse" / "web"
MODULES = sorted(
    path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js") if path.relative_to(WEB).parts[0] != "vendor"
)
IMPORT = re.compile(r"""(?:\bfrom |^import |\bimport\()["'](\.[^"']+)["']""", re.MULTILINE)  # also those of types
ALLOWED = {
    "app": {"app"},
    "ui": {"app", "ui"},
    "board": {"app", "ui", "board"},
    "home": {"app", "ui", "board", "home"},
    "learn": {"app", "ui", "board", "home", "learn"},
    "replay": {"app", "ui", "board", "replay"},
    "table": {"app", "ui", "board", "home", "learn", "replay", "table"},
    "verify": {"verify"},
    "main.js": {"app", "ui", "board", "home", "learn", "replay", "table"},
    "service-worker.js": set(),
}
ANY = re.compile(r"@(?:type|param|returns|typedef|property|template)\b[^\n]*[{<|(\[ :]any\b[^\n]*[}>|)\]]")
EDGE_OF_JSON = {"app/api.js", "app/local_storage.js"}  # what they return is typed by whoever calls them
EXCEPTIONS = {"verify": {"app/local_storage.js"}}
MAX_MODULES = 24


def imports_of(module: str) -> set[str]:
    """Return the modules that a module imports, as paths below the web folder; files of types are not among them."""
    path = WEB / module
    found = {(path.parent / name).resolve().relative_to(WEB) for name in IMPORT.findall(path.read_text("utf-8"))}
    return {
        name.as_posix() for name in found if name.suffix == ".js" and not (WEB / name).with_suffix(".d.ts").exists()
    }


def folder_of(module: str) -> str:
    return module.split("/")[0]


def test_import_pattern_finds_code_and_types() -> None:
    code = 'import { a } from "./a.js";\nimport "./b.js";\n/** @type {import("../c/d.js").D} */ await import("./e.js");'
    assert IMPORT.findall(code) == ["./a.js", "./b.js", "../c/d.js", "./e.js"]


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_lower_layers(module: str) -> None:
    folder = folder_of(module)
    assert folder in ALLOWED, f"add the folder {folder!r} to ALLOWED"
    imported = imports_of(module) - EXCEPTIONS.get(folder, set())
    assert {name for name in imported if folder_of(name) not in ALLOWED[folder]} == set()
    assert imported <= set(MODULES)


def test_modules_have_no_import_cycle() -> None:
    TopologicalSorter({module: imports_of(module) for module in MODULES}).prepare()  # raises CycleError


def test_no_folder_is_crowded() -> None:
    for folder in {folder_of(module) for module in MODULES}:
        assert len([module for module in MODULES if folder_of(module) == folder]) <= MAX_MODULES, folder


def test_no_type_is_any_except_at_the_edge_of_json() -> None:
    assert ANY.search("/** @param {Record<string, any>} facts */")
    assert {module for module in MODULES if ANY.search(comment_types(module))} == EDGE_OF_JSON


def comment_types(module: str) -> str:
    """Return the types in the comments of a module, without the prose around them."""
    text = (WEB / module).read_text("utf-8")
    return "\n".join(f"@type {found}" for found in re.findall(r"@\w+ (\{.*?\})(?=[ \n])", text, re.DOTALL))


def test_server_serves_every_screen_of_the_page() -> None:
    """Compare the routes of web/main.js with the paths that the server answers."""
    source = (WEB / "main.js").read_text(encoding="utf-8")
    screens = re.findall(r"^  \[/\^(.+?)\$/, ", source, re.MULTILINE)
    served = {re.sub(r"\{\w+\}", "*", path) for path in PATHS}
    assert {re.sub(r"\(.*?\)", "*", screen.replace("\\/", "/")) for screen in screens} == served
