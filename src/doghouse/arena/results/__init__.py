"""Game results and the file they are stored in."""
