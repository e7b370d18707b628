"""Score bots on a fixed set of positions with deep roll-out values."""
