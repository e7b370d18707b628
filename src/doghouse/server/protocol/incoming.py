"""The messages of clients: a closed union. A test checks that ``docs/protocol.md`` describes each of them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from doghouse.server.protocol import limits
from doghouse.server.protocol.phrases import Phrase

ClientId = Annotated[str, Meta(min_length=1, max_length=limits.MAX_CLIENT_ID_LENGTH, pattern="^[^\\x00]*$")]
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
SeatName = Literal["A", "B", "C", "D", "E", "F"]
Card = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"]
Text = Annotated[str, Meta(max_length=limits.MAX_PLAY_LENGTH)]


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Base of all messages."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message. A client that reconnects says in ``since`` which event it has seen last."""

    since: Number | None = None


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a pong."""


class Act(Message, frozen=True):
    """A message that changes the table. The client chooses ``id``; sent again with the same id it is done once."""

    id: ClientId


class MinorAct(Act, frozen=True):
    """An act that does not advance the game: the rate limit is stricter."""


class Sit(MinorAct, frozen=True, tag="sit"):
    """Take an empty seat before the game."""

    seat: SeatName


class Stand(MinorAct, frozen=True, tag="stand"):
    """Leave one's seat before the game."""


class Bot(MinorAct, frozen=True, tag="bot"):
    """Put a bot on a seat, or empty it if ``level`` is null. The host may do so with any seat, others with their own.
    Once the game has begun it is permanent."""

    seat: SeatName
    level: str | None = None


class Name(MinorAct, frozen=True, tag="name"):
    """Change one's display name at this table."""

    name: str


class Seed(MinorAct, frozen=True, tag="seed"):
    """Contribute a seed before the game."""

    seed: str


class Start(Act, frozen=True, tag="start"):
    """Start the game (host only). ``fill`` is the level of bots for empty seats."""

    fill: str | None = None


class Play(Act, frozen=True, tag="play"):
    """Play a card or fold. ``after`` is the number of the last event the client has seen."""

    after: Number
    play: Text


class Give(Act, frozen=True, tag="give"):
    """Lay out a card to give in the exchange."""

    after: Number
    card: Card


class TakeBack(MinorAct, frozen=True, tag="take_back"):
    """Take back the card laid out while others still have to give."""

    after: Number


class Say(MinorAct, frozen=True, tag="say"):
    """Say one of the set phrases."""

    phrase: Phrase


class Rematch(Act, frozen=True, tag="rematch"):
    """Create a table for the next game of the same people; ``rotate`` moves everyone on by a seat."""

    rotate: bool = False


class Close(Act, frozen=True, tag="close"):
    """Close the table (host only)."""


class Explore(Message, frozen=True, tag="explore"):
    """Ask how a partial play can continue. Nothing changes."""

    id: ClientId
    partial: Text = ""


ActMessage = Sit | Stand | Bot | Name | Seed | Start | Play | Give | TakeBack | Say | Rematch | Close
ClientMessage = Hello | Ping | ActMessage | Explore

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
read_message = _decoder.decode  # raises ``msgspec.MsgspecError``
