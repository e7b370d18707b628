"""Settings of all tests."""

import os
import signal

os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests run in parallel: more threads would only compete

import pytest
from hypothesis import HealthCheck, Phase, settings

import doghouse

# Files that take long. They run first, since all others would wait for one begun last; ``make quick`` leaves them out.
SLOW_FILES = (
    "server/operation/test_crash.py",
    "server/operation/test_hostile.py",
    "server/operation/test_processes.py",
    "server/operation/test_processes_lost.py",
    "server/tables/test_playing.py",
    "server/tables/test_leaks.py",
    "server/http/test_slow_clients.py",
    "server/http/test_access.py",
    "rules/test_views.py",
    "rules/test_stateful.py",
    "rules/test_oracle_fuzz.py",
    "rules/test_oracle.py",
    "training/test_ray_selfplay.py",
    "arena/test_ray_executor.py",
    "bots/test_playing.py",
    "bots/test_hidden_cards.py",
    "bots/test_lockstep.py",
    "test_install.py",
    "web/table/test_whole_game.py",
    "web/test_every_screen.py",
    "web/replay/test_result.py",
    "web/replay/test_replay.py",
    "web/learn/test_learn.py",
    "web/table/test_table.py",
    "bots/test_determinize.py",
    "bots/test_levels.py",
    "server/http/test_addresses.py",
    "server/http/test_admin.py",
    "server/http/test_my_games.py",
    "server/http/test_request_limits.py",
    "server/operation/test_command.py",
    "server/operation/test_deletion.py",
    "server/operation/test_early_stop.py",
    "server/operation/test_logs.py",
    "server/operation/test_stop.py",
    "server/storage/test_storage.py",
    "server/tables/test_rematch.py",
    "server/tables/test_replays.py",
    "server/tables/test_resuming.py",
    "server/test_fair_queue.py",
    "server/test_second_verifier.py",  # needs Node
)

settings.register_profile(
    "doghouse",
    deadline=None,
    derandomize="DOGHOUSE_EXAMPLES" not in os.environ,  # the same examples everywhere, except in make soak
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("doghouse")


def pytest_configure() -> None:
    """Let tests send Ctrl-C to processes: those started from a shell's background job would ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    return f"doghouse core: {'compiled' if doghouse.COMPILED else 'uncompiled'}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the slow files, rerun failed browser tests once, and mark what ``make quick`` leaves out."""
    places = {f"tests/{name}": place for place, name in enumerate(SLOW_FILES)}
    items.sort(key=lambda item: places.get(_file_of(item), len(places)))
    for item in items:
        if _file_of(item) in places:
            item.add_marker(pytest.mark.slow)
        if _needs_postgres(item):
            item.add_marker(pytest.mark.postgres)
        if item.nodeid.startswith("tests/web/"):
            item.add_marker(pytest.mark.flaky(reruns=1))  # a browser on a busy machine; the report shows reruns


def _file_of(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _needs_postgres(item: pytest.Item) -> bool:
    """A test that uses a PostgreSQL fixture, or is the variant of a test for PostgreSQL."""
    fixtures = getattr(item, "fixturenames", ())
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return any("postgres" in name for name in fixtures) or "postgresql" in parameters


def pytest_sessionstart(session: pytest.Session) -> None:  # noqa: ARG001
    """Stop if the core should be compiled and is not: a failed build would go unnoticed."""
    if os.environ.get("DOGHOUSE_REQUIRE_COMPILED") and not doghouse.COMPILED:
        pytest.exit("the core is not compiled: run 'make play' once and read the output of the build", returncode=1)
