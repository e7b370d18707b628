"""Nets that a run left behind, to go on from."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from doghouse.bots.nets import BadNet, nets_for, weights_in
from doghouse.training.configuration import BadConfiguration, Configuration

CURVE = "curve.json"
TOLD = ("steps", "chapters", "games", "decisions", "minutes")


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
        card = nets_for(wishes.mode, folder).card
    except BadNet as error:
        raise BadConfiguration(f"there is nothing to begin with: {error}") from None
    trained = card.get("trained")
    if not isinstance(trained, dict) or not all(is_told(name, trained.get(name)) for name in TOLD):
        raise BadConfiguration(
            f"the card of {wishes.mode} in {folder} does not say how it was trained: it needs {', '.join(TOLD)}"
        )
    if trained["steps"] >= wishes.steps:
        raise BadConfiguration(
            f"the nets in {folder} were trained for {trained['steps']:,} steps, and this run has {wishes.steps:,}: "
            "there is nothing left to do"
        )
    data = (folder / f"{wishes.mode}.npz").read_bytes()
    held = {name: torch.from_numpy(weights) for name, weights in weights_in(data, card["encoder"], wishes.mode).items()}
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
    return Trained(
        nets,
        trained["steps"],
        trained["chapters"],
        60 * trained["minutes"],
        trained["games"],
        trained["decisions"],
        curve_in(folder),
    )


def is_told(name: str, value: object) -> bool:
    """Whether a card says so much: minutes, and else whole numbers."""
    whole = type(value) is int and value >= 0
    return whole or (name == "minutes" and isinstance(value, float) and 0 <= value < math.inf)


def curve_in(folder: Path) -> list[dict[str, Any]]:
    """The points of a learning curve that a run left; none if there is no such file."""
    file = folder / CURVE
    if not file.exists():
        return []
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadConfiguration(f"{file} cannot be read: {error}") from None
    if not isinstance(found, list) or not all(isinstance(point, dict) for point in found):
        raise BadConfiguration(f"{file} is no learning curve, such as doghouse train writes")
    return found
