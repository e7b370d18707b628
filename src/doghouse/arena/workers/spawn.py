"""Python processes in which bots play."""

from __future__ import annotations

import os
import sys


def python(module: str, *words: str) -> list[str]:
    """The command that runs a module; where it is started makes no difference to what it imports."""
    return [sys.executable, "-P", "-m", module, *words]


def same_imports() -> dict[str, str]:
    """The environment in which a process finds the modules that this one finds, and no others: a bot that was accepted
    here is the one that plays there."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
