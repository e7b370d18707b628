"""Helpers that the tests share; nothing is imported from a test file."""
