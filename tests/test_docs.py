"""The pages for contributors name files that exist and draw imports that exist."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "doghouse"
README, ARCHITECTURE, CONTRIBUTING = ROOT / "README.md", ROOT / "docs" / "architecture.md", ROOT / "CONTRIBUTING.md"
FILE = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|js|toml|md|css)|[a-z_]+(?:/[a-z_0-9]+)+/?)`")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
BASES = (ROOT, ROOT / "src", SOURCE, SOURCE / "server", ROOT / "docs")


def diagram(page: Path) -> str:
    return page.read_text(encoding="utf-8").split("```mermaid\n")[1].split("```")[0]


def arrows(text: str) -> set[tuple[str, str]]:
    """Return the solid arrows of a Mermaid flowchart as pairs of names."""
    lines = [re.sub(r'\["[^"]*"\]', "", line) for line in text.splitlines() if "-->" in line]
    sides = [[re.findall(r"\w+", side) for side in line.split("-->")] for line in lines]
    return {pair for left, right in sides for pair in product(left, right)}


def imports(package: str, other: str) -> bool:
    files = [SOURCE / "cli.py"] if package == "cli" else (SOURCE / package).rglob("*.py")
    name = re.compile(rf"^\s*(?:from|import) doghouse\.{other}\b", re.MULTILINE)
    return any(name.search(path.read_text(encoding="utf-8")) for path in files)


def test_readme_and_architecture_show_the_same_diagram() -> None:
    assert diagram(README) == diagram(ARCHITECTURE)


def test_every_arrow_of_the_diagram_is_an_import() -> None:
    drawn = arrows(diagram(README))
    assert len(drawn) > 15
    assert [pair for pair in sorted(drawn) if not imports(*pair)] == []


def test_every_package_is_in_the_diagram() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    drawn = {name for pair in arrows(diagram(README)) for name in pair}
    assert packages <= drawn


def test_files_named_on_the_architecture_page_exist() -> None:
    names = FILE.findall(ARCHITECTURE.read_text(encoding="utf-8"))
    assert len(names) > 30
    assert [name for name in names if not any(_exists(base / name) for base in BASES)] == []


def _exists(path: Path) -> bool:
    return path.exists() or path.with_name(f"{path.name}.py").exists()


@pytest.mark.parametrize(
    "page", [README, CONTRIBUTING, *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda page: page.name
)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not link.startswith("http")]
    assert [link for link in links if not (page.parent / link).exists()] == []
