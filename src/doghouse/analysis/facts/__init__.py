"""Facts about a play: what it does to marbles, hands and dangers, and which facts matter most."""
