"""Connect to a Ray cluster, with errors for the user."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from functools import cache
from typing import Any

from rich.console import Console

PORT_TIMEOUT = 5.0  # seconds
CONNECT_TIMEOUT = 60.0  # seconds
LOCAL, AUTO = "local", "auto"
TOKEN_HINT = " (a cluster with token authentication needs its RAY_AUTH_TOKEN here, too)"
PROBE = """
import ray, sys
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
except (ConnectionError, ValueError, RuntimeError) as error:
    print(str(error).splitlines()[0])
"""


class ClusterUnavailable(Exception):
    """No Ray cluster at the address, or Ray is not installed."""


def connect(address: str, cores: int | None = None) -> Any:
    """Return Ray, connected to the cluster at an address, to the one this machine belongs to (``auto``), or to a new
    one with some cores of this machine (``local``)."""
    ray = _import_ray()
    if ray.is_initialized():
        return ray
    settings: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        settings |= {"include_dashboard": False, "num_cpus": cores}
    else:
        _probe(address)
    try:
        ray.init(**settings)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _no_cluster(address, str(error)) from None
    return ray


@cache
def _probe(address: str) -> None:
    """Raise ClusterUnavailable if the cluster does not answer.

    Try it in another process, since ``ray.init`` waits without limit and cannot be interrupted.
    """
    target = (os.environ.get("RAY_ADDRESS") or AUTO) if address == AUTO else address
    _probe_port(target)
    command = [sys.executable, "-c", PROBE, address]
    try:
        with Console(stderr=True).status(f"Looking for the Ray cluster at {target!r} …"):
            result = subprocess.run(command, capture_output=True, timeout=CONNECT_TIMEOUT, check=False, text=True)
    except subprocess.TimeoutExpired:
        hint = "; if that is the address of an old one, 'ray stop' forgets it" if target == AUTO else ""
        raise ClusterUnavailable(f"no Ray cluster answers at {target!r} within {CONNECT_TIMEOUT:g} s{hint}") from None
    if result.stdout:
        raise _no_cluster(target, result.stdout)


def _no_cluster(address: str, error: str) -> ClusterUnavailable:
    return ClusterUnavailable(f"no Ray cluster at {address!r}: {error.splitlines()[0]}{TOKEN_HINT}")


def _probe_port(address: str) -> None:
    """Raise ClusterUnavailable if nothing listens at a host and port; Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=PORT_TIMEOUT).close()
    except OSError as error:
        raise ClusterUnavailable(f"cannot connect to {address}: {error.strerror or error}") from None


def _import_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise ClusterUnavailable("a cluster needs Ray: pip install doghouse[cluster]") from None
    return ray
