"""A fixed set of positions with deep roll-out values, on which the plays of bots are scored."""
