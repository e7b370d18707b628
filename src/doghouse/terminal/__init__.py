"""Dog in the terminal: playing against players that choose at random, and replaying records."""
