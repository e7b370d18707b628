"""For players who want to get better: what their plays are worth, and why."""
