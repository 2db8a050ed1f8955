"""What has been mentioned so far while the body of a function is lowered."""

from __future__ import annotations

from gatecheck.facts import records as r


class Seen:
    """What has been mentioned so far in the body of one function."""

    __slots__ = ("attrs", "called", "names", "stored")

    def __init__(self) -> None:
        self.called: set[str] = set()
        self.attrs: set[str] = set()
        self.stored: set[str] = set()
        self.names: set[str] = set()

    def frozen(self) -> r.Uses:
        """What was seen, as a record."""
        return r.Uses(frozenset(self.called), frozenset(self.attrs), frozenset(self.stored), frozenset(self.names))

    def include(self, inner: Seen) -> None:
        """Add what a nested function mentions."""
        self.called |= inner.called
        self.attrs |= inner.attrs
        self.stored |= inner.stored
        self.names |= inner.names
