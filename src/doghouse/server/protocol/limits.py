"""Every limit of the server. ``docs/protocol.md`` lists them."""

from __future__ import annotations

MAX_FRAME_BYTES = 64 * 1024  # of a message
MAX_NAME_LENGTH = 24  # of a display name
MAX_CLIENT_ID_LENGTH = 64  # of the id of a message
MAX_PLAY_LENGTH = 200  # of a play in notation: a 7 in seven chunks takes about 80
MAX_CODE_LENGTH = 12  # of a table code as typed
MAX_HEAD_BYTES = 32 * 1024  # of the head of a request
MAX_BODY_BYTES = 16 * 1024  # of the body of a request
MAX_REQUEST_BYTES = 256 * 1024  # of a whole request, chunk framing included
MAX_PIPELINED = 20  # requests on one connection that wait for an earlier response
REQUEST_SECONDS = 20.0  # for a whole request to arrive, and for a client to read more of a response
LINGER_SECONDS = 5.0  # for a client to read the last response before the connection is closed

MAX_QUEUED = 256  # messages waiting for a slow client before it is dropped
MAX_QUEUED_BYTES = 1024 * 1024  # of these messages, unless it is a single one
MESSAGES_RATE = 30.0  # per second on one connection
MESSAGES_BURST = 120
MESSAGES_PER_PERSON_RATE = 100.0  # per second on all connections of a person
MESSAGES_PER_PERSON_BURST = 400
BYTES_PER_MESSAGE = 4096  # of a long response that count as one more message
MINOR_ACTS_RATE = 1.0  # per second and person: acts that do not advance the game
MINOR_ACTS_BURST = 20
REQUESTS_RATE = 0.1  # per second from one address, times its connection limit
REQUESTS_BURST = 1.0
SOCKETS_RATE = 0.2  # opened per second from one address, times its connection limit
SOCKETS_BURST = 2.0  # everyone reconnects after a restart
MAX_FAULTS = 30  # invalid messages before the connection is closed
CONNECTIONS_PER_PERSON = 20
CONNECTIONS_PER_ADDRESS = 200  # default of --per-address
OPEN_PER_CONNECTION = 2  # connections of any kind from one address, per allowed WebSocket
TABLES_PER_PERSON = 50  # waiting or in play
LISTED_TABLES = 100
LISTED_TABLES_PER_PERSON = 5  # public tables of one host
LISTED_GAMES = 50  # on a page of a person's own list
KEEP_WAITING_DAYS = 1  # for tables that never started
KEEP_GUESTS_DAYS = 90  # for guests without a table
READ_SECONDS = 5.0  # for the database to answer
WRITE_SECONDS = 8.0  # for a database write
HEALTH_SECONDS = 2.0  # for the database to answer a health check
GRACE_SECONDS = 4.0  # for work in progress at shutdown; then the database is abandoned
LAST_WRITE_SECONDS = 1.0  # for a write in progress after that
PACE = (30, 3 * 24 * 3600)  # seconds per decision, minimum and maximum
AFTER_RESTART_SECONDS = 30  # left for a decision after a restart, or the pace if that is less
