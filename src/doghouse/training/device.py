"""What a net is trained on."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


class DeviceUnavailable(ValueError):
    """It is not there."""


def device_for(wanted: str) -> str:
    """``cuda`` or ``cpu``, as wanted, or for ``auto`` the GPU if there is one."""
    import torch

    there = torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise DeviceUnavailable("there is no GPU here that PyTorch can use")
    if wanted == "cuda" or (wanted == "auto" and there):
        return "cuda"
    torch.set_num_threads(1)  # small nets are quickest so, and the cores are for the games
    return "cpu"


def machine_with(device: str) -> str:
    """The machine, as a card names it: its GPU, if that is used, and its cores."""
    import torch

    cores = os.cpu_count() or 1
    name = torch.cuda.get_device_name() if device == "cuda" else "CPU"
    return f"{name}, {cores} core{'s' if cores > 1 else ''}"


def within(stream: torch.cuda.Stream | None) -> AbstractContextManager[object]:
    """In a stream of a GPU; as usual without one."""
    import torch

    return nullcontext() if stream is None else torch.cuda.stream(stream)
