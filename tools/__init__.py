"""Programs that build docs, positions and weights; not part of the wheel."""
