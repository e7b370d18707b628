"""Benchmarks of rules, bots, server, page and training."""
