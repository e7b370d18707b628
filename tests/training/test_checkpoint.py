"""A checkpoint is gone on from if it is whole and of this run, or else refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import doghouse as dog
from doghouse.rules.rules import RULES_VERSION
from doghouse.training import checkpoint
from doghouse.training.checkpoint import InvalidCheckpoint, deserialize, serialize
from doghouse.training.run import Run
from tests.support.tiny_run import tiny

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A checkpoint as a run leaves it."""
    folder = tmp_path_factory.mktemp("run")
    Run(tiny(), "cpu", folder, threads=1).train()
    return (folder / checkpoint.NAME).read_bytes()


def test_what_is_sealed_is_unsealed(content: bytes) -> None:
    kept = deserialize(content, CPU)
    assert deserialize(serialize(kept), CPU)["learner"]["steps"] == kept["learner"]["steps"] == 60


@pytest.mark.parametrize("part", [0, 0.0001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.9999])
def test_a_single_bit_that_flipped_is_noticed(content: bytes, part: float, tmp_path: Path) -> None:
    damaged = bytearray(content)
    damaged[int(part * len(content))] ^= 1
    (tmp_path / checkpoint.NAME).write_bytes(damaged)
    with pytest.raises(InvalidCheckpoint, match=r"checkpoint\.pt is damaged; remove it"):
        Run(tiny(), "cpu", tmp_path)


def test_a_checkpoint_that_was_cut_off_is_refused(content: bytes, tmp_path: Path) -> None:
    for length in (0, 10, 64, 65, len(content) - 1):
        (tmp_path / checkpoint.NAME).write_bytes(content[:length])
        with pytest.raises(InvalidCheckpoint, match="is damaged"):
            Run(tiny(), "cpu", tmp_path)


def test_a_run_by_other_rules_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Run(tiny(), "cpu", tmp_path, threads=1).train()
    monkeypatch.setattr(checkpoint, "RULES_VERSION", RULES_VERSION + 1)
    with pytest.raises(
        InvalidCheckpoint, match=f"by version {RULES_VERSION} of the rules, and this is {RULES_VERSION + 1}"
    ):
        Run(tiny(), "cpu", tmp_path)


def test_what_a_run_before_did_not_know_does_not_set_it_apart(content: bytes, tmp_path: Path) -> None:
    kept = deserialize(content, CPU)
    for name in ("ahead", "forks", "until", "sparring"):
        del kept["wishes"][name]
    (tmp_path / checkpoint.NAME).write_bytes(serialize(kept))
    assert Run(tiny(), "cpu", tmp_path).learner.steps == 60
    with pytest.raises(InvalidCheckpoint, match=r"another configuration \(ahead 1\.0, not 0\.5\)"):
        Run(tiny().changed(ahead=0.5, forks=8), "cpu", tmp_path)
    with pytest.raises(InvalidCheckpoint, match=r"another configuration \(deals 2, not 3\)"):
        Run(tiny().changed(deals=3, forks=8), "cpu", tmp_path)
