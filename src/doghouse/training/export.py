"""Export the nets of a run: weights in half precision, and a card that describes them."""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path

import numpy as np
import torch

from doghouse.bots.core.encode import VERSION as ENCODER
from doghouse.rules.rules import RULES_VERSION
from doghouse.training.run import Run
from doghouse.util.files import write_atomic

MAX_BYTES = 5_000_000


def export(run: Run, home: Path) -> Path:
    """Write the averaged nets of the last step, never the best of several, and their card; return the file."""
    arrays = {}
    for name, trainee in run.learner.trainees.items():
        for part, weights in trainee.average.state_dict().items():
            arrays[f"{name}.{part}"] = weights.half().cpu().numpy()
    memory = io.BytesIO()
    np.savez_compressed(memory, **arrays)
    data = memory.getvalue()
    if len(data) > MAX_BYTES:
        raise ValueError(f"nets of {len(data):,} bytes exceed the limit of {MAX_BYTES:,}; choose a smaller shape")
    home.mkdir(parents=True, exist_ok=True)
    file = home / f"{run.config.mode}.npz"
    write_atomic(file, data)
    write_atomic(file.with_suffix(".toml"), card(run, data))
    return file


def card(run: Run, data: bytes) -> str:
    """Return the card: format, training and strength of the nets."""
    now, last = run.progress, run.curve[-1] if run.curve else None
    cores, device = os.cpu_count() or 1, torch.cuda.get_device_name() if run.device.type == "cuda" else "CPU"
    plural = "s" if cores > 1 else ""
    lines = [
        f"# The nets of the mode {run.config.mode}; written by doghouse train.",
        f'mode = "{run.config.mode}"',
        f"encoder = {ENCODER}",
        f"rules = {RULES_VERSION}",
        f'sha256 = "{hashlib.sha256(data).hexdigest()}"',
        "",
        "[trained]",
        f'configuration = "{run.config.fingerprint()}"',
        f"steps = {now.steps}",
        f"chapters = {run.chapter}",
        f"games = {now.games}",
        f"decisions = {now.decisions}",
        f"minutes = {now.seconds / 60:.1f}",
        f'machine = "{device}, {cores} core{plural}"',
    ]
    if last is not None:
        lines += [
            "",
            f"[strength]  # fraction of games won against greedy in all other seats, at step {last.steps:,}",
            f"net = {last.won:.3f}",
            f"give_or_take = {last.give_or_take:.3f}",
            f"small = {last.small_won:.3f}",
        ]
    return "\n".join(lines) + "\n"
