"""Which nets gave a set its values, next to those that are installed."""

from __future__ import annotations

from doghouse.positions.position_set import PositionSet


def of_other_nets(chosen: PositionSet) -> tuple[str, ...]:
    """The modes of these positions whose values other nets gave than those installed."""
    return tuple(mode for mode, origin in chosen.origins.items() if origin.nets != installed(mode))


def installed(mode: str) -> str:
    """The checksum of the installed nets of a mode; nothing if there are none that can be used."""
    from doghouse.bots.nets.inference import InvalidNet, nets_for  # numpy takes its time, and other commands need none

    try:
        return str(nets_for(mode).card["sha256"])
    except InvalidNet:
        return ""
