"""Shared settings of all tests."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests run side by side: threads of one would only wait for the other's

import pytest
from hypothesis import HealthCheck, Phase, settings

import doghouse

# Files that take long for few tests. They come first: a process that began one of them last would be waited for.
LONG = (
    "server/test_crash.py",
    "server/test_hostile.py",
    "server/test_processes.py",
    "server/test_processes_lost.py",
    "server/test_playing.py",
    "server/test_leaks.py",
    "rules/test_views.py",
    "rules/test_machine.py",
    "rules/test_oracle_fuzz.py",
    "training/test_ray_selfplay.py",
    "arena/test_cluster.py",
    "bots/test_playing.py",
    "test_install.py",
    "web/test_whole_game.py",
    "web/test_every_screen.py",
    "web/test_result.py",
    "web/test_replay.py",
    "web/test_learn.py",
    "web/test_table.py",
)

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
    places = {f"tests/{name}": place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(LONG)))
    for item in items:
        if item.nodeid.startswith("tests/web/"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_sessionstart(session: pytest.Session) -> None:  # noqa: ARG001
    """A failed build would silently leave the source in use."""
    if os.environ.get("DOGHOUSE_REQUIRE_COMPILED") and not doghouse.COMPILED:
        pytest.exit("the core is not compiled: run 'make play' once and look at what the build says", returncode=1)
