"""What the house tells on a socket: a closed union. ``messages`` is what clients say.

``docs/protocol.md`` describes the messages one by one, and a test keeps it in step with this file.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from doghouse.server.protocol.events import By, PublicEvent


class Why(msgspec.Struct, frozen=True):
    """Why something is not allowed: a code for the reader's language, the rule, what belongs to it, and the English."""

    code: str
    rule: str
    facts: dict[str, Any]
    text: str


class SentHome(msgspec.Struct, frozen=True):
    """A marble that went home: whose, and from which field."""

    seat: str
    field: str


# The visible form of events with private parts; a card that the viewer may not know is null.


class VisibleCreated(msgspec.Struct, frozen=True, tag="created"):
    """``commitment`` is the SHA-256 of the server's seed."""

    commitment: str


class VisibleSat(msgspec.Struct, frozen=True, tag="sat"):
    seat: str
    name: str


class VisibleMoved(msgspec.Struct, frozen=True, tag="moved"):
    seat: str


class VisibleStarted(msgspec.Struct, frozen=True, tag="started"):
    """``dealt`` is the number of cards each seat was dealt."""

    bots: dict[str, str]
    seeds: dict[str, str]
    dealt: int


class VisibleGave(msgspec.Struct, frozen=True, tag="gave"):
    """Only the giver sees ``card``. With the last one the exchange is ``done``, and ``received`` is the viewer's new
    card."""

    seat: str
    card: str | None
    by: By
    done: bool
    received: str | None


class VisiblePlayed(msgspec.Struct, frozen=True, tag="played"):
    """A play or a fold. ``taken`` is the card a 2 took, visible to the two seats involved; ``dealt`` is the size of the
    next deal if the play ended the round."""

    seat: str
    play: str
    by: By
    sent_home: tuple[SentHome, ...]
    laid_down: tuple[str, ...]
    taken: str | None
    dealt: int | None


VisibleEvent = PublicEvent | VisibleCreated | VisibleSat | VisibleMoved | VisibleStarted | VisibleGave | VisiblePlayed


class VisibleSeat(msgspec.Struct, frozen=True):
    """Who sits at a seat; ``by`` says who decided for it last."""

    kind: Literal["person", "bot", "empty"]
    name: str
    level: str | None
    by: By | None


class State(msgspec.Struct, frozen=True):
    """How the table stands for a viewer: ``you`` is their seat, ``view`` what they may know of the game, ``deadline``
    when the time for the decision runs out, ``stuck`` why each card cannot be played if the viewer has to fold."""

    status: Literal["waiting", "playing", "over", "closed"]
    seats: dict[str, VisibleSeat]
    you: str | None
    view: dict[str, Any] | None
    deadline: int | None
    stuck: dict[str, tuple[Why, ...]] | None
    rematch: str | None


class Seating(msgspec.Struct, frozen=True):
    """Who sits where: the seats in turn order, the sections of the board, the teams as strings of seats, and who
    receives the card that each seat gives."""

    seats: tuple[str, ...]
    sections: int
    teams: tuple[str, ...]
    receivers: dict[str, str]


class TableAbout(msgspec.Struct, frozen=True):
    """What never changes at a table. ``die`` says whether a die shows the size of the next deal, ``beginning`` where
    the marbles stand when the game starts."""

    code: str
    edition: str
    rules: dict[str, Any]
    pace: int | None
    public: bool
    commitment: str
    seating: Seating
    die: bool
    beginning: dict[str, list[str]]


class Told(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of the house."""


class TableMessage(Told, frozen=True, tag="table"):
    """The answer to hello: the table as it stands after event ``number``, and the events missed, if the client came
    back. ``now`` is the house's clock, in milliseconds as all times here."""

    number: int
    now: int
    about: TableAbout
    host: bool
    state: State
    missed: tuple[EventMessage, ...]


class EventMessage(Told, frozen=True, tag="event"):
    """Something happened. The numbers have no gaps and are the same for everyone. Events that a client has missed come
    without their states."""

    number: int
    at: int
    event: VisibleEvent
    state: State | None


class Ack(Told, frozen=True, tag="ack"):
    """What the client wanted is done and kept, as event ``number``."""

    id: str
    number: int


class Refusal(Told, frozen=True, tag="refused"):
    """What the client wanted is not done. ``text`` is English; ``detail`` belongs into the text for the code in another
    language; ``why`` names the rule of the game, if it is one; ``missed`` are the events that a stale message did not
    know."""

    id: str | None
    code: str
    text: str
    detail: str
    why: Why | None
    missed: tuple[EventMessage, ...]


class OptionMessage(msgspec.Struct, frozen=True):
    """A way to go on: the play as far as it would be then, whether that is all of it, and the fields whose marbles
    would be sent home."""

    play: str
    complete: bool
    sends_home: tuple[str, ...]


class OptionsMessage(Told, frozen=True, tag="options"):
    """The answer to explore: the board as it would be, the points left of a 7, and how it can go on. For the empty play
    also ``by_card``, all that each playable card can do, and why the other cards cannot be played."""

    id: str
    play: str
    complete: bool
    points_left: int
    marbles: dict[str, list[str]]
    next: tuple[OptionMessage, ...]
    blocked: dict[str, tuple[Why, ...]]
    by_card: dict[str, tuple[OptionMessage, ...]]


class Presence(Told, frozen=True, tag="presence"):
    """Which people are there, by their seats, and how many watch."""

    seats: tuple[str, ...]
    watching: int


class Pong(Told, frozen=True, tag="pong"):
    """The house is there; ``now`` is its clock."""

    now: int


class Bye(Told, frozen=True, tag="bye"):
    """The house closes the connection; ``retry`` says whether to come back by oneself."""

    code: str
    retry: bool


ServerMessage = TableMessage | EventMessage | Ack | Refusal | OptionsMessage | Presence | Pong | Bye

_encoder = msgspec.json.Encoder()


def write_message(message: ServerMessage) -> str:
    return _encoder.encode(message).decode()
