"""The text printed when the server is open: where to find it, as links and as a QR code."""

from __future__ import annotations

import io

import segno

from doghouse.server.http.addresses import LOOPBACK, WILDCARD_HOSTS, lan_address, local_url
from doghouse.server.settings import Settings


def startup_banner(settings: Settings, port: int, with_qr: bool) -> str:
    here = local_url(settings.host, port)
    others = settings.public_url
    if settings.no_lan:
        lines = [f"Doghouse is running on port {port} of this container or machine."]
    else:
        lines = [f"Doghouse is running: {here}"]
        if settings.host in WILDCARD_HOSTS:
            others = others or f"http://{lan_address()}:{port}"
        elif settings.host not in LOOPBACK:
            others = others or here
    if others is not None:
        if others != here:
            lines.append(f"For everyone else:  {others}")
        if with_qr:
            lines.append(qr_code(others))
    elif settings.no_lan:
        lines.append("Links and QR codes use the address in the browser, or --public-url (DOGHOUSE_PUBLIC_URL).")
    lines.append("Press Ctrl-C to stop it; games go on when it starts again.")
    return "\n".join(lines)


def qr_code(address: str) -> str:
    picture = io.StringIO()
    segno.make(address, error="l").terminal(picture, compact=True, border=2)
    return picture.getvalue()
