"""The bots. A bot sees a view, never a game."""

import os

# Threads make small decisions many times slower. numpy reads this on import, so it must be set first; workers inherit
# it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
