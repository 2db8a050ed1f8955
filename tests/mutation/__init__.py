"""Real releases, broken on purpose one place at a time."""
