"""What Dog is: the rules, and nothing else. No clock, no network, no files."""
