"""The compiled modules of the bots, built like ``rules.core``."""
