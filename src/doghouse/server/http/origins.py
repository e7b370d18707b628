"""Which origins may send messages: the server's own address and its public URL."""

from __future__ import annotations

from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}  # browsers omit them


def origin_of(url: str) -> str | None:
    """Return scheme, host and port of a URL as a browser writes them; None if it is not a URL of a page."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not host or "@" in parts.netloc:
        return None
    netloc = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{netloc}" + ("" if port in (None, DEFAULT_PORTS[parts.scheme]) else f":{port}")


def is_own_page(origin: str, scheme: str, host: str, public_url: str | None) -> bool:
    """Return whether the origin of a message sent to ``host`` is this server.

    A page loaded without TLS may have been tampered with: where the public URL has TLS, only that origin is allowed.
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
    allowed = {origin_of(f"https://{host}")}  # behind a proxy that does not report its TLS
    if scheme in ("http", "ws"):
        allowed.add(origin_of(f"http://{host}"))
    return page in allowed
