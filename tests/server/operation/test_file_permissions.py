"""The files of the server are readable only for its own user."""

from __future__ import annotations

import asyncio
import re
import stat
from pathlib import Path

from tests.support.players import table_of
from tests.support.server_process import HouseProcess, command

PAGE = (Path(__file__).parents[3] / "docs" / "running.md").read_text(encoding="utf-8")


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_files_are_private_in_a_public_directory(tmp_path: Path) -> None:
    """Also those that a house wrote before it took care: the secret that signs cookies is in them."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    house = HouseProcess(data).start()

    async def write() -> None:
        (client,) = await table_of(house.address, 1)
        await client.close()

    try:
        asyncio.run(write())
        private = dict.fromkeys(("doghouse.db", "doghouse.db-shm", "doghouse.db-wal", "lock"), 0o600)
        assert modes(data) == private
        house.kill()
        for file in data.iterdir():
            file.chmod(0o644)
        house.start()
        assert modes(data) == private
    finally:
        house.kill()
    assert command("backup", str(tmp_path / "kept"), "--data", str(data)).exit_code == 0
    other = tmp_path / "other"
    other.mkdir(mode=0o755)
    assert command("restore", str(tmp_path / "kept"), "--data", str(other)).exit_code == 0
    assert set(modes(other).values()) == {0o600}


def test_documented_service_has_a_private_directory() -> None:
    (service,) = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
    assert "\nStateDirectory=doghouse\nStateDirectoryMode=0700\n" in service
