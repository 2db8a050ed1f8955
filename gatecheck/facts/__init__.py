"""From libcst to plain records."""
