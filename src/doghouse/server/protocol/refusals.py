"""The codes and texts of refusals: a closed list."""

from __future__ import annotations

from doghouse.rules.reasons import Reason

REFUSALS = {
    "not_a_message": "this is not a message of the protocol: {detail}",
    "say_hello": "the first message on a socket is hello",
    "too_fast": "too many messages at once: wait a little",
    "stale": "the table has changed in the meantime: look at the new events and decide again",
    "not_notation": "{detail}",
    "illegal": "{detail}",
    "not_seated": "only players seated at the table can do that",
    "not_host": "only the host of the table can do that",
    "no_such_seat": "this table has no seat {detail}",
    "seat_taken": "somebody sits at {detail} already",
    "seat_empty": "nobody sits at {detail}",
    "not_waiting": "the game has begun already",
    "not_playing": "no game is being played at this table",
    "not_over": "the game is not over yet",
    "seats_empty": "these seats are empty: {detail}; choose a bot level to fill them",
    "no_such_level": "there is no bot {detail}",
    "bad_seed": "a seed is up to 64 letters, digits, - and _",
    "bad_name": "a name has 1 to 24 characters that can be printed",
    "bad_rules": "{detail}",
    "bad_pace": "a pace is a number of seconds from 30 to 259200, or null for no limit",
    "bad_position": "this position cannot be: {detail}",
    "bad_link": "this link has been used or has expired: ask for a new one",
    "no_such_table": "there is no table {detail}",
    "too_many_tables": "you have too many unfinished tables: finish or close one first",
    "too_many_connections": "too many connections from here",
    "rematched": "the rematch is at table {detail}",
    "other_rules": "{detail}",
    "not_admin": "this needs the admin token",
    "unavailable": "the server cannot save this right now: send it again",
}


class Refused(Exception):
    """A message or request was refused; nothing has changed."""

    def __init__(self, code: str, detail: str = "", reason: Reason | None = None) -> None:
        assert code in REFUSALS
        super().__init__(code, detail)
        self.code = code
        self.detail = detail
        self.reason = reason

    @property
    def text(self) -> str:
        return REFUSALS[self.code].format(detail=self.detail)
