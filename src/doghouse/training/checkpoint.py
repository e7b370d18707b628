"""Checkpoints: everything a run needs to go on, in one file that is replaced atomically.

The first line is the checksum of the rest, since PyTorch loads weights with a flipped bit without an error.
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
DAMAGED = "{}: damaged checkpoint; delete it or choose another folder"
REQUIRED = {"configuration", "encoder", "rules", "learner", "chapter", "progress", "curve", "owed"}


class InvalidCheckpoint(ValueError):
    """A checkpoint that this run cannot resume from."""


def save(folder: Path, config: Config, state: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    header = {
        "configuration": config.fingerprint(),
        "wishes": asdict(config),
        "encoder": ENCODER,
        "rules": RULES_VERSION,
    }
    write_atomic(folder / NAME, serialize({**header, **state}))


def load(folder: Path, config: Config, device: torch.device) -> dict[str, Any]:
    """Load a checkpoint; raise InvalidCheckpoint if a run with this config cannot resume from it."""
    file = folder / NAME
    try:
        state = deserialize(file.read_bytes(), device)
        missing = REQUIRED - state.keys()
    except OSError as error:
        raise InvalidCheckpoint(f"{file}: cannot read: {error.strerror}") from None
    except Exception:  # PyTorch raises errors of many kinds for a file that is not a checkpoint
        raise InvalidCheckpoint(DAMAGED.format(file)) from None
    if missing:
        raise InvalidCheckpoint(f"{file}: missing {', '.join(sorted(missing))}")
    if state["configuration"] != config.fingerprint():
        difference = describe_difference(state.get("wishes"), config)
        raise InvalidCheckpoint(f"{folder}: run with another config{difference}; choose another folder")
    if state["encoder"] != ENCODER:
        raise InvalidCheckpoint(f"{folder}: run with encoder {state['encoder']}, not {ENCODER}")
    if state["rules"] != RULES_VERSION:
        raise InvalidCheckpoint(
            f"{folder}: run for version {state['rules']} of the rules, not {RULES_VERSION}; choose another folder"
        )
    return state


def describe_difference(saved: object, config: Config) -> str:
    """Return the first field in which a saved config differs, if the checkpoint has one."""
    if not isinstance(saved, dict):
        return ""
    defaults = asdict(Config(config.mode))  # for fields that were added later
    for name, expected in asdict(config).items():
        if name in FORK_FIELDS and config.ahead == 1.0:
            continue
        if (value := saved.get(name, defaults[name])) != expected:
            return f" ({name} {value}, not {expected})"
    return ""


def serialize(state: dict[str, Any]) -> bytes:
    memory = io.BytesIO()  # to a file, PyTorch would report a full disk as a RuntimeError
    torch.save(state, memory)
    data = memory.getvalue()
    return checksum(data) + b"\n" + data


def deserialize(content: bytes, device: torch.device) -> dict[str, Any]:
    """Verify the checksum and load the state."""
    first, _newline, data = content.partition(b"\n")
    if first != checksum(data):
        raise ValueError("checksum mismatch")
    state: dict[str, Any] = torch.load(io.BytesIO(data), map_location=device, weights_only=True)
    return state


def checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()
