"""Nets that a run left behind, to go on from."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, fields
from pathlib import Path

import torch
from torch import Tensor

from doghouse.bots.modes import mode as mode_named
from doghouse.bots.nets import BadNet, nets_for, weights_in
from doghouse.training.config import Config, InvalidConfig
from doghouse.training.evaluation import Evaluation
from doghouse.training.model import ValueNet

CURVE = "curve.json"
TOLD = ("steps", "chapters", "games", "decisions", "minutes")
POINT = tuple(field.name for field in fields(Evaluation))
COUNTED = ("steps", "chapters", "games", "decisions")


@dataclass(frozen=True)
class Trained:
    """The weights of both nets, and how far their training had come."""

    nets: dict[str, dict[str, Tensor]]
    steps: int
    chapters: int
    seconds: float
    games: int
    decisions: int
    curve: list[Evaluation]


def load_nets(folder: Path, config: Config) -> Trained:
    """The nets of a folder, if this configuration can go on from them."""
    try:
        card = nets_for(config.mode, folder).card
    except BadNet as error:
        raise InvalidConfig(f"there is nothing to begin with: {error}") from None
    trained = card.get("trained")
    if not isinstance(trained, dict) or not all(is_told(name, trained.get(name)) for name in TOLD):
        raise InvalidConfig(
            f"the card of {config.mode} in {folder} does not say how it was trained: it needs {', '.join(TOLD)}"
        )
    if trained["steps"] >= config.steps:
        raise InvalidConfig(
            f"the nets in {folder} were trained for {trained['steps']:,} steps, and this run has {config.steps:,}: "
            "there is nothing left to do"
        )
    data = (folder / f"{config.mode}.npz").read_bytes()
    held = {name: torch.from_numpy(weights) for name, weights in weights_in(data, card["encoder"], config.mode).items()}
    nets: dict[str, dict[str, Tensor]] = {}
    for name, shape in (("net", config.net), ("small", config.small)):
        nets[name] = {part.removeprefix(f"{name}."): held[part] for part in held if part.startswith(f"{name}.")}
        blocks = sum(part.startswith("blocks.") and part.endswith(".weight") for part in nets[name])
        found = (*nets[name]["first.weight"].shape[:1], blocks, *nets[name]["head.weight"].shape[:1])
        if found != (shape.width, shape.blocks, shape.head):
            raise InvalidConfig(
                f"the nets in {folder} have another shape: {name} is {found}, this run's is "
                f"{(shape.width, shape.blocks, shape.head)}"
            )
        with torch.device("meta"):  # only to be asked for its parts
            wanted = ValueNet(mode_named(config.mode), shape).state_dict()
        if lacking := [
            part for part in wanted if part not in nets[name] or wanted[part].shape != nets[name][part].shape
        ]:
            raise InvalidConfig(
                f"the nets in {folder} can play, but not go on learning: {name} lacks {', '.join(lacking)} "
                "or has it in another shape"
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
    """Whether it is a number that a run tells: what is counted is whole, and nothing is below 0."""
    if type(value) is int:
        return value >= 0
    return name not in COUNTED and isinstance(value, float) and 0 <= value < math.inf


def curve_in(folder: Path) -> list[Evaluation]:
    """The points of a learning curve that a run left; none if there is no such file."""
    file = folder / CURVE
    if not file.exists():
        return []
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidConfig(f"{file} cannot be read: {error}") from None
    if not isinstance(found, list) or not all(is_point(point) for point in found):
        raise InvalidConfig(f"{file} is no learning curve, such as doghouse train writes")
    return [Evaluation(**point) for point in found]


def is_point(data: object) -> bool:
    """Whether it is a point of a learning curve; one before anything is learned has no loss."""
    if not isinstance(data, dict) or data.keys() != set(POINT):
        return False
    return all(is_told(name, value) or (name == "loss" and value is None) for name, value in data.items())
