"""The config of a training run that takes seconds."""

from __future__ import annotations

from doghouse.training.config import Config, load


def tiny(**changes: object) -> Config:
    config = load("2", small=True)
    return config.changed(
        games=16, steps=60, batch=64, least=500, window=20_000, most_steps=60, evaluate=30, deals=2, **changes
    )
