"""Real releases of SGLang, fetched into the user's cache and checked there."""
