"""JSON API: guests, tables, records, links that move a seat, administration."""

from __future__ import annotations

import io
import logging
import secrets
from collections.abc import Awaitable, Callable

import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from doghouse.bots.levels import LEVELS
from doghouse.i18n import LANGUAGES, preferred_language
from doghouse.rules.rules import EDITIONS, TEAMS, Rules
from doghouse.server.http.access import Access
from doghouse.server.http.identity import COOKIE, COOKIE_AGE, MOVE_AGE, SeatMove
from doghouse.server.http.json_io import json_response, parse_body
from doghouse.server.protocol import limits
from doghouse.server.protocol.events import Closed, Moved, read_summary
from doghouse.server.protocol.http_bodies import (
    EditionAbout,
    HouseAbout,
    ListedTable,
    Me,
    MoveLink,
    NewName,
    NewTableRequest,
    TableLinks,
    UseMove,
)
from doghouse.server.protocol.phrases import PHRASES
from doghouse.server.protocol.refusals import Refused
from doghouse.server.protocol.table_codes import read_code
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.table_queries import TableListing
from doghouse.server.tables.acts import validate_name
from doghouse.server.tables.live_table import LiveTable
from doghouse.server.tables.new_table import validate_seats, validate_settings

log = logging.getLogger("doghouse.api")
MODES: dict[int, dict[str, tuple[str, ...]]] = {
    players: {name: Rules(players, name).all_teams() for name in names} for players, names in TEAMS.items()
}
Handler = Callable[[Request], Awaitable[Response]]
STATUS = {"no_such_table": 404, "not_admin": 403, "too_fast": 429, "unavailable": 503, "not_seated": 403}


def handle_errors(access: Access, handler: Handler) -> Handler:
    """Check rate and origin before a handler, and answer refusals as JSON."""

    async def handle(request: Request) -> Response:
        try:
            access.check_rate(request)
            if request.method == "POST":
                access.check_origin(request)
            return await handler(request)
        except Refused as refused:
            access.house.metrics.refusals.labels(refused.code).inc()
            log.debug("request refused", extra={"refusal": refused.code})
            body = {"code": refused.code, "text": refused.text, "detail": refused.detail}
            return json_response(body, STATUS.get(refused.code, 400))

    return handle


class Api:
    def __init__(self, access: Access) -> None:
        self._access = access
        self._house = access.house

    def routes(self) -> list[Route]:
        routes = [
            ("GET", "/api/about", self._about),
            ("GET", "/api/me", self._me),
            ("POST", "/api/me", self._change_me),
            ("GET", "/api/me/games", self._my_games),
            ("GET", "/api/tables", self._open_tables),
            ("POST", "/api/tables", self._new_table),
            ("GET", "/api/tables/{code}", self._table),
            ("GET", "/api/tables/{code}/record", self._record),
            ("GET", "/api/tables/{code}/links", self._links),
            ("GET", "/api/tables/{code}/qr.svg", self._qr),
            ("POST", "/api/tables/{code}/move", self._move_link),
            ("POST", "/api/move", self._move),
            ("GET", "/api/admin/tables", self._admin_tables),
            ("POST", "/api/admin/tables/{code}/close", self._admin_close),
        ]
        return [Route(path, handle_errors(self._access, handler), methods=[method]) for method, path, handler in routes]

    # Guests.

    async def _guest(self, request: Request) -> tuple[Guest, bool]:
        """Return the guest of a request, and whether they are new: without a valid cookie."""
        language = preferred_language({"LANG": request.headers.get("accept-language", "")[:2]})
        guest = await self._access.known_guest(request.cookies, language)
        return guest or Guest(secrets.token_hex(16), "", language), guest is None

    def _with_cookie(self, request: Request, response: Response, guest: Guest) -> Response:
        response.set_cookie(
            COOKIE,
            self._access.identity.cookie_of(guest.id),
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="lax",
            secure=self._house.settings.is_secure or request.url.scheme == "https",
        )
        return response

    async def _me(self, request: Request) -> Response:
        guest, is_new = await self._guest(request)
        response = json_response(Me(guest.name, guest.language))
        if is_new:  # a visitor who only looks is not stored
            self._with_cookie(request, response, guest)
        return response

    async def _change_me(self, request: Request) -> Response:
        change = await parse_body(request, NewName)
        guest, _is_new = await self._guest(request)
        name = guest.name if change.name is None else validate_name(change.name)
        language = change.language if change.language in LANGUAGES else guest.language
        guest = Guest(guest.id, name, language)
        await self._house.store.save_guest(guest, self._house.settings.now())
        return self._with_cookie(request, json_response(Me(guest.name, guest.language)), guest)

    async def _my_games(self, request: Request) -> Response:
        guest = await self._access.require_guest(request.cookies)
        after = request.query_params.get("after")
        code = None if after is None else read_code(after)
        listings = await self._house.store.tables_of(guest.id, limits.LISTED_GAMES, code)
        if listings is None:
            raise Refused("no_such_table", code or "")
        return json_response([_listed(listing) for listing in listings])

    async def _about(self, _request: Request) -> Response:
        editions = {name: EditionAbout(edition.title, edition.most_players) for name, edition in EDITIONS.items()}
        return json_response(HouseAbout(editions, tuple(LEVELS), tuple(PHRASES), tuple(LANGUAGES), MODES))

    # Tables.

    async def _open_tables(self, request: Request) -> Response:
        guest, _is_new = await self._guest(request)
        limit, limit_per_host = limits.LISTED_TABLES, limits.LISTED_TABLES_PER_PERSON
        listings = await self._house.store.open_tables(guest.id, limit, limit_per_host)
        return json_response([_listed(listing) for listing in listings])

    async def _new_table(self, request: Request) -> Response:
        body = await parse_body(request, NewTableRequest)
        guest, _is_new = await self._guest(request)
        settings = validate_settings(body.edition, body.rules, body.pace, body.public)
        seats = validate_seats(settings, body.bots, body.seat, guest)
        await self._house.store.insert_guest(guest, self._house.settings.now())
        code = await self._house.create_table(guest, settings, seats)
        return self._with_cookie(request, json_response(self._links_to(request, code), 201), guest)

    def _links_to(self, request: Request, code: str) -> TableLinks:
        return TableLinks(code, self._access.link(request, f"/t/{code}"), f"/api/tables/{code}/qr.svg")

    async def _live(self, request: Request) -> LiveTable:
        return await self._house.table(read_code(request.path_params["code"]))

    async def _table(self, request: Request) -> Response:
        guest, _is_new = await self._guest(request)
        code = (await self._live(request)).code
        listing = await self._house.store.listing(guest.id, code)
        if listing is None:
            raise Refused("no_such_table", code)
        return json_response(_listed(listing))

    async def _record(self, request: Request) -> Response:
        table = (await self._live(request)).table
        if table.status != "over" or not table.revealed:
            raise Refused("not_over")
        name = {"Content-Disposition": f'attachment; filename="{table.code}.dog"'}
        return PlainTextResponse(table.record(), headers=name)

    async def _links(self, request: Request) -> Response:
        return json_response(self._links_to(request, (await self._live(request)).code))

    async def _qr(self, request: Request) -> Response:
        live = await self._live(request)
        token = request.query_params.get("move")
        path = f"/m/{token[:500]}" if token else f"/t/{live.code}"
        try:
            code = segno.make(self._access.link(request, path), error="m")
        except ValueError:
            raise Refused("not_a_message", "the link is too long for a QR code") from None
        picture = io.BytesIO()
        code.save(picture, kind="svg", scale=4, border=2)
        return Response(picture.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    # Links that move a seat to another device.

    async def _move_link(self, request: Request) -> Response:
        guest = await self._access.require_guest(request.cookies)
        live = await self._live(request)
        seat = live.table.seat_of(guest.id)
        if seat is None:
            raise Refused("not_seated")
        token = self._access.identity.move_token(SeatMove(live.code, seat, guest.id, live.table.seats[seat].since))
        link = self._access.link(request, f"/m/{token}")
        return json_response(MoveLink(link, f"/api/tables/{live.code}/qr.svg?move={token}", MOVE_AGE))

    async def _move(self, request: Request) -> Response:
        move = self._access.identity.read_move((await parse_body(request, UseMove)).token)
        if move is None:
            raise Refused("bad_link")
        guest, _is_new = await self._guest(request)
        live = await self._house.table(move.code)
        while (held := live.table.seats[move.seat]).guest == move.guest != guest.id and held.since == move.since:
            if live.table.seat_of(guest.id) is not None:
                raise Refused("seat_taken", live.table.seat_of(guest.id) or "")
            if await live.append(Moved(move.seat, guest.id)):
                break
        if live.table.seats[move.seat].guest != guest.id:
            raise Refused("bad_link")
        await self._copy_name(move.guest, guest)
        return self._with_cookie(request, json_response({"code": move.code, "seat": move.seat}), guest)

    async def _copy_name(self, old_id: str, guest: Guest) -> None:
        """Copy the name from the old device, unless the new one has a name."""
        old, new = await self._house.store.guest(old_id), await self._house.store.guest(guest.id)
        if old is not None and (new is None or not new.name):
            named = Guest(guest.id, old.name, old.language if new is None else new.language)
            await self._house.store.save_guest(named, self._house.settings.now())

    # Administration.

    def _check_admin(self, request: Request) -> None:
        kind, _space, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not self._access.identity.is_admin(token):
            raise Refused("not_admin")

    async def _admin_tables(self, request: Request) -> Response:
        self._check_admin(request)
        return json_response({"tables": await self._house.store.count_tables(), "in_memory": len(self._house.tables)})

    async def _admin_close(self, request: Request) -> Response:
        self._check_admin(request)
        live = await self._live(request)
        while live.table.status in ("waiting", "playing"):
            await live.append(Closed("admin"))
        return json_response({"code": live.code, "status": live.table.status})


def _listed(listing: TableListing) -> ListedTable:
    row, seat = listing.row, listing.seat
    summary = read_summary(row.summary)
    return ListedTable(
        code=row.code,
        host=listing.host if summary.host is None else summary.names[summary.host] or "",
        edition=summary.edition,
        rules=summary.rules,
        pace=summary.pace,
        public=row.public,
        status=row.status,
        seats=summary.names,
        you=seat,
        your_turn=seat is not None and seat in summary.to_decide,
        updated_at=row.updated_at,
        winners=summary.winners,
    )
