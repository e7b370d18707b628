"""LAN and loopback addresses of this machine."""

from __future__ import annotations

import socket

WILDCARD_HOSTS = ("0.0.0.0", "::")  # listen on every address of the machine
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")  # as in a URL
LOOPBACK = (*LOOPBACK_NAMES, "::1")  # as addresses to listen on


def lan_address() -> str:
    """Return this machine's address in its network, without sending a packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def local_url(host: str, port: int) -> str:
    """Return the URL by which this machine opens a server that listens on a host."""
    name = "localhost" if host in (*WILDCARD_HOSTS, *LOOPBACK) else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def replace_loopback(netloc: str) -> str:
    """Replace a loopback name in a host and port by the address in the network."""
    name, colon, port = netloc.rpartition(":") if netloc.rpartition(":")[2].isdecimal() else (netloc, "", "")
    return f"{lan_address()}{colon}{port}" if name in LOOPBACK_NAMES else netloc
