"""Every limit of the house, by name."""

from __future__ import annotations

FRAME = 64 * 1024  # bytes of a message
NAME = 24  # characters of a display name
CLIENT_ID = 64  # characters of the id a client gives its message
PARTIAL = 200  # characters of a play: seven chunks of a 7 take some 80
CODE = 12  # characters of a table's code, as typed
HEAD = 32 * 1024  # bytes of the head of a request
BODY = 16 * 1024  # bytes of the body of a request
REQUEST = 256 * 1024  # bytes of a whole request, in however many pieces its body comes
REQUESTS_SENT_ON = 20  # requests on one connection that wait for the answer to an earlier one
REQUEST_SECONDS = 20.0  # for a whole request to arrive, and for a peer to go on reading its answer
LINGER_SECONDS = 5.0  # for which a peer can still read what it was sent last

QUEUE = 256  # messages that wait for a slow client, before it is let go
QUEUE_BYTES = 1024 * 1024  # bytes of such messages, if they are more than one
MESSAGES = 30.0  # a second from one connection
MESSAGES_AT_ONCE = 120
MESSAGES_PER_PERSON = 100.0  # a second over all connections
MESSAGES_PER_PERSON_AT_ONCE = 400
ANSWER = 4096  # bytes of an answer that count as one more message
ASIDES = 1.0  # acts of one person in a second that lead the game nowhere: words, names, seeds, seats, cards taken back
ASIDES_AT_ONCE = 20
REQUESTS = 0.1  # a second from one address, for each connection that it may have
REQUESTS_AT_ONCE = 1.0  # and after a rest
SOCKETS = 0.2  # opened in a second from one address, for each connection that it may have
SOCKETS_AT_ONCE = 2.0  # and after a rest: everyone comes back when the house was away
FAULTS = 30  # messages that are no messages, before the connection is closed
CONNECTIONS_PER_PERSON = 20
CONNECTIONS_PER_ADDRESS = 200  # unless --per-address says otherwise
OPEN_PER_CONNECTION = 2  # connections of every kind from one address, for each socket that it may have
TABLES_PER_PERSON = 50  # waiting or under way
LISTED_TABLES = 100
LISTED_TABLES_PER_PERSON = 5  # public ones of the same host
LISTED_GAMES = 50  # on a page of one's own list
KEEP_GUESTS = 90  # days for which a guest without a table is known
READ_SECONDS = 5.0  # for the database to answer
WRITE_SECONDS = 8.0  # for it to have written something down
LOOK_SECONDS = 2.0  # for it to say that it is there
GRACE_SECONDS = 4.0  # after the house is told to stop, for what is being done; then the database is given up
LAST_WRITE_SECONDS = 1.0  # and for what is being written then
PACE = (30, 3 * 24 * 3600)  # seconds for a decision, at least and at most
AFTER_OPENING_SECONDS = 30  # that are left for a decision when the house opens again, or the pace if that is less
