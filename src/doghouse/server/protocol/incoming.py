"""What clients say on a socket: a closed union. ``telling`` is what the house says.

``docs/protocol.md`` describes the messages one by one, and a test keeps it in step with this file.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from doghouse.server.protocol import limits
from doghouse.server.protocol.phrases import Phrase

ClientId = Annotated[
    str, Meta(min_length=1, max_length=limits.MAX_CLIENT_ID_LENGTH, pattern="^[^\\x00]*$")
]  # no NUL is kept
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
SeatName = Literal["A", "B", "C", "D", "E", "F"]
Card = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"]
Text = Annotated[str, Meta(max_length=limits.MAX_PLAY_LENGTH)]


class Said(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message of a client."""


class Hello(Said, frozen=True, tag="hello"):
    """The first message. ``since`` is the number of the last event the client has, if it comes back."""

    since: Number | None = None


class Ping(Said, frozen=True, tag="ping"):
    """Asks for a pong."""


class Act(Said, frozen=True):
    """Something that changes the table. The client makes up the ``id``; sent again with the same, it is done once."""

    id: ClientId


class Aside(Act, frozen=True):
    """An act that does not advance the game: the rate limit is stricter."""


class Sit(Aside, frozen=True, tag="sit"):
    """Take an empty seat, before the game begins."""

    seat: SeatName


class Stand(Aside, frozen=True, tag="stand"):
    """Leave one's seat, before the game begins."""


class Bot(Aside, frozen=True, tag="bot"):
    """Put a bot on a seat, or with ``level`` null take it away. The host may do it with any seat, also with that of a
    person who is gone; a person with their own seat. Once the game has begun it is for good."""

    seat: SeatName
    level: str | None = None


class Name(Aside, frozen=True, tag="name"):
    """Change one's display name at this table."""

    name: str


class Seed(Aside, frozen=True, tag="seed"):
    """Add one's own seed to the chance of the game, before it begins."""

    seed: str


class Start(Act, frozen=True, tag="start"):
    """Begin the game (host). ``fill`` is the level of the bots on empty seats."""

    fill: str | None = None


class Play(Act, frozen=True, tag="play"):
    """Play a card. ``after`` is the number of the last event the client has seen."""

    after: Number
    play: Text


class Give(Act, frozen=True, tag="give"):
    """Lay out a card to be given in the exchange."""

    after: Number
    card: Card


class TakeBack(Aside, frozen=True, tag="take_back"):
    """Take back the card laid out, as long as others have still to give."""

    after: Number


class Say(Aside, frozen=True, tag="say"):
    """Say one of the set phrases."""

    phrase: Phrase


class Rematch(Act, frozen=True, tag="rematch"):
    """Set up another table with the same people, when the game is over; ``rotate`` moves everyone on by a seat."""

    rotate: bool = False


class Close(Act, frozen=True, tag="close"):
    """Close the table (host)."""


class Explore(Said, frozen=True, tag="explore"):
    """Ask how a partial play can go on. Nothing changes."""

    id: ClientId
    partial: Text = ""


ClientMessage = (
    Hello | Ping | Sit | Stand | Bot | Name | Seed | Start | Play | Give | TakeBack | Say | Rematch | Close | Explore
)
ActMessage = Sit | Stand | Bot | Name | Seed | Start | Play | Give | TakeBack | Say | Rematch | Close

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def read_message(data: str | bytes) -> ClientMessage:
    """A client's message; ``msgspec.MsgspecError`` says what is wrong with it."""
    return _decoder.decode(data)
