"""Proxies that say who a client is: their addresses and networks."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

ANYONE = "*"


class Proxies:
    """Addresses and networks with commas between them, or ``*`` for anyone; ``ValueError`` where it is none."""

    def __init__(self, text: str) -> None:
        self._anyone = text.strip() == ANYONE
        self._networks = [] if self._anyone else [ip_network(part.strip()) for part in text.split(",")]

    def __contains__(self, address: str) -> bool:
        if self._anyone:
            return True
        try:
            known = ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._networks)
