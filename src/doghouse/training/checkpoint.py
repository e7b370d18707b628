"""Checkpoints: all that a run needs to go on, in one file that is replaced whole or not at all."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import torch

from doghouse.bots.core.encode import VERSION as ENCODER
from doghouse.training.configuration import Configuration

NAME = "checkpoint.pt"
DAMAGED = "{} is damaged; remove it, or choose another folder, to begin anew"
KEPT = {"configuration", "encoder", "learner", "chapter", "progress", "curve", "owed"}


class BadCheckpoint(ValueError):
    """A checkpoint that this run cannot go on from."""


def exists(folder: Path) -> bool:
    return (folder / NAME).exists()


def save(folder: Path, wishes: Configuration, kept: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{NAME}.new"
    memory = io.BytesIO()  # PyTorch tells a full disk by an error of its own kind
    torch.save({"configuration": wishes.fingerprint(), "encoder": ENCODER, **kept}, memory)
    new.write_bytes(memory.getbuffer())
    os.replace(new, folder / NAME)


def load(folder: Path, wishes: Configuration, device: torch.device) -> dict[str, Any]:
    """What was kept, if this run can go on from it."""
    file = folder / NAME
    try:
        kept: dict[str, Any] = torch.load(file, map_location=device, weights_only=True)
        if missing := KEPT - kept.keys():
            raise BadCheckpoint(f"{file} lacks {', '.join(sorted(missing))}")
    except BadCheckpoint:
        raise
    except OSError as error:
        raise BadCheckpoint(f"{file} cannot be read: {error.strerror}") from None
    except Exception:  # what is thrown at a damaged file is as various as the damage
        raise BadCheckpoint(DAMAGED.format(file)) from None
    if kept["configuration"] != wishes.fingerprint():
        raise BadCheckpoint(f"{folder} holds a run with another configuration; choose another folder to begin anew")
    if kept["encoder"] != ENCODER:
        raise BadCheckpoint(f"{folder} holds a run with another encoder ({kept['encoder']}, now {ENCODER})")
    return kept
