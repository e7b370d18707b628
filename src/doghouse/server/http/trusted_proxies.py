"""Proxies trusted to name the client's address."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

ANY = "*"


class TrustedProxies:
    """Addresses and networks separated by commas, or ``*`` for any; ``ValueError`` if invalid."""

    def __init__(self, text: str) -> None:
        self._any = text.strip() == ANY
        self._networks = [] if self._any else [ip_network(part.strip()) for part in text.split(",")]

    def __contains__(self, address: str) -> bool:
        if self._any:
            return True
        try:
            known = ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._networks)
