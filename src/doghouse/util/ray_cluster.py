"""The way to a Ray cluster, and a line for people where there is none."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from functools import cache
from typing import Any

from rich.console import Console

KNOCK = 5.0  # seconds
CONNECT = 60.0  # seconds
LOCAL, AUTO = "local", "auto"
LOOK = """
import ray, sys
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
except (ConnectionError, ValueError, RuntimeError) as error:
    print(str(error).splitlines()[0])
"""


class ClusterUnavailable(Exception):
    """No Ray cluster at the address, or Ray is not installed."""


TOKEN = " (a cluster with token authentication wants the same RAY_AUTH_TOKEN here as on its machines)"


def connect(address: str, cores: int | None = None) -> Any:
    """Ray, connected to a cluster: at an address, the one this machine belongs to (``auto``), or this machine alone
    (``local``), with so many of its cores.
    """
    ray = _ray()
    if ray.is_initialized():
        return ray
    settings: dict[str, Any] = {"address": address, "log_to_driver": False, "logging_level": "ERROR"}
    if address == LOCAL:
        settings |= {"include_dashboard": False, "num_cpus": cores}
    else:
        _look_for(address)
    try:
        ray.init(**settings)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _none_there(address, str(error)) from None
    return ray


@cache
def _look_for(address: str) -> None:
    """Refuse a cluster that does not answer. Ray itself waits for it without end, and cannot be interrupted, so another
    process goes first, once."""
    where = (os.environ.get("RAY_ADDRESS") or AUTO) if address == AUTO else address
    _knock(where)
    command = [sys.executable, "-c", LOOK, address]  # as it will be asked here
    try:
        with Console(stderr=True).status(f"Looking for the Ray cluster at {where!r} …"):
            looked = subprocess.run(command, capture_output=True, timeout=CONNECT, check=False, text=True)
    except subprocess.TimeoutExpired:
        old = "; if that is the address of an old one, 'ray stop' forgets it" if where == AUTO else ""
        raise ClusterUnavailable(f"no Ray cluster answers at {where!r} within {CONNECT:g} s{old}") from None
    if looked.stdout:
        raise _none_there(where, looked.stdout)


def _none_there(address: str, words: str) -> ClusterUnavailable:
    return ClusterUnavailable(f"there is no Ray cluster at {address!r}: {words.splitlines()[0]}{TOKEN}")


def _knock(address: str) -> None:
    """Refuse an address where nobody answers at once; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=KNOCK).close()
    except OSError as error:
        raise ClusterUnavailable(f"nobody answers at {address}: {error.strerror or error}") from None


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise ClusterUnavailable("a cluster needs Ray: pip install doghouse[cluster]") from None
    return ray
