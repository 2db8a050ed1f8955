"""Facts of all files, linked."""
