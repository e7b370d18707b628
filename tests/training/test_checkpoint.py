"""Checkpoints that are damaged or belong to another run are rejected."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import doghouse as dog
from doghouse.rules.rules import RULES_VERSION
from doghouse.training import checkpoint
from doghouse.training.checkpoint import InvalidCheckpoint, deserialize, serialize
from doghouse.training.run import Run
from tests.support.nets import tiny

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A checkpoint as a run leaves it."""
    folder = tmp_path_factory.mktemp("run")
    Run(tiny(), "cpu", folder, threads=1).train()
    return (folder / checkpoint.NAME).read_bytes()


def test_serialize_round_trip(content: bytes) -> None:
    kept = deserialize(content, CPU)
    assert deserialize(serialize(kept), CPU)["learner"]["steps"] == kept["learner"]["steps"] == 60


@pytest.mark.parametrize("part", [0, 0.0001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.9999])
def test_flipped_bit_is_detected(content: bytes, part: float, tmp_path: Path) -> None:
    damaged = bytearray(content)
    damaged[int(part * len(content))] ^= 1
    (tmp_path / checkpoint.NAME).write_bytes(damaged)
    with pytest.raises(InvalidCheckpoint, match=r"checkpoint\.pt: damaged checkpoint; delete it"):
        Run(tiny(), "cpu", tmp_path)


def test_truncated_checkpoint_is_rejected(content: bytes, tmp_path: Path) -> None:
    for length in (0, 10, 64, 65, len(content) - 1):
        (tmp_path / checkpoint.NAME).write_bytes(content[:length])
        with pytest.raises(InvalidCheckpoint, match="damaged checkpoint"):
            Run(tiny(), "cpu", tmp_path)


def test_run_for_other_rules_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Run(tiny(), "cpu", tmp_path, threads=1).train()
    monkeypatch.setattr(checkpoint, "RULES_VERSION", RULES_VERSION + 1)
    with pytest.raises(InvalidCheckpoint, match=f"for version {RULES_VERSION} of the rules, not {RULES_VERSION + 1}"):
        Run(tiny(), "cpu", tmp_path)


def test_checkpoint_without_later_fields_resumes(content: bytes, tmp_path: Path) -> None:
    kept = deserialize(content, CPU)
    for name in ("ahead", "forks", "until", "sparring"):
        del kept["wishes"][name]
    (tmp_path / checkpoint.NAME).write_bytes(serialize(kept))
    assert Run(tiny(), "cpu", tmp_path).learner.steps == 60
    with pytest.raises(InvalidCheckpoint, match=r"another config \(ahead 1\.0, not 0\.5\)"):
        Run(tiny().changed(ahead=0.5, forks=8), "cpu", tmp_path)
    with pytest.raises(InvalidCheckpoint, match=r"another config \(deals 2, not 3\)"):
        Run(tiny().changed(deals=3, forks=8), "cpu", tmp_path)
