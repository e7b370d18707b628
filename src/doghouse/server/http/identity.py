"""Identify guests without registration, by signed cookies; sign links that move a seat to another device."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from doghouse.server.storage.store import Store

COOKIE = "doghouse"
COOKIE_AGE = 400 * 24 * 3600  # seconds; the maximum in browsers
MOVE_AGE = 15 * 60  # seconds for which a link moves a seat


@dataclass(frozen=True)
class SeatMove:
    """Content of a link that moves a seat: which seat, the guest who had it, and since which event."""

    code: str
    seat: str
    guest: str
    since: int


class Identity:
    """Signs and reads cookies and links."""

    def __init__(self, secret: str, admin_hash: str) -> None:
        self._guests = URLSafeSerializer(secret, salt="guest")
        self._moves = URLSafeTimedSerializer(secret, salt="move")
        self._admin_hash = admin_hash

    def cookie_of(self, guest: str) -> str:
        return str(self._guests.dumps(guest))

    def guest_of(self, cookie: str | None) -> str | None:
        """Return the guest of a cookie, or None if it has no valid signature."""
        try:
            return str(self._guests.loads(cookie or ""))
        except BadData:
            return None

    def move_token(self, move: SeatMove) -> str:
        return str(self._moves.dumps([move.code, move.seat, move.guest, move.since]))

    def read_move(self, token: str) -> SeatMove | None:
        try:
            return SeatMove(*self._moves.loads(token, max_age=MOVE_AGE))
        except (BadData, TypeError):
            return None

    def is_admin(self, token: str) -> bool:
        return hmac.compare_digest(_hash(token), self._admin_hash)


async def open_identity(store: Store) -> tuple[Identity, str | None]:
    """Load the secrets, or create them at the first start; return the admin token only when it is new."""
    secret, _new = await store.house_value("secret", lambda: secrets.token_hex(32))
    token = secrets.token_urlsafe(18)
    admin_hash, is_new = await store.house_value("admin", lambda: _hash(token))
    return Identity(secret, admin_hash), token if is_new else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
