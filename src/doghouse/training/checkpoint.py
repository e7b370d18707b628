"""Checkpoints: all that a run needs to go on, in one file that is replaced whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

from doghouse.bots.core.encode import VERSION as ENCODER
from doghouse.training.configuration import Configuration

NAME = "checkpoint.pt"


class BadCheckpoint(ValueError):
    """A checkpoint that this run cannot go on from."""


def exists(folder: Path) -> bool:
    return (folder / NAME).exists()


def save(folder: Path, wishes: Configuration, kept: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{NAME}.new"
    torch.save({"configuration": wishes.fingerprint(), "encoder": ENCODER, **kept}, new)
    os.replace(new, folder / NAME)


def load(folder: Path, wishes: Configuration, device: torch.device) -> dict[str, Any]:
    kept: dict[str, Any] = torch.load(folder / NAME, map_location=device, weights_only=True)
    if kept["configuration"] != wishes.fingerprint():
        raise BadCheckpoint(f"{folder} holds a run with another configuration; choose another folder to begin anew")
    if kept["encoder"] != ENCODER:
        raise BadCheckpoint(f"{folder} holds a run with another encoder ({kept['encoder']}, now {ENCODER})")
    return kept
