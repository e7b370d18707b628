"""Builds the compiled core; everything else about the package stands in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MODULES = {
    "rules": ("rng", "moves", "seven", "steps", "rounds", "playing", "engine", "results"),
    "bots": ("evaluate", "policy", "afterstates", "encode", "threats", "decision", "standing", "games", "lockstep"),
    "training": ("trajectories", "forks"),
}
UNCOMPILED = """
doghouse: the core could not be compiled ({problem}).
doghouse: it is installed uncompiled: everything works, but slowly.
doghouse: install a C compiler and install it again (in a checkout: make clean play).
"""


class BuildCore(build_ext):
    """Compiles all of the core or nothing: without a C compiler the same files run as Python."""

    def run(self) -> None:
        in_place = self.inplace
        try:
            super().run()
        except Exception as problem:  # whatever a compiler that is missing or broken raises
            for self.inplace in (0, in_place):  # nothing half built, nothing left from an earlier build
                for extension in self.extensions:
                    Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            print(UNCOMPILED.format(problem=problem), file=sys.stderr)


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    sources = [
        Extension(f"doghouse.{room}.core.{name}", [f"src/doghouse/{room}/core/{name}.py"], extra_compile_args=["-O3"])
        for room, names in MODULES.items()
        for name in names
    ]
    found: list[Extension] = cythonize(sources, build_dir="build/cython", include_path=["src"])
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildCore})
