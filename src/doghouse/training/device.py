"""The device on which nets are trained."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


class DeviceUnavailable(ValueError):
    """PyTorch cannot use the requested device."""


def device_for(name: str) -> str:
    """Return ``cuda`` or ``cpu``; for ``auto``, the GPU if there is one."""
    import torch

    has_gpu = torch.cuda.is_available()
    if name == "cuda" and not has_gpu:
        raise DeviceUnavailable("PyTorch finds no GPU on this machine")
    if name != "cpu" and has_gpu:
        return "cuda"
    torch.set_num_threads(1)  # fastest for small nets, and leaves the cores to the games
    return "cpu"


def within(stream: torch.cuda.Stream | None) -> AbstractContextManager[object]:
    """Enter a CUDA stream; do nothing without one."""
    import torch

    return nullcontext() if stream is None else torch.cuda.stream(stream)
