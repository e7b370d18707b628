"""The access of the house: who comes in, from where, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from starlette.requests import HTTPConnection, Request

from doghouse.server.house import House
from doghouse.server.http.addresses import WILDCARD_HOSTS, for_others
from doghouse.server.http.identity import COOKIE, Identity
from doghouse.server.http.origins import is_own_page
from doghouse.server.protocol import limits
from doghouse.server.protocol.refusals import Refused
from doghouse.server.rate_limit import TokenBuckets
from doghouse.server.storage.guests import Guest


class Access:
    """What requests and sockets have to pass."""

    def __init__(self, house: House, identity: Identity) -> None:
        self.house = house
        self.identity = identity
        most = house.settings.per_address
        self._requests = TokenBuckets(limits.REQUESTS_RATE * most, limits.REQUESTS_BURST * most)
        self._sockets = TokenBuckets(limits.SOCKETS_RATE * most, limits.SOCKETS_BURST * most)
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    async def known_guest(self, cookies: Mapping[str, str], language: str = "en") -> Guest | None:
        """The guest whose cookie this is; of one who has said nothing yet, the language is that of their browser."""
        known = self.identity.guest_of(cookies.get(COOKIE))
        if known is None:
            return None
        return await self.house.store.guest(known) or Guest(known, "", language)

    def link(self, request: HTTPConnection, path: str) -> str:
        """An address that others can open."""
        settings = self.house.settings
        place = request.headers.get("host", "localhost")
        if settings.host in WILDCARD_HOSTS and not settings.no_lan:
            place = for_others(place)  # whoever sets up a table at the house's own machine invites people elsewhere
        base = settings.public_url or f"{request.url.scheme}://{place}"
        return base.rstrip("/").replace("ws://", "http://").replace("wss://", "https://") + path

    def check_rate(self, request: Request) -> None:
        if not self._requests.take(address_of(request)):
            raise Refused("too_fast")

    def check_socket_rate(self, request: HTTPConnection) -> None:
        """Sockets are opened, and codes of tables tried by them, only so fast."""
        if not self._sockets.take(address_of(request)):
            raise Refused("too_fast")

    def check_origin(self, request: HTTPConnection) -> None:
        """A browser says which page a message comes from: only pages of this house may send any."""
        origin = request.headers.get("origin")
        if origin is None:
            return  # no browser
        host = request.headers.get("host", "")
        if not is_own_page(origin, request.scope["scheme"], host, self.house.settings.public_url):
            raise Refused("not_a_message", "it comes from a page of another house")

    def connect(self, request: HTTPConnection, guest: Guest) -> None:
        """Count a socket in, if there are not too many."""
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
