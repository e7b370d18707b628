"""What a net is trained on."""

from __future__ import annotations


class NoDevice(ValueError):
    """It is not there."""


def device_for(wanted: str) -> str:
    """``cuda`` or ``cpu``, as wanted, or for ``auto`` the GPU if there is one."""
    import torch

    there = torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise NoDevice("there is no GPU here that PyTorch can use")
    if wanted == "cuda" or (wanted == "auto" and there):
        return "cuda"
    torch.set_num_threads(1)  # small nets are quickest so, and the cores are for the games
    return "cpu"
