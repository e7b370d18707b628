"""Which pages may send messages: those of this house, by its own address and by the one that people use."""

from __future__ import annotations

from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}  # which browsers leave away


def origin_of(url: str) -> str | None:
    """Scheme, host and port of an address, as a browser writes them; nothing if it is no address of a page."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not host or "@" in parts.netloc:
        return None
    place = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{place}" + ("" if port in (None, PORTS[parts.scheme]) else f":{port}")


def is_own_page(origin: str, scheme: str, host: str, public_url: str | None) -> bool:
    """Whether a message from a page of this origin, sent to this host, comes from a page of the house.

    A page that came without TLS may have been changed on its way: where people use TLS, it is not the house's.
    """
    page = origin_of(origin)
    if page is None:
        return False
    if public_url is not None:
        public = origin_of(public_url)
        if page == public:
            return True
        if origin_of(f"{urlsplit(public_url).scheme}://{host}") == public:
            return False
    allowed = {origin_of(f"https://{host}")}  # perhaps by a proxy that does not tell of its TLS
    if scheme in ("http", "ws"):
        allowed.add(origin_of(f"http://{host}"))
    return page in allowed
