"""Players of every strength. A bot sees a view, never a game."""
