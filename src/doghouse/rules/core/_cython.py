"""What the core needs of the module ``cython`` where Cython is not installed: to know that it is not compiled."""

compiled = False
