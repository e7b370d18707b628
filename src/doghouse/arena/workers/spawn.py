"""Python child processes that exchange JSON lines with their parent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

Process = subprocess.Popen[str]


def start(module: str, *arguments: str, **options: Any) -> Process:
    """Run a module with the import path of this process, so that it loads the same bots."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **options,
    )


def exchange(
    process: Process, request: Mapping[str, Any], response_ready: Callable[[], bool] = lambda: True
) -> dict[str, Any]:
    """Send a request and return the response; nothing if the process has ended or a bot wrote into its response."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        response = json.loads(process.stdout.readline()) if response_ready() else None
    except (OSError, ValueError):
        response = None
    return response if isinstance(response, dict) else {}


def reap(process: Process) -> None:
    """Wait for a killed process and close its pipes."""
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # unsent data is lost
            if pipe is not None:
                pipe.close()


def serve(respond: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer the parent's requests until it closes the pipe. What bots print goes to standard error."""
    responses = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        responses.write(json.dumps(respond(json.loads(line))) + "\n")
        responses.flush()
