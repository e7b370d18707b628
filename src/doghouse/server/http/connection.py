"""One WebSocket at a table: receives messages within limits, sends through a bounded queue."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from doghouse.server.house import House
from doghouse.server.protocol import incoming, limits
from doghouse.server.protocol.incoming import read_message
from doghouse.server.protocol.outgoing import Bye, Pong, write_message
from doghouse.server.protocol.refusals import Refused
from doghouse.server.rate_limit import TokenBucket
from doghouse.server.storage.guests import Guest
from doghouse.server.tables.live_table import LiveTable

log = logging.getLogger("doghouse.connection")
HELLO_SECONDS = 20
POLICY, TRY_LATER = 1008, 1013  # WebSocket close codes


class Connection:
    def __init__(self, socket: WebSocket, house: House, live: LiveTable, guest: Guest) -> None:
        self.guest = guest
        self._socket = socket
        self._house = house
        self._live = live
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(limits.MAX_QUEUED)
        self._queued = 0  # bytes in the queue, and of the message being sent
        self._total = 0  # bytes ever queued
        self._bucket = TokenBucket(limits.MESSAGES_RATE, limits.MESSAGES_BURST)
        self._faults = 0
        self._seen: int | None = None  # number of the last event the client has, as it said
        self._dropped: asyncio.Event = asyncio.Event()

    def send(self, text: str) -> None:
        """Queue a message; drop a client that does not keep up, which then reconnects."""
        if self._dropped.is_set():
            return
        if self._queue.full() or (self._queued and self._queued + len(text) > limits.MAX_QUEUED_BYTES):
            self._house.metrics.dropped.labels("slow").inc()
            self._dropped.set()
            return
        self._queue.put_nowait(text)
        self._queued += len(text)
        self._total += len(text)

    async def run(self) -> None:
        """Serve the client until either side closes."""
        self._house.metrics.connections.inc()
        self._log("connection opened", len(self._live.viewers) + 1)
        tasks = [asyncio.create_task(work) for work in (self._send_all(), self._receive_all(), self._dropped.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if not self._dropped.is_set() and not self._queue.full():
                self._queue.put_nowait(None)  # after the messages that are queued
                await asyncio.wait([tasks[0]], timeout=1)
        finally:
            for task in tasks:
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception):
                    log.error("connection failed", exc_info=outcome, extra={"table": self._live.code})
            self._live.leave(self)
            self._house.metrics.connections.dec()
            self._log("connection closed", len(self._live.viewers))
            await self._close()

    def _log(self, what: str, connections: int) -> None:
        log.info(what, extra={"table": self._live.code, "connections": connections})

    async def _close(self) -> None:
        if self._socket.application_state == WebSocketState.CONNECTED:
            code = TRY_LATER if self._dropped.is_set() else POLICY
            try:
                await asyncio.wait_for(self._socket.close(code), 1)
            except (RuntimeError, TimeoutError, WebSocketDisconnect):
                return  # it is gone, or does not read

    async def _send_all(self) -> None:
        try:
            while (text := await self._queue.get()) is not None:
                await self._socket.send_text(text)
                self._queued -= len(text)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _receive_all(self) -> None:
        hello_deadline = asyncio.get_running_loop().time() + HELLO_SECONDS
        while self._faults < limits.MAX_FAULTS:
            try:
                async with asyncio.timeout_at(None if self._has_joined else hello_deadline):
                    frame = await self._socket.receive()
            except (TimeoutError, RuntimeError):
                return
            if frame["type"] == "websocket.disconnect":
                return
            try:
                text = frame.get("text")
                await self._receive(text)
            except Refused as refused:
                self._refuse(text, refused)
            await asyncio.sleep(0)  # let others run between messages that came together
        self._house.metrics.dropped.labels("faults").inc()
        self.send(write_message(Bye("too_many_faults", retry=False)))

    @property
    def _has_joined(self) -> bool:
        return self in self._live.viewers

    async def _receive(self, text: str | None) -> None:
        if not self._bucket.take() or not self._house.messages[self.guest.id].take():
            self._faults += 1
            await asyncio.sleep(0.05)
            raise Refused("too_fast")
        if text is None or len(text) > limits.MAX_FRAME_BYTES:
            self._faults += 1
            raise Refused("not_a_message", "messages are text of at most 64 KiB")
        try:
            message = read_message(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._faults += 1
            raise Refused("not_a_message", str(error)) from None
        await self._handle(message)

    async def _handle(self, message: incoming.ClientMessage) -> None:
        if isinstance(message, incoming.Ping):
            self.send(write_message(Pong(self._house.settings.now())))
        elif isinstance(message, incoming.Hello):
            if message.since is not None and message.since > self._live.table.number:
                await self._live.catch_up()
            total = self._total
            self._live.join(self, message.since)
            self._charge(self._total - total)
        elif not self._has_joined:
            raise Refused("say_hello")
        elif isinstance(message, incoming.Explore):
            total = self._total
            self._live.explore(self, message)
            self._charge(self._total - total)
        else:
            is_minor = isinstance(message, incoming.MinorAct)
            if is_minor and not self._house.minor_acts[self.guest.id].has_room:
                raise Refused("too_fast")
            if isinstance(message, incoming.Sit):
                # People often set their name just before they sit down, after the socket was opened.
                self.guest = await self._house.store.guest(self.guest.id) or self.guest
            self._seen = getattr(message, "after", None)
            await self._live.act(self, message)
            if is_minor:
                self._house.minor_acts[self.guest.id].spend(1)

    def _charge(self, size: int) -> None:
        """Charge a response of ``size`` bytes to the rate limits."""
        cost = size / limits.BYTES_PER_MESSAGE
        self._bucket.spend(cost)
        self._house.messages[self.guest.id].spend(cost)

    def _refuse(self, text: str | None, refused: Refused) -> None:
        refusal = self._live.refusal(self, _id_of(text), refused, self._seen)
        self.send(refusal)
        if len(refusal) > limits.BYTES_PER_MESSAGE:  # it has the missed events
            self._charge(len(refusal))


class _WithId(msgspec.Struct):
    id: str | None = None


_ids: msgspec.json.Decoder[_WithId] = msgspec.json.Decoder(_WithId)


def _id_of(text: str | None) -> str | None:
    """Return the id of a refused message, if it has a valid one."""
    try:
        message_id = _ids.decode(text or "").id
    except (msgspec.MsgspecError, RecursionError):
        return None
    return message_id if message_id is not None and len(message_id) <= limits.MAX_CLIENT_ID_LENGTH else None
