"""The trained nets, one file for each mode with a card beside it; judging with them needs numpy alone."""

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
    """A net that is not there, is damaged, or was trained for something else."""


@dataclass(frozen=True)
class Net:
    """A net as numpy computes it: a wide layer, residual ones, a narrow one, the outputs."""

    first: tuple[Numbers, Numbers]
    blocks: tuple[tuple[Numbers, Numbers], ...]
    head: tuple[Numbers, Numbers]
    win: tuple[Numbers, Numbers]

    def logits(self, rows: Rows) -> Numbers:
        """A number for each team as the mover counts them, its own first."""
        hidden = np.maximum(rows.astype(np.float32) @ self.first[0] + self.first[1], 0)
        for weights, bias in self.blocks:
            hidden = np.maximum(hidden + hidden @ weights + bias, 0)
        hidden = np.maximum(hidden @ self.head[0] + self.head[1], 0)
        found: Numbers = hidden @ self.win[0] + self.win[1]
        return found

    def chances(self, rows: Rows) -> Numbers:
        """The chance of winning of each team as the mover counts them, its own first."""
        logits = self.logits(rows)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        found: Numbers = odds / odds.sum(axis=1, keepdims=True)
        return found


@dataclass(frozen=True)
class Nets:
    """What one file holds: the net that judges, and a small one for looking ahead."""

    net: Net
    small: Net
    card: dict[str, Any]


def net_folder(path: object) -> Path | None:
    """The folder that an option of a bot names; None for the shipped nets."""
    if path == "":
        return None
    folder = Path(str(path))
    if not folder.is_dir():
        raise InvalidOption(f"nets must be a folder written by doghouse train, not {path!r}")
    return folder


@cache
def nets_for(mode: str, home: Path | None = None) -> Nets:
    """The nets of a mode, checked against their card."""
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
        held = load_weights(data, card["encoder"], mode)
        if not all(np.isfinite(weights).all() for weights in held.values()):
            raise ValueError("weights are numbers")
        net, small = (read_net(held, name, mode_named(mode)) for name in ("net", "small"))
    except (OSError, ValueError, KeyError, AttributeError, TypeError, BadZipFile, EOFError):
        raise InvalidNet(f"{file} does not contain the nets of mode {mode}") from None
    return Nets(net, small, card)


def check_card(card: dict[str, Any], file: Path, mode: str, checksum: str) -> None:
    """Whether a card is that of this file, and the nets are for today's rows and rules."""
    for name, found, fitting in (
        ("checksum", card.get("sha256"), (checksum,)),
        ("encoder", card.get("encoder"), (OLDEST, ENCODER)),
        ("rules", card.get("rules"), (RULES_VERSION,)),
        ("mode", card.get("mode"), (mode,)),
    ):
        if type(found) is not type(fitting[0]) or found not in fitting:
            said = f"no {name}" if found is None else f"{name} {found}"
            raise InvalidNet(f"{file} does not fit: its card says {said}, expected {' or '.join(map(str, fitting))}")


def load_weights(data: bytes, encoder: int, mode: str) -> dict[str, Numbers]:
    """The weights that a file of nets holds, for the rows of today."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        held = {name: arrays[name].astype(np.float32) for name in arrays.files}
    return {name: pad_first_layer(name, weights, mode) for name, weights in held.items()} if encoder == OLDEST else held


def pad_first_layer(name: str, weights: Numbers, mode: str) -> Numbers:
    """The weights of a layer of an older net; those it has not, for what stands at the end of a row today, are 0."""
    if not name.endswith("first.weight"):
        return weights
    found = mode_named(mode)
    if weights.shape[1] != old_feature_count(found.rules.players, found.ring_size):
        raise ValueError(f"a row of the mode {mode} had another length")
    return np.pad(weights, ((0, 0), (0, found.features - weights.shape[1])))


def read_net(arrays: dict[str, Numbers], name: str, mode: Mode) -> Net:
    """A net from its arrays; what rows are multiplied by becomes part of the first layer."""

    def layer(part: str) -> tuple[Numbers, Numbers]:
        return np.ascontiguousarray(arrays[f"{name}.{part}.weight"].T), arrays[f"{name}.{part}.bias"]

    weights, bias = layer("first")
    by = np.array(scales(mode.rules.players, mode.ring_size), np.float32)
    count = sum(key.startswith(f"{name}.blocks.") and key.endswith(".weight") for key in arrays)
    blocks = tuple(layer(f"blocks.{block}") for block in range(count))
    net = Net((np.ascontiguousarray(weights * by[:, None]), bias), blocks, layer("head"), layer("win"))
    if net.logits(np.zeros((1, mode.features), np.uint8)).shape[1] != len(mode.teams):
        raise ValueError(f"a net of the mode {mode.name} has an output for each of {len(mode.teams)} teams")
    return net
