"""Benchmarks: a command for each thing that must be fast."""
