"""The core of the rules: plain Python that Cython compiles, with C types in the ``.pxd`` files.

With DOGHOUSE_UNCOMPILED set, the sources run instead of the compiled modules, for tests and debuggers.
"""

import os
import re
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _SourceOnly:
    """Finds core modules as source, never as compiled files."""

    def find_spec(self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        if not path or not re.fullmatch(r"doghouse\.\w+\.core\.\w+", name):
            return None
        return FileFinder(path[0], (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)


if os.environ.get("DOGHOUSE_UNCOMPILED"):
    sys.meta_path.insert(0, _SourceOnly())
