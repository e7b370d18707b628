"""Measure the figures of docs/strength.md."""
