"""Helpers for tests in a real browser."""
