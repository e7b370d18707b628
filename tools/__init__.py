"""Programs that make docs, positions and weights; not part of the wheel."""
