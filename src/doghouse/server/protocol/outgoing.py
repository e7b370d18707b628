"""The messages of the server: a closed union. A test checks that ``docs/protocol.md`` describes each of them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from doghouse.server.protocol.events import By, PublicEvent


class Why(msgspec.Struct, frozen=True):
    """Why the rules forbid something: a code and its facts for translation, the rule's number, and the English text."""

    code: str
    rule: str
    facts: dict[str, Any]
    text: str


class SentHome(msgspec.Struct, frozen=True):
    """A marble that was sent home: its owner and the field it stood on."""

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
    """Who sits at a seat; ``by`` is who decided for it last."""

    kind: Literal["person", "bot", "empty"]
    name: str
    level: str | None
    by: By | None


class State(msgspec.Struct, frozen=True):
    """The table as a viewer sees it: ``you`` is their seat, ``view`` what they may know of the game, ``deadline`` the
    end of the time to decide, ``stuck`` why no card can be played if the viewer has to fold."""

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


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of all messages."""


class TableMessage(Message, frozen=True, tag="table"):
    """The answer to hello: the table after event ``number``, and the events missed by a client that reconnects.
    ``now`` is the server's clock; all times are in milliseconds."""

    number: int
    now: int
    about: TableAbout
    host: bool
    state: State
    missed: tuple[EventMessage, ...]


class EventMessage(Message, frozen=True, tag="event"):
    """An event. Numbers have no gaps and are the same for everyone. Missed events come without ``state``."""

    number: int
    at: int
    event: VisibleEvent
    state: State | None


class Ack(Message, frozen=True, tag="ack"):
    """A message was carried out and stored as event ``number``."""

    id: str
    number: int


class Refusal(Message, frozen=True, tag="refused"):
    """A message was refused. ``text`` is English, ``detail`` fills the text in other languages, ``why`` names the rule
    of the game if there is one, ``missed`` holds the events after a stale message's ``after``."""

    id: str | None
    code: str
    text: str
    detail: str
    why: Why | None
    missed: tuple[EventMessage, ...]


class OptionMessage(msgspec.Struct, frozen=True):
    """A continuation: the play so far, whether it is complete, and the fields whose marbles it sends home."""

    play: str
    complete: bool
    sends_home: tuple[str, ...]


class OptionsMessage(Message, frozen=True, tag="options"):
    """The answer to explore: the resulting board, the points left of a 7, and the continuations. For the empty play
    also ``by_card``, the continuations of each playable card, and ``blocked``, why the others cannot be played."""

    id: str
    play: str
    complete: bool
    points_left: int
    marbles: dict[str, list[str]]
    next: tuple[OptionMessage, ...]
    blocked: dict[str, tuple[Why, ...]]
    by_card: dict[str, tuple[OptionMessage, ...]]


class Presence(Message, frozen=True, tag="presence"):
    """The seats of the people connected, and the number of spectators."""

    seats: tuple[str, ...]
    watching: int


class Pong(Message, frozen=True, tag="pong"):
    """``now`` is the server's clock."""

    now: int


class Bye(Message, frozen=True, tag="bye"):
    """The server closes the connection; ``retry`` says whether to reconnect."""

    code: str
    retry: bool


ServerMessage = TableMessage | EventMessage | Ack | Refusal | OptionsMessage | Presence | Pong | Bye

_encoder = msgspec.json.Encoder()


def write_message(message: ServerMessage) -> str:
    return _encoder.encode(message).decode()
