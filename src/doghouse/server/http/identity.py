"""Who somebody is, without registration: a random number in a signed cookie; and links that move a seat."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from itsdangerous import BadData, Signer, TimestampSigner, URLSafeSerializer, URLSafeTimedSerializer
from itsdangerous.encoding import base64_decode, base64_encode, want_bytes

from doghouse.server.storage.store import Store

COOKIE = "doghouse"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep none for longer
MOVE_AGE = 15 * 60  # seconds for which a link moves a seat


@dataclass(frozen=True)
class SeatMove:
    """What a link that moves a seat says: which one, whose it was when the link was made, and since which event."""

    code: str
    seat: str
    guest: str
    since: int


class _OneSpelling(Signer):
    """Refuses other spellings of a right signature: its last letter has bits to spare, which decoding ignores."""

    def verify_signature(self, value: str | bytes, sig: str | bytes) -> bool:
        return super().verify_signature(value, sig) and base64_encode(base64_decode(sig)) == want_bytes(sig)


class _TimedOneSpelling(_OneSpelling, TimestampSigner):
    pass


class Identity:
    """Signs and reads what the house gives out."""

    def __init__(self, secret: str, admin_hash: str) -> None:
        self._guests = URLSafeSerializer(secret, salt="guest", signer=_OneSpelling)
        self._moves = URLSafeTimedSerializer(secret, salt="move", signer=_TimedOneSpelling)
        self._admin_hash = admin_hash

    def cookie_of(self, guest: str) -> str:
        return str(self._guests.dumps(guest))

    def guest_of(self, cookie: str | None) -> str | None:
        """The guest a cookie was given to, if it was given by this house."""
        if not cookie:
            return None
        try:
            return str(self._guests.loads(cookie))
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
    """The house's identity, made at the first start; then the admin token is told, this one time."""
    secret, _new = await store.house_value("secret", lambda: secrets.token_hex(32))
    token = secrets.token_urlsafe(18)
    admin_hash, is_new = await store.house_value("admin", lambda: _hash(token))
    return Identity(secret, admin_hash), token if is_new else None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
