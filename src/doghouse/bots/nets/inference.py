"""Load the trained nets and evaluate rows with numpy."""

from __future__ import annotations

import hashlib
import io
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from doghouse.bots.bot import InvalidOption
from doghouse.bots.core.encode import OLDEST, old_feature_count, scales
from doghouse.bots.core.encode import VERSION as ENCODER
from doghouse.bots.modes import Mode
from doghouse.bots.modes import mode as mode_named
from doghouse.rules.rules import RULES_VERSION

HOME = Path(__file__).parent
Rows = NDArray[np.uint8]
Numbers = NDArray[np.float32]


class InvalidNet(ValueError):
    """A net that is missing, damaged, or trained for something else."""


@dataclass(frozen=True)
class Net:
    """A net: a wide layer, residual blocks, a narrow head, the outputs."""

    first: tuple[Numbers, Numbers]
    blocks: tuple[tuple[Numbers, Numbers], ...]
    head: tuple[Numbers, Numbers]
    win: tuple[Numbers, Numbers]

    def logits(self, rows: Rows) -> Numbers:
        """Return a logit for each team, the mover's first."""
        hidden = np.maximum(rows.astype(np.float32) @ self.first[0] + self.first[1], 0)
        for weights, bias in self.blocks:
            hidden = np.maximum(hidden + hidden @ weights + bias, 0)
        hidden = np.maximum(hidden @ self.head[0] + self.head[1], 0)
        logits: Numbers = hidden @ self.win[0] + self.win[1]
        return logits

    def chances(self, rows: Rows) -> Numbers:
        """Return the chance of winning of each team, the mover's first."""
        logits = self.logits(rows)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: Numbers = odds / odds.sum(axis=1, keepdims=True)
        return chances


@dataclass(frozen=True)
class Nets:
    """The contents of a file: the net, and a small one for roll-outs."""

    net: Net
    small: Net
    card: dict[str, Any]


def net_folder(path: object) -> Path | None:
    """Return the folder of the bot option ``nets``; None for the shipped nets."""
    if path == "":
        return None
    folder = Path(str(path))
    if not folder.is_dir():
        raise InvalidOption(f"nets must be a folder written by doghouse train, not {path!r}")
    return folder


@cache
def nets_for(mode: str, home: Path | None = None) -> Nets:
    """Load the nets of a mode and check them against their card."""
    home = home or HOME
    file, card_file = home / f"{mode}.npz", home / f"{mode}.toml"
    if not file.exists():
        raise InvalidNet(f"no net for mode {mode} in {home}")
    if not card_file.exists():
        raise InvalidNet(f"{file} cannot be verified: its card {card_file.name} is missing beside it")
    try:
        card = tomllib.loads(card_file.read_text(encoding="utf-8"))
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        raise InvalidNet(f"cannot read the nets of mode {mode} in {home}: {error}") from None
    check_card(card, file, mode, hashlib.sha256(data).hexdigest())
    try:
        arrays = load_weights(data, card["encoder"], mode)
        if not all(np.isfinite(weights).all() for weights in arrays.values()):
            raise ValueError("weights must be finite")
        net, small = (read_net(arrays, name, mode_named(mode)) for name in ("net", "small"))
    except (OSError, ValueError, KeyError, AttributeError, TypeError, BadZipFile, EOFError):
        raise InvalidNet(f"{file} does not contain the nets of mode {mode}") from None
    return Nets(net, small, card)


def check_card(card: dict[str, Any], file: Path, mode: str, checksum: str) -> None:
    """Raise InvalidNet unless the card belongs to the file, the current encoder and the rules."""
    for name, value, expected in (
        ("checksum", card.get("sha256"), (checksum,)),
        ("encoder", card.get("encoder"), (OLDEST, ENCODER)),
        ("rules", card.get("rules"), (RULES_VERSION,)),
        ("mode", card.get("mode"), (mode,)),
    ):
        if type(value) is not type(expected[0]) or value not in expected:
            said = f"no {name}" if value is None else f"{name} {value}"
            raise InvalidNet(
                f"{file} is not compatible: its card says {said}, expected {' or '.join(map(str, expected))}"
            )


def load_weights(data: bytes, encoder: int, mode: str) -> dict[str, Numbers]:
    """Return the weights in a file of nets, for the current encoder."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        arrays = {name: file[name].astype(np.float32) for name in file.files}
    if encoder == OLDEST:  # pad the first layers with 0 for the newer features
        config = mode_named(mode)
        old = old_feature_count(config.rules.players, config.ring_size)
        for name in ("net.first.weight", "small.first.weight"):
            if arrays[name].shape[1] != old:
                raise ValueError(f"mode {mode}: rows of {arrays[name].shape[1]} features")
            arrays[name] = np.pad(arrays[name], ((0, 0), (0, config.features - old)))
    return arrays


def read_net(arrays: dict[str, Numbers], name: str, mode: Mode) -> Net:
    """Build a net from its arrays; the first layer includes the scales of the features."""

    def layer(part: str) -> tuple[Numbers, Numbers]:
        return np.ascontiguousarray(arrays[f"{name}.{part}.weight"].T), arrays[f"{name}.{part}.bias"]

    weights, bias = layer("first")
    by = np.array(scales(mode.rules.players, mode.ring_size), np.float32)
    count = sum(key.startswith(f"{name}.blocks.") and key.endswith(".weight") for key in arrays)
    blocks = tuple(layer(f"blocks.{block}") for block in range(count))
    net = Net((np.ascontiguousarray(weights * by[:, None]), bias), blocks, layer("head"), layer("win"))
    if net.logits(np.zeros((1, mode.features), np.uint8)).shape[1] != len(mode.teams):
        raise ValueError(f"a net of mode {mode.name} must have {len(mode.teams)} outputs")
    return net
