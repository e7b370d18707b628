"""Nets by chance in place of the trained ones, and games that are broken off early: such nets would play for long."""

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
    monkeypatch.setattr(rollout_values, "MOST_STEPS", 150)
    nets_for.cache_clear()
    yield
    nets_for.cache_clear()
