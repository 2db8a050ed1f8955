"""The walk: what has been waited for before each read."""
