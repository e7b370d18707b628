"""Helpers that several packages share: files, signals, the console, Ray."""
