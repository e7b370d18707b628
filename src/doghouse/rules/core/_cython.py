"""Stand-in for the module ``cython`` where Cython is not installed: the core runs as plain Python."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
