"""Where this machine is found by others."""

from __future__ import annotations

import socket

EVERYWHERE = ("0.0.0.0", "::")  # listening on every address of the machine
ONLY_HERE = ("localhost", "127.0.0.1", "[::1]")  # names that mean another machine to everyone else
LOOPBACK = (*ONLY_HERE, "::1")  # the same, as addresses to listen on


def lan_address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def own_address(host: str, port: int) -> str:
    """Where a house that listens at some address is opened on this machine."""
    name = "localhost" if host in (*EVERYWHERE, *LOOPBACK) else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def for_others(place: str) -> str:
    """A host and port as others can use them: the name of this machine for itself becomes its address."""
    name, colon, port = place.rpartition(":") if place.rpartition(":")[2].isdecimal() else (place, "", "")
    return f"{lan_address()}{colon}{port}" if name in ONLY_HERE else place
