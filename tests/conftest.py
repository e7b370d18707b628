"""Shared settings of all tests."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests run side by side: threads of one would only wait for the other's

import pytest
from hypothesis import HealthCheck, Phase, settings

import doghouse

settings.register_profile(
    "doghouse",
    deadline=None,
    derandomize="DOGHOUSE_EXAMPLES" not in os.environ,  # the same examples everywhere, but in a soak run
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("doghouse")


def pytest_report_header() -> str:
    return f"doghouse core: {'compiled' if doghouse.COMPILED else 'uncompiled'}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine is asked once more, and the report says so; all else must hold at once."""
    for item in items:
        if item.nodeid.startswith("tests/web/"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_sessionstart(session: pytest.Session) -> None:  # noqa: ARG001
    """A failed build would silently leave the source in use."""
    if os.environ.get("DOGHOUSE_REQUIRE_COMPILED") and not doghouse.COMPILED:
        pytest.exit("the core is not compiled: run 'make play' once and look at what the build says", returncode=1)
