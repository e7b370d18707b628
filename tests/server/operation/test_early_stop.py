"""Stop a server while it starts: at once, without output."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.database import Postgres, new_database
from tests.support.server_process import HouseProcess, children_of


def _catches(house: HouseProcess) -> bool:
    """The very first moment at which the house's own code has run."""
    assert house.process is not None
    status = Path(f"/proc/{house.process.pid}/status").read_text()
    (caught,) = re.findall(r"^SigCgt:\s+([0-9a-f]+)$", status, re.MULTILINE)
    return bool(int(caught, 16) & 1 << signal.SIGTERM - 1)


def _children(house: HouseProcess) -> int:
    assert house.process is not None
    return len(children_of(house.process.pid))


MOMENTS: dict[str, Callable[[HouseProcess], bool]] = {
    "own code": _catches,
    "data": lambda house: (house.data / "lock").exists(),
    "database": lambda house: (house.data / "doghouse.db").exists(),
    "first child": lambda house: _children(house) > 0,
    "thinker": lambda house: _children(house) > 1,
}


def _stopped(house: HouseProcess, told: signal.Signals, moment: Callable[[HouseProcess], bool]) -> int:
    process = house.begin()
    try:
        while not moment(house):
            assert process.poll() is None, house.log.read_text()
        os.killpg(process.pid, told)
        return process.wait(20)
    finally:
        if process.poll() is None:
            house.kill()


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", MOMENTS)
def test_server_can_be_stopped_while_it_starts(tmp_path: Path, told: signal.Signals, moment: str) -> None:
    house = HouseProcess(tmp_path / "data", "--thinkers", "2")
    status = _stopped(house, told, MOMENTS[moment])
    said = house.log.read_text()
    assert status in ((0, 130) if told == signal.SIGINT else (0,)), said
    for word in ("Traceback", "Aborted", "Error", "Warning"):
        assert word not in said


def test_server_waiting_for_database_can_be_stopped(postgres: Postgres, tmp_path: Path) -> None:
    database = new_database(postgres)
    house = HouseProcess(tmp_path / "data", database=database)
    postgres.hang()
    try:
        status = _stopped(house, signal.SIGINT, _waits_for_the_database)
    finally:
        postgres.go_on()
    assert status == 0
    assert "Traceback" not in house.log.read_text()


def _waits_for_the_database(house: HouseProcess) -> bool:
    """Whether a TCP connection of this process is established."""
    assert house.process is not None
    pid = house.process.pid
    own = set()
    for found in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            own.add(os.readlink(found))
    lines = [line.split() for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]]
    return any(line[3] == "01" and f"socket:[{line[9]}]" in own for line in lines)
