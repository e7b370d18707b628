"""Logs as JSON lines: what happened and to which table, never what was said in a message."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType

_ORDINARY = set(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "color_message"}
# What others would log is either said by the house itself, or has addresses of people and whole messages in it.
_NOISY = ("alembic", "asyncio", "httptools", "psycopg", "sqlalchemy", "uvicorn", "websockets")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _ORDINARY},
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)

    def formatException(  # noqa: N802
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Where it went wrong and with which kind of error; what an error says can have names and cards in it."""
        found = []
        error: BaseException | None = ei[1]
        while error is not None:
            found.append(type(error).__name__ + "\n" + "".join(traceback.format_tb(error.__traceback__)))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "because of ".join(found)


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in _NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)
