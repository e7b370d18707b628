"""Tests of doghouse.positions; beside them the counted positions of the rules' own tests."""
