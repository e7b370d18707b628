"""Dog in the terminal: play against bots, and replay records."""
