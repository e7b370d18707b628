# cython: language_level=3, annotation_typing=False, cdivision=True
"""Fast random numbers for simulation: SplitMix64, the same compiled and uncompiled.

A generator is one 64-bit number. ``advance`` gives its next state, ``below`` the number that a state stands for.
Games that people play take their chance from ``doghouse.rules.chance`` instead.
"""

from __future__ import annotations

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB


def advance(state: int) -> int:
    return (state + GOLDEN) & MASK


def splitmix_output(state: int) -> int:
    """Return the 64 random bits of a state."""
    bits = state
    bits = ((bits ^ (bits >> 30)) * MIX_A) & MASK
    bits = ((bits ^ (bits >> 27)) * MIX_B) & MASK
    return bits ^ (bits >> 31)


def below(state: int, bound: int) -> int:
    """Return a number from 0 to bound - 1, with a bias of at most bound / 2**32."""
    high = splitmix_output(state) >> 32
    wide = high * bound
    return wide >> 32
