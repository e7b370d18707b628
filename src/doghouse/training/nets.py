"""Nets that a run left behind, to go on from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from doghouse.bots.nets import BadNet, grown, nets_for
from doghouse.training.configuration import BadConfiguration, Configuration

CURVE = "curve.json"


@dataclass(frozen=True)
class Trained:
    """The weights of both nets, and how far their training had come."""

    nets: dict[str, dict[str, Tensor]]
    steps: int
    chapters: int
    seconds: float
    games: int
    decisions: int
    curve: list[dict[str, Any]]


def read_back(folder: Path, wishes: Configuration) -> Trained:
    """The nets of a folder, if this configuration can go on from them."""
    try:
        trained = nets_for(wishes.mode, folder).card["trained"]
    except BadNet as error:
        raise BadConfiguration(f"there is nothing to begin with: {error}") from None
    except KeyError:
        raise BadConfiguration(f"the card of {wishes.mode} in {folder} does not say how it was trained") from None
    if trained["steps"] >= wishes.steps:
        raise BadConfiguration(
            f"the nets in {folder} were trained for {trained['steps']:,} steps, and this run has {wishes.steps:,}: "
            "there is nothing left to do"
        )
    with np.load(folder / f"{wishes.mode}.npz", allow_pickle=False) as arrays:
        held = {
            name: torch.from_numpy(grown(name, arrays[name].astype(np.float32), wishes.mode)) for name in arrays.files
        }
    nets: dict[str, dict[str, Tensor]] = {}
    for name, shape in (("net", wishes.net), ("small", wishes.small)):
        nets[name] = {part.removeprefix(f"{name}."): held[part] for part in held if part.startswith(f"{name}.")}
        blocks = sum(part.startswith("blocks.") and part.endswith(".weight") for part in nets[name])
        found = (*nets[name]["first.weight"].shape[:1], blocks, *nets[name]["head.weight"].shape[:1])
        if found != (shape.width, shape.blocks, shape.head):
            raise BadConfiguration(
                f"the nets in {folder} have another shape: {name} is {found}, this run's is "
                f"{(shape.width, shape.blocks, shape.head)}"
            )
    curve = folder / CURVE
    return Trained(
        nets,
        trained["steps"],
        trained["chapters"],
        60 * trained["minutes"],
        trained["games"],
        trained["decisions"],
        json.loads(curve.read_text(encoding="utf-8")) if curve.exists() else [],
    )
