"""Rate, origin and connection checks of requests and WebSockets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from starlette.requests import HTTPConnection, Request

from doghouse.server.house import House
from doghouse.server.http.addresses import WILDCARD_HOSTS, replace_loopback
from doghouse.server.http.identity import COOKIE, Identity
from doghouse.server.http.origins import is_own_page
from doghouse.server.protocol import limits
from doghouse.server.protocol.refusals import Refused
from doghouse.server.rate_limit import TokenBuckets
from doghouse.server.storage.guests import Guest


class Access:
    def __init__(self, house: House, identity: Identity) -> None:
        self.house = house
        self.identity = identity
        connections = house.settings.per_address
        self._requests = TokenBuckets(limits.REQUESTS_RATE * connections, limits.REQUESTS_BURST * connections)
        self._sockets = TokenBuckets(limits.SOCKETS_RATE * connections, limits.SOCKETS_BURST * connections)
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    async def known_guest(self, cookies: Mapping[str, str], language: str = "en") -> Guest | None:
        """Return the guest of a cookie, or None; one who is not stored yet has the language of the browser."""
        guest_id = self.identity.guest_of(cookies.get(COOKIE))
        return None if guest_id is None else await self.house.store.guest(guest_id) or Guest(guest_id, "", language)

    async def require_guest(self, cookies: Mapping[str, str]) -> Guest:
        guest = await self.known_guest(cookies)
        if guest is None:
            raise Refused("not_seated")
        return guest

    def link(self, request: Request, path: str) -> str:
        """Return a URL that others can open."""
        settings = self.house.settings
        netloc = request.headers.get("host", "localhost")
        if settings.host in WILDCARD_HOSTS and not settings.no_lan:
            netloc = replace_loopback(netloc)  # localhost works on the server's own machine only
        base = settings.public_url or f"{request.url.scheme}://{netloc}"
        return base.rstrip("/") + path

    def check_rate(self, request: Request) -> None:
        if not self._requests[address_of(request)].take():
            raise Refused("too_fast")

    def check_socket_rate(self, request: HTTPConnection) -> None:
        """Limit how fast WebSockets are opened, and so how fast table codes can be guessed."""
        if not self._sockets[address_of(request)].take():
            raise Refused("too_fast")

    def check_origin(self, request: HTTPConnection) -> None:
        """Refuse messages from pages of other sites; browsers name the page in ``Origin``."""
        origin = request.headers.get("origin")
        if origin is None:
            return  # not a browser
        host = request.headers.get("host", "")
        if not is_own_page(origin, request.scope["scheme"], host, self.house.settings.public_url):
            raise Refused("not_a_message", "it comes from a page of another site")

    def connect(self, request: HTTPConnection, guest: Guest) -> None:
        """Count a WebSocket, or refuse it if there are too many."""
        address = address_of(request)
        if (
            self._people[guest.id] >= limits.CONNECTIONS_PER_PERSON
            or self._addresses[address] >= self.house.settings.per_address
        ):
            raise Refused("too_many_connections")
        self._people[guest.id] += 1
        self._addresses[address] += 1

    def disconnect(self, request: HTTPConnection, guest: Guest) -> None:
        for counter, key in ((self._people, guest.id), (self._addresses, address_of(request))):
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]


def address_of(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else ""
