"""A table: its state, its rules of access, its viewers and its automatic actions."""
