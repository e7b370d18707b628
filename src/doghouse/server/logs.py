"""Log JSON lines: what happened and to which table, never the content of messages."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType

_STANDARD_FIELDS = set(vars(logging.LogRecord("", 0, "", 0, "", (), None))) | {"message", "asctime", "color_message"}
# These would repeat our own lines, or log addresses and whole messages.
_NOISY = ("alembic", "asyncio", "httptools", "psycopg", "sqlalchemy", "uvicorn", "websockets")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS},
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)

    def formatException(  # noqa: N802
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Return the types and tracebacks of the errors, but not their texts, which may contain names and cards."""
        parts = []
        error: BaseException | None = ei[1]
        while error is not None:
            parts.append(type(error).__name__ + "\n" + "".join(traceback.format_tb(error.__traceback__)))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "because of ".join(parts)


def configure_logging(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in _NOISY:
        logging.getLogger(noisy).setLevel(logging.WARNING)
