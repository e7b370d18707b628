"""Advice for players: how good each play is, and why."""
