"""``doghouse`` with a wrong wall clock: ``DOGHOUSE_CLOCK_DAYS=40`` is 40 days ahead."""

from __future__ import annotations

import os
import time
from functools import partial

from doghouse.cli import main
from doghouse.server import command
from doghouse.server.settings import Settings
from tests.support.clock import DAY

if __name__ == "__main__":  # a bot process imports this module too
    shift = float(os.environ["DOGHOUSE_CLOCK_DAYS"]) * DAY
    setattr(command, "Settings", partial(Settings, now=lambda: int(time.time() * 1000 + shift)))  # noqa: B010
    main()
