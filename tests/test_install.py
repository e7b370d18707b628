"""Installing without a C compiler gives an uncompiled core, and ``--version`` says so."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TO_BUILD = ("pyproject.toml", "setup.py", "README.md", "LICENSE")


def test_install_without_a_compiler(tmp_path: Path) -> None:
    project, target = tmp_path / "project", tmp_path / "target"
    project.mkdir()
    for name in TO_BUILD:
        shutil.copy(ROOT / name, project)
    shutil.copytree(
        ROOT / "src", project / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info", "__pycache__")
    )
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--no-deps",
        "--no-build-isolation",
        "--disable-pip-version-check",
    ]
    no_compiler = {**os.environ, "CC": "/no/such/compiler", "CXX": "/no/such/compiler"}
    subprocess.run([*command, "--target", str(target), str(project)], env=no_compiler, check=True, capture_output=True)
    assert not list(target.rglob("*.so"))
    version = run(target, "-m", "doghouse", "--version")
    assert "uncompiled core" in version
    assert "install a C compiler" in version
    output = run(target, "-c", "import doghouse as dog; print(dog.COMPILED, dog.Game(seed=1).view('A')['cards'])")
    assert output.startswith("False {'A': 6")


def run(target: Path, *arguments: str) -> str:
    """Run Python with the package installed there; return its output."""
    environment = {**os.environ, "PYTHONPATH": str(target)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, cwd=target, check=True, capture_output=True, text=True).stdout
