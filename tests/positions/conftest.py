"""Random nets instead of the trained ones, and a limit on the length of games, which such nets would make long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from doghouse.bots.nets import inference
from doghouse.bots.nets.inference import nets_for
from tests.support.nets import write_nets
from tools.positions import rollout_values


@pytest.fixture(autouse=True, scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nets")
    write_nets(folder)
    return folder


@pytest.fixture(autouse=True)
def in_place_of_trained(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(inference, "HOME", home)
    monkeypatch.setattr(rollout_values, "MAX_STEPS", 150)
    nets_for.cache_clear()
    yield
    nets_for.cache_clear()
