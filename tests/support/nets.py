"""Nets with random weights, and a training run that takes seconds: for tests that are not about strength."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import numpy as np

from doghouse.bots.core.encode import VERSION
from doghouse.bots.modes import NAMES, mode
from doghouse.rules.rules import RULES_VERSION
from doghouse.training.config import Config, load

WIDTH, HEAD = 8, 4


def write_nets(home: Path) -> None:
    """Write a net and its card for every mode."""
    for name in NAMES:
        write_net(home, name)


def write_net(
    home: Path, name: str, encoder: int = VERSION, rules: int = RULES_VERSION, features: int | None = None
) -> None:
    chance = np.random.default_rng(1)
    shapes = {"first": (WIDTH, features or mode(name).features), "blocks.0": (WIDTH, WIDTH), "head": (HEAD, WIDTH)}
    shapes |= {"win": (len(mode(name).teams), HEAD), "margin": (1, HEAD)}
    arrays = {}
    for net in ("net", "small"):
        for part, (out, into) in shapes.items():
            arrays[f"{net}.{part}.weight"] = chance.normal(0, into**-0.5, (out, into)).astype(np.float16)
            arrays[f"{net}.{part}.bias"] = chance.normal(0, 0.1, out).astype(np.float16)
    memory = io.BytesIO()
    np.savez(memory, **arrays)  # type: ignore[arg-type]
    (home / f"{name}.npz").write_bytes(memory.getvalue())
    digest = hashlib.sha256(memory.getvalue()).hexdigest()
    card = f'mode = "{name}"\nencoder = {encoder}\nrules = {rules}\nsha256 = "{digest}"\n'
    (home / f"{name}.toml").write_text(card, encoding="utf-8")


def tiny(**changes: object) -> Config:
    config = load("2", small=True)
    return config.changed(
        games=16, steps=60, batch=64, least=500, window=20_000, most_steps=60, evaluate=30, deals=2, **changes
    )
