"""Warm start: begin a run with the nets of an earlier one."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from doghouse.bots.modes import mode as mode_named
from doghouse.bots.nets.inference import InvalidNet, load_weights, nets_for
from doghouse.training.config import Config, InvalidConfig
from doghouse.training.evaluation import Evaluation
from doghouse.training.model import ValueNet

INTEGERS = ("steps", "chapters", "games", "decisions")
CARD_FIELDS = (*INTEGERS, "minutes")
POINT_FIELDS = {field.name for field in fields(Evaluation)}
Weights = dict[str, Tensor]


def load_nets(folder: Path, config: Config) -> tuple[dict[str, Weights], dict[str, Any]]:
    """Return the nets of a folder and the table ``trained`` of their card.

    Raise InvalidConfig if a run with this config cannot start from them.
    """
    try:
        card = nets_for(config.mode, folder).card
    except InvalidNet as error:
        raise InvalidConfig(f"no nets to begin with: {error}") from None
    trained = card.get("trained")
    if not isinstance(trained, dict) or not all(is_valid(name, trained.get(name)) for name in CARD_FIELDS):
        raise InvalidConfig(f"{folder / config.mode}.toml: [trained] must have {', '.join(CARD_FIELDS)} as numbers")
    if trained["steps"] >= config.steps:
        raise InvalidConfig(
            f"{folder}: the nets were trained for {trained['steps']:,} steps, and this run has only {config.steps:,}"
        )
    data = (folder / f"{config.mode}.npz").read_bytes()
    arrays = load_weights(data, card["encoder"], config.mode)
    nets: dict[str, Weights] = {}
    for name, shape in (("net", config.net), ("small", config.small)):
        prefix = f"{name}."
        net = {part.removeprefix(prefix): torch.from_numpy(arrays[part]) for part in arrays if part.startswith(prefix)}
        blocks = sum(part.startswith("blocks.") and part.endswith(".weight") for part in net)
        stored = (len(net["first.weight"]), blocks, len(net["head.weight"]))
        if stored != (expected := (shape.width, shape.blocks, shape.head)):
            raise InvalidConfig(f"{folder}: {name} has the shape {stored}, not {expected}")
        with torch.device("meta"):  # for the shapes alone
            layers = ValueNet(mode_named(config.mode), shape).state_dict()
        if wrong := [part for part in layers if part not in net or layers[part].shape != net[part].shape]:
            raise InvalidConfig(
                f"{folder}: cannot resume training: {name} lacks {', '.join(wrong)} or their shapes differ"
            )
        nets[name] = net
    return nets, trained


def is_valid(name: str, value: object) -> bool:
    """Whether the value is a number from 0 on: an integer where something is counted."""
    if type(value) is int:
        return value >= 0
    return name not in INTEGERS and isinstance(value, float) and 0 <= value < math.inf


def load_curve(folder: Path) -> list[Evaluation]:
    """Load the learning curve of a run; return an empty one if there is no file."""
    file = folder / "curve.json"
    if not file.exists():
        return []
    try:
        points = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidConfig(f"{file}: cannot read: {error}") from None
    if not isinstance(points, list) or not all(is_point(point) for point in points):
        raise InvalidConfig(f"{file}: not a learning curve of doghouse train")
    return [Evaluation(**point) for point in points]


def is_point(data: object) -> bool:
    """Whether the data is a point of a learning curve; the loss may be missing before the first step."""
    if not isinstance(data, dict) or data.keys() != POINT_FIELDS:
        return False
    return all(is_valid(name, value) or (name == "loss" and value is None) for name, value in data.items())
