"""Facts about a play: its effects on marbles, hands and dangers, and which facts matter most."""
