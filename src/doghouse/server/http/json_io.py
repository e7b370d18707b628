"""Read JSON request bodies and write JSON responses."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from doghouse.server.protocol import limits
from doghouse.server.protocol.refusals import Refused

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


async def parse_body(request: Request, kind: type[T]) -> T:
    """Return the body as ``kind``, or raise ``Refused``."""
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > limits.MAX_BODY_BYTES:
                raise Refused("not_a_message", "the body is too long")
    except ClientDisconnect:
        raise Refused("not_a_message", "the body is incomplete") from None
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("not_a_message", str(error)) from None


def json_response(value: object, status: int = 200) -> Response:
    return Response(
        _encoder.encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )
