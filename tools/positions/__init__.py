"""Build the set of positions that bots are scored on."""
