"""Players of every strength. A bot sees a view, never a game."""

import os

# A decision is too small to be shared among cores: that makes it many times slower. numpy reads this when it is loaded,
# so it stands before all that loads numpy; workers inherit it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
