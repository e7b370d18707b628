"""Tests of doghouse.positions; beside them the counted positions of the tests of the rules."""
