"""Names that say that nothing is loading here: a draft, a capture, a warm-up. The words are configuration."""

from __future__ import annotations

from collections.abc import Iterable


def is_quiet(name: str, words: Iterable[str]) -> bool:
    """Whether one of the words stands in a name, in either case."""
    lowered = name.lower()
    return any(word in lowered for word in words)
