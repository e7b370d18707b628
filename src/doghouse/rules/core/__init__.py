"""The heart of the rules: plain Python that Cython compiles, with the C types in the ``.pxd`` files beside it.

With DOGHOUSE_UNCOMPILED set, the same files run as Python although compiled ones are there: for tests and debuggers.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _SourceOnly:
    """Finds the modules of this package as source, never as a compiled file."""

    def __init__(self) -> None:
        self._files = FileFinder(os.path.dirname(__file__), (SourceFileLoader, SOURCE_SUFFIXES))

    def find_spec(self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        return self._files.find_spec(name) if name.startswith(f"{__name__}.") else None


if os.environ.get("DOGHOUSE_UNCOMPILED"):
    sys.meta_path.insert(0, _SourceOnly())
