"""Tests of doghouse.training; they need PyTorch."""
