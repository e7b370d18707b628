"""Checkpoints: all that a run needs to go on, in one file that is replaced whole or not at all.

Its first line is the checksum of all that follows: PyTorch reads weights with a flipped bit as if nothing had happened.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from doghouse.bots.core.encode import VERSION as ENCODER
from doghouse.rules.rules import RULES_VERSION
from doghouse.training.config import FORK_FIELDS, Config
from doghouse.util.files import write_atomic

NAME = "checkpoint.pt"
DAMAGED = "{} is damaged; remove it, or choose another folder, to begin anew"
KEPT = {"configuration", "encoder", "rules", "learner", "chapter", "progress", "curve", "owed"}


class InvalidCheckpoint(ValueError):
    """A checkpoint that this run cannot go on from."""


def exists(folder: Path) -> bool:
    return (folder / NAME).exists()


def save(folder: Path, config: Config, kept: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    follows_from = {
        "configuration": config.fingerprint(),
        "wishes": asdict(config),
        "encoder": ENCODER,
        "rules": RULES_VERSION,
    }
    write_atomic(folder / NAME, serialize({**follows_from, **kept}))


def load(folder: Path, config: Config, device: torch.device) -> dict[str, Any]:
    """What was kept, if this run can go on from it."""
    file = folder / NAME
    try:
        kept = deserialize(file.read_bytes(), device)
        if missing := KEPT - kept.keys():
            raise InvalidCheckpoint(f"{file} lacks {', '.join(sorted(missing))}")
    except InvalidCheckpoint:
        raise
    except OSError as error:
        raise InvalidCheckpoint(f"{file} cannot be read: {error.strerror}") from None
    except Exception:  # what is thrown at a file of something else is as various as that
        raise InvalidCheckpoint(DAMAGED.format(file)) from None
    if kept["configuration"] != config.fingerprint():
        raise InvalidCheckpoint(
            f"{folder} holds a run with another configuration{describe_difference(kept.get('wishes'), config)}; "
            "choose another folder to begin anew"
        )
    if kept["encoder"] != ENCODER:
        raise InvalidCheckpoint(f"{folder} holds a run with another encoder ({kept['encoder']}, now {ENCODER})")
    if kept["rules"] != RULES_VERSION:
        raise InvalidCheckpoint(
            f"{folder} holds a run by version {kept['rules']} of the rules, and this is {RULES_VERSION}; "
            "choose another folder to begin anew"
        )
    return kept


def describe_difference(kept: object, config: Config) -> str:
    """The first thing that sets a run apart which was kept, if it says."""
    if not isinstance(kept, dict):
        return ""
    usual = asdict(Config(config.mode))  # what a run before there was such a choice had
    for name, wanted in asdict(config).items():
        if name in FORK_FIELDS and config.ahead == 1.0:
            continue
        if (had := kept.get(name, usual[name])) != wanted:
            return f" ({name} {had}, not {wanted})"
    return ""


def serialize(kept: dict[str, Any]) -> bytes:
    """As it stands in the file, under its checksum."""
    memory = io.BytesIO()  # PyTorch tells a full disk by an error of its own kind
    torch.save(kept, memory)
    data = memory.getvalue()
    return checksum(data) + b"\n" + data


def deserialize(content: bytes, device: torch.device) -> dict[str, Any]:
    """What the content of a file keeps, if that is what was written."""
    first, _newline, data = content.partition(b"\n")
    if first != checksum(data):
        raise ValueError("the checksum is another")
    kept: dict[str, Any] = torch.load(io.BytesIO(data), map_location=device, weights_only=True)
    return kept


def checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()
