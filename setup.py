"""Builds the compiled core; everything else about the package stands in pyproject.toml."""

from pathlib import Path

from setuptools import Extension, setup

CORE = Path("src/doghouse/rules/core")
MODULES = ("rng", "moves", "seven", "steps", "rounds", "playing", "engine", "results")


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    found = [
        Extension(
            f"doghouse.rules.core.{name}",
            [str(CORE / f"{name}.py")],
            extra_compile_args=["-O3"],
            optional=True,  # without a C compiler the same files run uncompiled
        )
        for name in MODULES
    ]
    built: list[Extension] = cythonize(found, build_dir="build/cython", include_path=["src"])  # type: ignore[no-untyped-call]
    return built


setup(ext_modules=extensions())
